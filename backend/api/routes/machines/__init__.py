"""Endpoints of machines, agents and noise.

Begin with `pages.py`.
"""
