"""Change points, alert groups, triage and mutes.

Begin with `points.py` and `alert_groups.py`.
"""
