"""Estimates of a difference by pairs, ranks, runs and summaries, and the verdicts on them."""
