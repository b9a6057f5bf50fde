"""Series, their states, histories and facets.

Begin with `rows.py`; `histories.py` reads what a chart shows.
"""
