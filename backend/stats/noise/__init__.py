"""Where scatter comes from, what lowers it, and how often it raises false alarms.

Begin with `budget.py`.
"""
