"""What splits and ladders are made of: weights, net effects, fronts, contrasts."""
