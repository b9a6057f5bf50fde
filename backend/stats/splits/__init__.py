"""One change that helps some members and hurts others: weights, net effects, fronts.

Begin with `verdict.py`; ladders use the weights and contrasts too.
"""
