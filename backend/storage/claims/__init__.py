"""Claims and what runs say of them.

Begin with `rows.py`; `measured.py` reads what they are judged by.
"""
