"""Sweeps: one benchmark over the values of one parameter."""
