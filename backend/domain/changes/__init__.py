"""Change points, their states, and the groups that people judge.

Begin with `states.py` and `findings.py`; `alert_groups.py` and `alert_placing.py` group them.
"""
