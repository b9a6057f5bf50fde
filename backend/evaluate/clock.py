"""Times that mean something on a machine that others use: CPU time, the least of several."""

import time
from collections.abc import Callable

import numpy as np

_LOOPS = 100_000


def seconds(call: Callable[[], object], repeats: int = 5, calls: int = 1) -> float:
    """Return CPU seconds of one call: the least of `repeats`, each of `calls` calls.

    What is measured works in one thread, so that on a quiet machine a clock would say the same.
    """
    fastest = np.inf
    for _ in range(repeats):
        began = time.thread_time()
        for _ in range(calls):
            call()
        fastest = min(fastest, time.thread_time() - began)
    return float(fastest) / calls


def calibration() -> float:
    """Return seconds of a fixed loop of plain Python, to compare machines by."""
    return seconds(_loop)


def _loop() -> int:
    total = 0
    for number in range(_LOOPS):
        total += number * number % 7
    return total
