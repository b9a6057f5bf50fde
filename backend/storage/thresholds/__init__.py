"""Thresholds in all their versions, and dry runs.

Begin with `rows.py`.
"""
