"""Who is told what, and the messages that they get.

Begin with `channels.py` and `messages.py`; every channel has its own file of format.
"""
