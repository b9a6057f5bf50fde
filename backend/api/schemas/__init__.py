"""Bodies and answers of endpoints, in one package or file per noun.

Begin with `inputs.py` and `labels.py`, which all the others use.
"""
