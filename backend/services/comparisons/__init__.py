"""Compare two sides, or results of one run.

Begin with `find_runs_of_sides.py`, then `compare_runs.py`.
"""
