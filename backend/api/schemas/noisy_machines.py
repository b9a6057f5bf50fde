"""Machines that were noisy while something was measured on them."""
