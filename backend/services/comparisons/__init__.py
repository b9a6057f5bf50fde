"""Compare two sides, or results of one run.

Begin with `choose_sides.py`, then `compare_runs.py`.
"""
