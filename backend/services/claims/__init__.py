"""Keep claims, judge them by runs, and show how they stand.

Begin with `save.py`, then `judge.py` and `read.py`.
"""
