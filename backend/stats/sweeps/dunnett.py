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

from backend.stats import special
from backend.stats.arrays import Floats

REACH = 8.5  # standard deviations of a normal beyond which nothing is left
STEPS = 45
SCALE_STEPS = 96
TAIL = 1e-12
CLOSE = 1e-9  # share of the probability
NOTHING = 1e-300
MOST_STEPS = 100
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
    wanted = math.log(alpha)
    low, short = 0.0, _log_beyond(0.0, groups, degrees) - wanted
    high, over = 4.0, _log_beyond(4.0, groups, degrees) - wanted
    while over > 0.0:
        low, short = high, over
        high *= 2.0
        over = _log_beyond(high, groups, degrees) - wanted
    kept = 0.0
    for _ in range(MOST_STEPS):
        # Illinois, on a logarithm that is almost a parabola: an end that stays twice counts half
        middle = high - over * (high - low) / (over - short)
        off = _log_beyond(middle, groups, degrees) - wanted
        if abs(off) < CLOSE:
            return middle
        if off > 0.0:
            low, short, over = middle, off, over / 2.0 if kept > 0.0 else over
        else:
            high, over, short = middle, off, short / 2.0 if kept < 0.0 else short
        kept = off
    return high


def _log_beyond(distance: float, groups: int, degrees: float) -> float:
    """Return the logarithm of the probability that some rival is further away."""
    return math.log(max(1.0 - _probability_within(distance, groups, degrees), NOTHING))


def _probability_within(distance: float, groups: int, degrees: float) -> float:
    """Return the probability that no rival is further away than `distance` errors."""
    normal, weights = _normal_nodes()
    scales, shares = _scale_nodes(min(degrees, MOST_DEGREES))
    reach = normal[:, None] + math.sqrt(2.0) * distance * scales[None, :]
    return float(weights @ special.ndtr(reach) ** (groups - 1) @ shares)


@lru_cache(maxsize=1)
def _normal_nodes() -> tuple[Floats, Floats]:
    nodes = np.linspace(-REACH, REACH, STEPS)
    weights = np.exp(-0.5 * nodes**2)
    return nodes, weights / weights.sum()


@lru_cache(maxsize=64)
def _scale_nodes(degrees: float) -> tuple[Floats, Floats]:
    """Return values of S and their shares, evenly spaced in the logarithm of S squared."""
    half = degrees / 2.0
    ends = np.maximum(special.gammaincinv(half, np.array([TAIL, 1.0 - TAIL])), 1e-300) / half
    logs = np.linspace(math.log(ends[0]), math.log(ends[1]), SCALE_STEPS)
    density = half * (logs - np.exp(logs) + 1.0)
    shares = np.exp(density - density.max())
    return np.exp(logs / 2.0), shares / shares.sum()
