"""Runs of made suites, compared with one another as the product does."""
