"""Output of Rust's benchmark harnesses.

Criterion, libtest, divan, iai and gungraun; one module per harness.
"""
