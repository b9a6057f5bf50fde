"""Connect forges, judge pull requests, and tell forges how they stand.

Begin with `update_pull_requests.py`, then `judge.py`.
"""
