"""Jobs: asked for by people, taken by agents.

Begin with `ask.py` and `lease.py`.
"""
