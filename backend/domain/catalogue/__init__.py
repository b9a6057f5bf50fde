"""What is measured: metrics, parameters, and the labels and filters of series.

Begin with `metrics.py` and `labels.py`; `filters.py` chooses series by these names.
"""
