"""Output of benchmark tools: one module per format, from text to readings.

Begin with `registry.py`, which recognises a file; `readings.py` says what a reader gives back.
"""
