"""Pull requests, connections to forges, webhooks, acceptances.

Begin with `requests.py`; `measured_bases.py` finds what a head is compared with.
"""
