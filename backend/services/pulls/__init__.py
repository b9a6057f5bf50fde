"""Connect forges, judge pull requests, and tell forges how they stand.

Begin with `tell_forges.py`, then `judge.py`.
"""
