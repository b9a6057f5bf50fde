"""Weights of members: what share of somebody's load each of them stands for."""

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats


def normalised(weights: ArrayLike | None, count: int) -> Floats:
    """Return weights that sum to 1; None stands for equal ones. 0 leaves a member out.

    Raises ValueError, naming the place, for a number that is negative or not finite, for
    another number of weights than members, or if all are 0.
    """
    if count < 1:
        raise ValueError("there are no members to weigh")
    if weights is None:
        return np.full(count, 1.0 / count)
    given = np.asarray(weights, dtype=np.float64).ravel()
    if given.size != count:
        raise ValueError(f"{count} members need as many weights, not {given.size}")
    wrong = np.flatnonzero(~np.isfinite(given) | (given < 0.0))
    if wrong.size:
        place = int(wrong[0])
        raise ValueError(f"weight {place} is {given[place]}: give 0 or a positive number")
    largest = float(given.max())
    if largest == 0.0:
        raise ValueError("every weight is 0: give at least one member a positive weight")
    scaled: Floats = given / largest  # so that no sum overflows
    shares: Floats = scaled / scaled.sum()
    return shares
