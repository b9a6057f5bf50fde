"""Series over commits: histories, facets, formulas, pivot tables, noise.

Begin with `lists.py` and `histories.py`; a formula goes from `formulas.py` to
`derived_points.py`.
"""
