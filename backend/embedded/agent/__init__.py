"""The local agent: how it is built, given a key, and kept running.

Begin with `child.py`.
"""
