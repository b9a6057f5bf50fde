"""Pull requests and forges: judgement, comment, check, webhooks, refusals.

Begin with `judgements.py`, then `comments.py`; `forge_events.py` is what forges tell us.
"""
