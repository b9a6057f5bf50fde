"""Take spikes of one or two runs out of a series and leave its steps in."""

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.detector.compiled import compiled


@compiled
def middle_of_five(x: Floats, start: int) -> float:
    """Return the median of x[start : start + 5] by six exchanges."""
    a, b, c, d, e = x[start], x[start + 1], x[start + 2], x[start + 3], x[start + 4]
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    # the smallest and the largest of four cannot be the median of five
    d = max(a, d)
    b = min(b, e)
    low, high = min(b, d), max(b, d)
    return float(max(low, min(high, c)))


@compiled
def departures(x: Floats) -> Floats:
    """Return how far every run lies above the median of the five runs around it."""
    n = x.size
    found = np.empty(n)
    for i in range(n):
        found[i] = x[i] - middle_of_five(x, min(max(i - 2, 0), n - 5))
    return found


@compiled
def clip(x: Floats, reach: float) -> Floats:
    """Pull every run to within `reach` of the median of the five runs around it.

    The window moves inwards at the ends. Needs at least five runs.
    """
    n = x.size
    clipped = np.empty(n)
    for i in range(n):
        middle = middle_of_five(x, min(max(i - 2, 0), n - 5))
        clipped[i] = min(max(x[i], middle - reach), middle + reach)
    return clipped
