"""Endpoints of sign-in, projects, members, keys and the audit trail.

Begin with `session.py`.
"""
