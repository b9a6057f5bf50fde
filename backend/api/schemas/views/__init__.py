"""Pages that gather from several nouns, and saved views.

Begin with `overview.py`.
"""
