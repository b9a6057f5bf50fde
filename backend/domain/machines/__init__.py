"""Machines and testbeds: their readings, fitness and noise.

Begin with `readings.py` and `fitness.py`; `noise.py` says what scatter hides.
"""
