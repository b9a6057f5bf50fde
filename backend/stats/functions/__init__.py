"""Functions of programs: which of them cost more or less since a commit, by their samples.

Begin with `judging.py`.
"""
