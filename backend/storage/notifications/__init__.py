"""Channels, news that waits, messages on their way, outages.

Begin with `channels.py`, then `notices.py` and `deliveries.py`.
"""
