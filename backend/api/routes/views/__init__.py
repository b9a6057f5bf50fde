"""Endpoints of pages that gather from several nouns.

Begin with `overview.py`.
"""
