"""The report that an agent sends, its checks, and the runs made of it.

Begin with `format.py`, then `checks.py`; `run_pages.py` is how a run is shown.
"""
