"""Keep claims, judge them by runs, and show how they stand.

Begin with `keep.py`, then `judge.py` and `read.py`.
"""
