"""Commits, branches, their order, and their places on an axis.

Begin with `order.py`; `timelines.py` puts the commits behind a chart in one order.
"""
