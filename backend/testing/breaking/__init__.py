"""What breaks services on purpose, or puts others in their place."""
