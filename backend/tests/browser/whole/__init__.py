"""Walks through one project that has all that a page can show, filled once for all of them.

Begin with `whole_project`.
"""
