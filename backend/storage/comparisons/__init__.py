"""Both sides of a comparison, read as columns.

Begin with `runs.py`, which finds the runs of a side, then `sides.py`.
"""
