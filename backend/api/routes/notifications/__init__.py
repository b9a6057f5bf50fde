"""Endpoints of channels, deliveries and feeds.

Begin with `channels.py`.
"""
