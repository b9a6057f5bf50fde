"""Histories that a tracker gives over HTTP: which requests to make, and which come after each."""
