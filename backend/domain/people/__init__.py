"""Users, members, rights, sign-in, tokens of CI systems, and the audit trail.

Begin with `rights.py`, the one table of who may do what, then `projects.py`.
"""
