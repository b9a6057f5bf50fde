"""Quantiles of Student's t, exact for whole degrees of freedom."""

import math
from functools import lru_cache

_LARGEST_TAIL = 1e8


def _central_share(t: float, degrees: int) -> float:
    """Return P(|T| <= t) by the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4."""
    angle = math.atan(t / math.sqrt(degrees))
    cosine2 = math.cos(angle) ** 2
    odd = degrees % 2 == 1
    term = math.cos(angle) if odd else 1.0
    total = 0.0 if degrees == 1 else term
    for k in range(3 if odd else 2, degrees - 1, 2):
        term *= cosine2 * (k - 1) / k
        total += term
    total *= math.sin(angle)
    return 2.0 / math.pi * (angle + total) if odd else total


@lru_cache(maxsize=1024)
def two_sided_t(coverage: float, degrees: int) -> float:
    """Return t such that |T| <= t with probability `coverage`.

    Raises ValueError unless 0 < coverage < 1 and degrees >= 1.
    """
    if not 0.0 < coverage < 1.0 or degrees < 1:
        raise ValueError("need 0 < coverage < 1 and at least one degree of freedom")
    low, high = 0.0, 1.0
    while _central_share(high, degrees) < coverage and high < _LARGEST_TAIL:
        high *= 2.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2.0
        if _central_share(middle, degrees) < coverage:
            low = middle
        else:
            high = middle
    return high
