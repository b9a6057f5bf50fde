"""Changes that help some members and hurt others, and what else could be done.

Begin with `verdicts.py`, then `evidence.py`; `pages.py` is the answer.
"""
