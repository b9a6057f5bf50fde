"""A fleet of agents at the queue: what a lease takes, and what those cost who find nothing."""
