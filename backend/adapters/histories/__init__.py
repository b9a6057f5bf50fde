"""Whole histories of other trackers: one file per tracker, read into runs and their readings."""
