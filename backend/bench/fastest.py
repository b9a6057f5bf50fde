"""What a call takes when nobody interferes."""

import math
import time
from collections.abc import Callable


def fastest_s(call: Callable[[], object], repeats: int) -> float:
    """Return the seconds of the fastest of several calls, after one that warms up."""
    call()
    fastest = math.inf
    for _ in range(repeats):
        began = time.perf_counter()
        call()
        fastest = min(fastest, time.perf_counter() - began)
    return fastest
