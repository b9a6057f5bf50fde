"""Profiles of runs: stored with their run, read with their functions, and judged commit by commit.

Begin with `read_profile.py`; `judge_functions.py` finds which functions cost more since a commit.
"""
