"""Change points and alert groups: rows, lists, stories.

Begin with `points.py` and `alert_groups.py`; lists are in `lists.py` and `alert_lists.py`.
"""
