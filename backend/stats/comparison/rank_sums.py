"""The exact and the large-sample distribution of the rank sum (Mann and Whitney's U)."""

import math
from functools import lru_cache

import numpy as np

from backend.stats import special
from backend.stats.arrays import Floats

LARGEST_EXACT = 2_500
"""Product of both counts up to which U is counted out instead of taken as normal."""


def tails(first: int, second: int) -> Floats:
    """Return P(U <= u) for u = 0 ... first * second, all orders of distinct numbers alike.

    Method: the counts are the coefficients of a Gaussian binomial, multiplied out.
    """
    return _tails(*sorted((first, second)))


@lru_cache(maxsize=2_048)
def _tails(small: int, large: int) -> Floats:
    ways = np.zeros(small * large + 1)
    ways[0] = 1.0
    for part in range(1, small + 1):
        _multiply(ways, large + part)
        _divide(ways, part)
    shares: Floats = np.cumsum(ways) / ways.sum()
    return shares


def _multiply(ways: Floats, power: int) -> None:
    """Multiply a polynomial by 1 - x**power, in place and cut to its length."""
    if power < ways.size:
        ways[power:] -= ways[:-power].copy()


def _divide(ways: Floats, power: int) -> None:
    """Divide a polynomial by 1 - x**power, in place: sums along every power-th coefficient."""
    rows = -(-ways.size // power)
    padded = np.zeros(rows * power)
    padded[: ways.size] = ways
    ways[:] = np.cumsum(padded.reshape(rows, power), axis=0).ravel()[: ways.size]


def least_p(first: int, second: int) -> float:
    """Return the smallest two-sided p that the counts allow: complete separation."""
    return 2.0 * math.exp(
        math.lgamma(first + 1) + math.lgamma(second + 1) - math.lgamma(first + second + 1)
    )


def two_sided(u: Floats, ties: Floats, first: int, second: int) -> Floats:
    """Return the two-sided p-values of U, half steps for ties.

    `ties` is the share by which ties shrink the variance of each row. Rows without ties are
    exact while first * second <= 2,500; the others are normal with continuity correction.
    """
    product = first * second
    low = np.minimum(u, product - u)
    variance = product * (first + second + 1) / 12.0 * (1.0 - ties)
    with np.errstate(divide="ignore", invalid="ignore"):
        deviate = np.maximum(product / 2.0 - low - 0.5, 0.0) / np.sqrt(variance)
    normal: Floats = 2.0 * special.ndtr(-np.where(variance > 0.0, deviate, 0.0))
    if product > LARGEST_EXACT:
        return normal
    # rounding a half step up is cautious; so is the larger of both where there are ties
    exact = np.minimum(1.0, 2.0 * tails(first, second)[np.ceil(low).astype(np.int64)])
    return np.where(ties > 0.0, np.maximum(exact, normal), exact)


def rank_limits(coverage: Floats, ties: Floats, first: int, second: int) -> Floats:
    """Return how many of the ordered differences lie outside each end of the interval.

    The interval from the (c + 1)-th smallest to the (c + 1)-th largest of all differences
    between two samples holds a shift with at least `coverage`. Below 0 where none does.
    It leaves out 0 just where `two_sided` is at most 1 - coverage; with ties, halves count.
    """
    allowed = (1.0 - coverage) / 2.0
    product = first * second
    sd = np.sqrt(product * (first + second + 1) / 12.0 * (1.0 - ties))
    reach = special.ndtri(np.maximum(allowed, 1e-300)) * sd
    limit = product / 2.0 + reach - 0.5
    normal = np.where(ties > 0.0, np.floor(2.0 * limit) / 2.0, np.floor(limit))
    if product > LARGEST_EXACT:
        return np.maximum(normal, -1.0)
    exact = np.searchsorted(tails(first, second), allowed, side="right") - 1.0
    return np.maximum(np.where(ties > 0.0, np.minimum(exact, normal), exact), -1.0)
