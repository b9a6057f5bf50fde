"""Tables and JSON of unknown tools, read by a mapping that a project declared.

Begin with `reading.py`; `outlines.py` says what a file holds before there is a mapping.
"""
