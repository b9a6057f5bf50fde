"""Tables of who may come in, what they are in a project, and what they did.

Begin with `access.py`.
"""
