"""Pull requests, connections to forges, webhooks, acceptances.

Begin with `requests.py`; `nearest_base.py` finds what a head is compared with.
"""
