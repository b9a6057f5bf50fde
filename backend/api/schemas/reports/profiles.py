"""Profiles of runs."""
