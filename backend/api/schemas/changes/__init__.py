"""Change points, alert groups, triage and mutes.

Begin with `triage.py` and `alert_groups.py`.
"""
