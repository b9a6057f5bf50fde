"""Jobs in the database.

Begin with `rows.py`; `queue.py` is what a lease reads.
"""
