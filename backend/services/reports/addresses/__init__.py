"""Imports from addresses: begun by a call, walked by workers."""
