"""What became of the orders: latencies of those that succeeded, and how many did not."""

import sys
from array import array

MOST_FAILURES = 100


class Record:
    """Filled in the sequence in which orders end."""

    def __init__(self) -> None:
        self.latencies = array("Q")
        self.failures = 0

    def succeed(self, latency: int) -> None:
        self.latencies.append(latency)

    def fail(self, reason: str) -> None:
        """Count a failure; tell the first one on standard error."""
        self.failures += 1
        if self.failures == 1:
            sys.stderr.write(f"an order failed: {reason}\n")

    @property
    def gave_up(self) -> bool:
        """After so many failures more orders would only waste time."""
        return self.failures >= MOST_FAILURES
