"""Tables of change points and alert groups.

Begin with `change_points.py`.
"""
