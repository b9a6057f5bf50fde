"""Jobs: what agents are asked to measure.

Begin with `states.py`.
"""
