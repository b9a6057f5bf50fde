"""How a run of all tests goes: in which order, and for how long at most.

Begin with `ordering`.
"""
