"""Make, edit and read ladders.

Begin with `make.py`, then `read.py`.
"""
