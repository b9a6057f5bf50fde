"""Suites and benchmarks, each with what its page shows."""
