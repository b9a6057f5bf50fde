"""Take in files of benchmark tools, and tables by a declared mapping.

Begin with `accept.py`.
"""
