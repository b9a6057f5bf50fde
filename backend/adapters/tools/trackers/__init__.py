"""Formats in which trackers exchange the results of one run.

Each module reads one tracker's form.
"""
