"""Save thresholds, try them on stored histories, and apply them.

Begin with `keep.py`, then `try_out.py`.
"""
