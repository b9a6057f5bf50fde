"""PostgreSQL and Valkey of one installation.

Begin with `services.py`.
"""
