"""What to measure next, and when to stop: a change held up or not, and who did it."""
