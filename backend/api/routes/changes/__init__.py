"""Endpoints of change points, alert groups and mutes.

Begin with `alert_groups.py`.
"""
