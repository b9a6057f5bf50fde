"""What a sweep is made of: best set, knee, cliff, crossing, grid, moved optimum."""
