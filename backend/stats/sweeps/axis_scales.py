"""Scales on which the values of an axis are places, and slopes of a curve on them.

A bend or a jump may come from the scale alone: work that is shared by x threads is a straight
line in log x and bent in x, a cost per element the other way round. What is claimed of the
form of a curve must therefore hold on both scales where both exist.
"""

import numpy as np

from backend.stats.arrays import Floats


def scales_of(xs: Floats) -> list[Floats]:
    """Return the axis as places, logarithmic first if all are positive.

    Raises ValueError unless the values ascend strictly and are finite.
    """
    if not np.isfinite(xs).all() or (np.diff(xs) <= 0.0).any():
        raise ValueError("the values of an axis must be finite numbers in ascending order")
    linear = xs / max(float(np.abs(xs).max()), np.finfo(np.float64).tiny)
    return [np.log(xs), linear] if xs[0] > 0.0 else [linear]


def slope_weights(places: Floats, first: int, last: int) -> Floats:
    """Return the weights that give the least-squares slope over places first..last."""
    weights = np.zeros(places.size)
    part = places[first : last + 1]
    off = part - part.mean()
    weights[first : last + 1] = off / float(off @ off)
    return weights
