"""Commits, branches and the order of a branch.

Begin with `order.py`; `branch_columns.py` reads a whole branch as columns.
"""
