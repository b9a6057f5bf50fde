"""The steps of the detector, compiled; only workers import it."""
