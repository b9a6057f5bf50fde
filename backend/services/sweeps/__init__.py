"""Answer questions about sweeps.

Begin with `choose.py`, then `read.py`.
"""
