"""Read what a caller hands over as one row of finite numbers, or say what is wrong and where."""

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats

WANTED = "a series is one row of finite numbers"
NUMBERS = "biuf"  # numpy's kinds that are numbers


def finite_row(values: ArrayLike) -> Floats:
    """Return the values as a row of their own.

    Raises ValueError that names the place of the first that is no finite number, or the
    shape if it is not one row. Texts are not converted, masked values not passed over.
    """
    row = _floats(values)
    if row.ndim != 1:
        shape = f"this has shape {row.shape}"
        raise ValueError(f"{WANTED}, and {shape}: give one series at a time")
    wrong = np.flatnonzero(~np.isfinite(row))
    if wrong.size:
        raise ValueError(_complaint(int(wrong[0]), str(row[wrong[0]])))
    return row


def _floats(values: ArrayLike) -> Floats:
    if isinstance(values, np.ma.MaskedArray):
        values = np.ma.filled(values.astype(np.float64), np.nan)
    try:
        given = np.asarray(values)
    except ValueError:
        raise ValueError(f"{WANTED}, and these differ in length: give one at a time") from None
    if given.size and given.dtype.kind not in NUMBERS:
        return _convert(given)
    with np.errstate(over="ignore"):  # a wider float beyond the range becomes infinite
        return np.array(given, dtype=np.float64, order="C")


def _convert(given: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Floats:
    """Convert objects one by one; None, texts, complex numbers and dates are no numbers."""
    row = np.empty(given.shape)
    if given.ndim != 1:
        return row
    for place, value in enumerate(given.tolist()):
        if value is None or isinstance(value, str | bytes | complex):
            raise ValueError(_complaint(place, repr(value)))
        try:
            row[place] = float(value)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(_complaint(place, repr(value)[:40])) from None
    return row


def _complaint(place: int, what: str) -> str:
    return f"{WANTED}, and value {place} is {what}: leave out what was not measured"
