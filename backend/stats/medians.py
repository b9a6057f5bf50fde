"""Medians of many short rows, several times as fast as numpy's own, which asks for gaps first."""

import numpy as np

from backend.stats.arrays import Floats


def medians(table: Floats) -> Floats:
    """Return the median of every row; all numbers are finite."""
    middle = table.shape[1] // 2
    if table.shape[1] % 2:
        odd: Floats = np.partition(table, middle, axis=1)[:, middle]
        return odd
    parted = np.partition(table, (middle - 1, middle), axis=1)
    even: Floats = parted[:, middle - 1] / 2.0 + parted[:, middle] / 2.0
    return even
