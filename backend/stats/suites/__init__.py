"""All comparisons of a suite at once.

Begin with `compare.py`; `entries.py` is what it is told.
"""
