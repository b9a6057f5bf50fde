"""Endpoints of series, histories and formulas.

Begin with `lists.py`.
"""
