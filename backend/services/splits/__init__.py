"""Propose, judge, keep and follow splits.

Begin with `judge.py`; `find.py` proposes them.
"""
