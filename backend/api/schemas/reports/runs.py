"""Runs and their results."""
