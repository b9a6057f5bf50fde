"""What is done to every request before an endpoint sees it, and to every answer.

Begin with `signposts.py`, which finds the router; `backend/api/app.py` says the order.
"""
