"""Machines and noise.

Begin with `pages.py`.
"""
