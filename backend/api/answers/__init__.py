"""Answers whose shape on the wire differs from what services return.

Begin with `splits.py`.
"""
