"""Ladders and their rungs.

Begin with `rows.py`; `sources.py` finds what a ladder can be made of.
"""
