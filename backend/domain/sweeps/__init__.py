"""One benchmark over the values of one or two parameters.

Begin with `results.py` and `curves.py`; `sentences.py` says what was found.
"""
