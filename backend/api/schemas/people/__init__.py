"""Projects, sessions, keys, members, rules of CI systems, the audit trail.

Begin with `projects.py`.
"""
