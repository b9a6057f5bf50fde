"""Latency histograms, their percentiles, and how these differ between two sides.

Begin with `recordings.py`, then `quantiles.py`.
"""
