"""Imports from addresses."""
