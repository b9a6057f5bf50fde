"""Published results held against the machines of a project.

Begin with `records.py`, then `judging.py`; `shown.py` is the answer.
"""
