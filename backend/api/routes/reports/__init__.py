"""Endpoints of reports, imports, runs and profiles.

Begin with `uploads.py`.
"""
