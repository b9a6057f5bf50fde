"""Users, sessions, keys, members, projects, and the audit trail in the database.

Begin with `access.py`, which finds who asks.
"""
