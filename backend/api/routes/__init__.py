"""Endpoints: a few lines each that call one service, in one package or file per noun.

Begin with the noun you look for; `backend/api/app.py` puts them together.
"""
