"""Splits, their decisions, and what they are read from.

Begin with `rows.py`; `causes.py` finds where a split may be.
"""
