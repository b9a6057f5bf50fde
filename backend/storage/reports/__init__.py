"""Reports as uploaded, runs, their results, profiles and time courses.

Begin with `documents.py`, then `runs.py` and `results.py`, which writes by binary COPY.
"""
