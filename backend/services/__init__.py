"""Use cases, named by their verb, in one package per noun.

Begin with `task_queue.py`, which all background work goes through, and with the noun you look
for.
"""
