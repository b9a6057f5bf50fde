"""Queries that take and give domain values, in one package per noun.

Begin with `engine.py`; the rows are in `tables`.
"""
