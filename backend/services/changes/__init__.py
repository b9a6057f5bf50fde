"""Find change points, keep their groups, and do what people decide.

Begin with `detect.py`, then `update_alert_groups.py`; lists are in `read_alert_groups.py`.
"""
