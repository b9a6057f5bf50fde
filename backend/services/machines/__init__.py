"""Take in what agents say, and judge machines and noise.

Begin with `register_agent.py` and `judge.py`.
"""
