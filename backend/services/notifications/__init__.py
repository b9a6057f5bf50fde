"""Manage channels, and compose, deliver and post messages.

Begin with `manage_channels.py`; `deliver_messages.py` is what the worker runs.
"""
