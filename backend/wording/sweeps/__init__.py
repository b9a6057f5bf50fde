"""Sentences of sweeps: answers, remarks, crossovers, and grids of two parameters.

Begin at `answers`.
"""
