"""Faults under load on a whole installation, and whether anything was lost or doubled."""
