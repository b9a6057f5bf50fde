"""Read pages that gather from several nouns, and keep views and short links.

Begin with `read_overview.py`.
"""
