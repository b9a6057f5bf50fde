"""Slow changes of a series: levels that slide to another one, and steps that are parts of a slide.

Begin with `slow_changes.py`; one slide is fitted in `fitting.py`.
"""
