"""Two sides held against each other, from their results to sentences.

Begin with `sides.py`, then `results.py`, `tables.py` and `entries.py`; `pages.py` is the answer.
"""
