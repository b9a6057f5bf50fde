"""Many p-values at once: false discoveries held down, and one p-value for a whole family."""

import math

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats


def adjust(p: ArrayLike) -> Floats:
    """Return p-values adjusted for the false-discovery rate, in the order given.

    Calling every place with an adjusted p <= q a discovery keeps the expected share of false
    ones among them at or below q. Method: Benjamini and Hochberg (1995); holds for independent
    p-values and for positively dependent ones (Benjamini and Yekutieli 2001). A place that is
    nan made no claim: it stays nan and does not count towards the family. Raises ValueError
    for a number outside 0 to 1.
    """
    given = np.asarray(p, dtype=np.float64).ravel()
    _refuse_impossible(given)
    adjusted = np.full(given.size, np.nan)
    places = np.flatnonzero(~np.isnan(given))
    order = places[np.argsort(given[places], kind="stable")]
    scaled = given[order] * (order.size / np.arange(1.0, order.size + 1.0))
    adjusted[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return adjusted


def simes(p: ArrayLike) -> float:
    """Return one p-value for "none of these is real"; nan if no p-value is a number.

    Method: Simes (1986), min of m p(i) / i over the ascending p-values; exact for independent
    ones, conservative for positively dependent ones. Raises ValueError as `adjust` does.
    """
    adjusted = adjust(p)
    claims = adjusted[~np.isnan(adjusted)]
    return float(claims.min()) if claims.size else math.nan


def _refuse_impossible(p: Floats) -> None:
    wrong = np.flatnonzero((p < 0.0) | (p > 1.0))
    if wrong.size:
        place = int(wrong[0])
        raise ValueError(f"p-value {place} is {p[place]}: probabilities lie between 0 and 1")
