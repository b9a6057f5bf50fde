"""Agents, readings of machines, noise, and comparisons of a program with itself.

Begin with `pages.py` and `readings.py`.
"""
