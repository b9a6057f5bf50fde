"""What was tried for one goal, in order, and what stuck.

Begin with `rungs.py`, then `records.py`; `pages.py` is the answer.
"""
