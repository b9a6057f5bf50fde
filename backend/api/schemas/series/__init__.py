"""Series, pivot tables and formulas.

Begin with `lists.py`.
"""
