"""Endpoints of pull requests, forges and their webhooks.

Begin with `requests.py`.
"""
