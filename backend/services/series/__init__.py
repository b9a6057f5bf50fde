"""Find series and read their histories, pivot tables and formulas.

Begin with `read_history.py`; `update.py` is what ingestion calls.
"""
