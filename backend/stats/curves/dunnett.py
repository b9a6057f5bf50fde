"""The one-sided simultaneous quantile for comparing each of several values with the best.

Dunnett's integral, exact to nine digits: with k rivals of equal scatter, the largest of k
differences that share one number exceeds d standard errors with probability
1 - E[Phi(Z + sqrt(2) S d)^k] for Z normal and S^2 a chi-square over its degrees of freedom.
Both expectations are trapezoid sums over smooth, vanishing integrands. Source: Dunnett,
JASA 50 (1955); Hsu, Multiple Comparisons (1996), chapter 4.
"""

import math
from functools import lru_cache

import numpy as np
from scipy.special import gammaincinv, ndtr

from backend.stats.arrays import Floats

REACH = 8.5  # standard deviations of a normal beyond which nothing is left
STEPS = 45
SCALE_STEPS = 96
TAIL = 1e-12
LEAST_DEGREES = 1.0
MOST_DEGREES = 1e7  # from here on the scatter counts as known


@lru_cache(maxsize=4096)
def critical_value(groups: int, degrees: float, alpha: float) -> float:
    """Return d such that all of `groups` - 1 differences stay below d errors with 1 - alpha.

    Assumes normal means of equal error (correlation 1/2 between differences); for unequal
    errors it is near enough. Raises ValueError for fewer than two groups, fewer than one
    degree of freedom or alpha outside 0..0.5.
    """
    if groups < 2 or degrees < LEAST_DEGREES or not 0.0 < alpha < 0.5:  # noqa: PLR2004
        raise ValueError("need two groups, a degree of freedom and 0 < alpha < 0.5")
    low, high = 0.0, 4.0
    while _kept(high, groups, degrees) < 1.0 - alpha:
        low, high = high, 2.0 * high
    while high - low > 1e-7 * high:
        middle = (low + high) / 2.0
        if _kept(middle, groups, degrees) < 1.0 - alpha:
            low = middle
        else:
            high = middle
    return high


def _kept(distance: float, groups: int, degrees: float) -> float:
    """Return the probability that no rival is further away than `distance` errors."""
    normal, weights = _normal_nodes()
    scales, shares = _scale_nodes(min(degrees, MOST_DEGREES))
    reach = normal[:, None] + math.sqrt(2.0) * distance * scales[None, :]
    return float(weights @ ndtr(reach) ** (groups - 1) @ shares)


@lru_cache(maxsize=1)
def _normal_nodes() -> tuple[Floats, Floats]:
    nodes = np.linspace(-REACH, REACH, STEPS)
    weights = np.exp(-0.5 * nodes**2)
    return nodes, weights / weights.sum()


@lru_cache(maxsize=64)
def _scale_nodes(degrees: float) -> tuple[Floats, Floats]:
    """Return values of S and their shares, evenly spaced in the logarithm of S squared."""
    half = degrees / 2.0
    ends = np.maximum(gammaincinv(half, np.array([TAIL, 1.0 - TAIL])), 1e-300) / half
    logs = np.linspace(math.log(ends[0]), math.log(ends[1]), SCALE_STEPS)
    density = half * (logs - np.exp(logs) + 1.0)
    shares = np.exp(density - density.max())
    return np.exp(logs / 2.0), shares / shares.sum()
