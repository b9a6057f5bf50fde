"""Tables of testbeds, machines, agents, and comparisons of a program with itself.

Begin with `testbeds.py`.
"""
