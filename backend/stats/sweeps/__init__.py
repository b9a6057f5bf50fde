"""One benchmark over the values of a parameter: best set, knee, cliff, crossing, grid.

Begin with `answers.py`; each other file answers a part of it.
"""
