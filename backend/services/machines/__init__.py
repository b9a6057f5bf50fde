"""Take in what agents say, and judge machines and noise.

Begin with `hear_agent.py` and `judge.py`.
"""
