"""Reports, runs, their conditions and profiles.

Begin with `uploads.py`.
"""
