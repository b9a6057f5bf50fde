"""Keeping an installation: backups, bringing them back, and naming what is wrong.

Begin with `backup.py`.
"""
