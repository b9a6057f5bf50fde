"""Suites, benchmarks, metrics, testbeds, and the labels of series.

Begin with `suites.py` and `labels.py`; `filters.py` makes conditions of filters.
"""
