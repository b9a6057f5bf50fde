"""Connections to PostgreSQL that notice when nobody answers them any more.

Begin with `keepalive.py`, which every engine uses; `asking.py` is for questions of an event loop.
"""
