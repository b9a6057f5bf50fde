"""Student's t: quantiles, two-sided p-values, and the normal deviate of the same probability."""

from functools import lru_cache

import numpy as np

from backend.stats import special
from backend.stats.arrays import Floats

SMALLEST_TAIL = 1e-300
"""Probabilities below this lose their digits; the deviate is then approximated from t."""


@lru_cache(maxsize=1024)
def two_sided_t(coverage: float, degrees: int) -> float:
    """Return t such that |T| <= t with probability `coverage`.

    Raises ValueError unless 0 < coverage < 1 and degrees >= 1.
    """
    if not 0.0 < coverage < 1.0 or degrees < 1:
        raise ValueError("need 0 < coverage < 1 and at least one degree of freedom")
    return float(t_quantile(np.float64(coverage), np.float64(degrees)))


def t_quantile(coverage: Floats | float, degrees: Floats | float) -> Floats:
    """Return t such that |T| <= t with probability `coverage`, place by place; nan gives nan."""
    upper = (1.0 + np.asarray(coverage, np.float64)) / 2.0
    with np.errstate(invalid="ignore"):
        student = np.asarray(special.stdtrit(degrees, upper), np.float64)
        return np.where(np.isinf(degrees), special.ndtri(upper), student)


def two_sided_p(t: Floats, degrees: Floats) -> Floats:
    """Return P(|T| >= |t|), place by place; infinite degrees are the normal, nan gives nan."""
    beyond = -np.abs(t)
    with np.errstate(invalid="ignore", under="ignore"):
        student = np.asarray(special.stdtr(degrees, beyond), np.float64)
        return 2.0 * np.where(np.isinf(degrees), special.ndtr(beyond), student)


def normal_deviate(t: Floats, degrees: Floats) -> Floats:
    """Return z with the sign of t such that P(|Z| >= |z|) equals P(|T| >= |t|).

    Exact while the probability can be held as a number; beyond that Wallace's approximation
    sqrt(v ln(1 + t²/v)) (8v + 1) / (8v + 3), whose error is below 0.02.
    """
    tail = two_sided_p(t, degrees) / 2.0
    exact = -special.ndtri(np.maximum(tail, SMALLEST_TAIL))
    v = np.minimum(degrees, 1e9)
    with np.errstate(over="ignore", invalid="ignore"):
        shrunk = np.sqrt(v * np.log1p(t * t / v)) * (8.0 * v + 1.0) / (8.0 * v + 3.0)
    far = np.where(np.isinf(degrees), np.abs(t), shrunk)
    size: Floats = np.where(tail > SMALLEST_TAIL, exact, far)
    return np.copysign(size, t)
