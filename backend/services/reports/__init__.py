"""Take reports in, make runs of them, and read runs.

Begin with `accept.py`, then `ingest.py`.
"""
