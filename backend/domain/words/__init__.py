"""Numbers, units, quantities and effects as sentences say them.

Begin with `numbers.py`, then `effects.py`, which every verdict is written with.
"""
