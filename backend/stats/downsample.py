"""Choose which points of a long series to draw, without losing an extreme.

Buckets are aligned to the absolute commit index in powers of two, so that they stay put
while a chart is panned. Of every bucket the first, the last, the least and the greatest
value are kept: all of them real points. A spike of one run is always drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints

PER_BUCKET = 4
LARGEST_SHIFT = 62


@dataclass(frozen=True, slots=True)
class DrawnPoints:
    """Points to draw, and the band behind them.

    `indices` are places in the input, ascending. `bucket` is how many commits one bucket
    spans (1: everything is drawn). Per bucket that holds a point: `bucket_starts`, the
    place of its first commit in the input (the first may be negative), the envelope
    `band_low`..`band_high`, and `n_per_bucket`, how many points it holds.
    """

    indices: Ints
    bucket: int
    bucket_starts: Ints
    band_low: Floats
    band_high: Floats
    n_per_bucket: Ints


def select(
    values: Floats,
    low: Floats | None = None,
    high: Floats | None = None,
    *,
    budget: int = 1000,
    keep: Sequence[int] = (),
    first_index: int = 0,
) -> DrawnPoints:
    """Choose at most `budget` points, besides those that must be kept anyway.

    `values` is in commit order, nan where a commit has no result; `low` and `high` are
    the interval of each value (nan: none). `first_index` is the absolute index of
    values[0]. Always kept: the ends, both sides of a gap of at least a bucket, and the
    points `keep` names (change points, annotated commits) with the points before and after
    each. Raises ValueError if the budget cannot hold one bucket or `keep` lies outside.
    """
    if budget < PER_BUCKET:
        raise ValueError(f"the budget must be at least {PER_BUCKET} points")
    if keep and not 0 <= min(keep) <= max(keep) < values.size:
        raise ValueError(f"points to keep must lie between 0 and {values.size - 1}")
    present = np.flatnonzero(~np.isnan(values)).astype(np.int64)
    shift = _shift_for(present + first_index, budget)
    groups = (present + first_index) >> shift
    starts = _starts(groups)
    chosen = _extremes(values[present], starts) | _retained(present, keep)
    return DrawnPoints(
        indices=present if shift == 0 else present[chosen],
        bucket=1 << shift,
        bucket_starts=(groups[starts] << shift) - first_index,
        band_low=_envelope(np.fmin, values, low, present, starts),
        band_high=_envelope(np.fmax, values, high, present, starts),
        n_per_bucket=np.diff(np.append(starts, present.size)).astype(np.int64),
    )


def _shift_for(places: Ints, budget: int) -> int:
    """Return the power of two of the smallest bucket whose points fit the budget."""
    shift = 0
    if places.size <= budget:
        return shift
    while PER_BUCKET * _starts(places >> shift).size > budget and shift < LARGEST_SHIFT:
        shift += 1
    return shift


def _starts(groups: Ints) -> Ints:
    """Return where each run of equal numbers begins."""
    fresh = np.ones(groups.size, dtype=np.bool_)
    fresh[1:] = groups[1:] != groups[:-1]
    return np.flatnonzero(fresh).astype(np.int64)


def _extremes(values: Floats, starts: Ints) -> Bools:
    """Mark the first, the last, the (first) least and the (first) greatest of every bucket."""
    chosen = np.zeros(values.size, dtype=np.bool_)
    if values.size == 0:
        return chosen
    chosen[starts] = True
    chosen[np.append(starts[1:], values.size) - 1] = True
    sizes = np.diff(np.append(starts, values.size))
    for reduce in (np.minimum, np.maximum):
        extreme = np.repeat(reduce.reduceat(values, starts), sizes)
        hits = np.flatnonzero(values == extreme)
        chosen[hits[_starts(np.searchsorted(starts, hits, side="right"))]] = True
    return chosen


def _retained(present: Ints, keep: Sequence[int]) -> Bools:
    """Mark the named points and their neighbours; for a place without a point, only those."""
    chosen = np.zeros(present.size, dtype=np.bool_)
    named = np.asarray(keep, dtype=np.int64)
    after = np.searchsorted(present, named, side="right")
    before = np.searchsorted(present, named, side="left")
    places = np.concatenate((before - 1, before, after))
    chosen[places[(places >= 0) & (places < present.size)]] = True
    return chosen


def _envelope(
    reduce: np.ufunc, values: Floats, bound: Floats | None, present: Ints, starts: Ints
) -> Floats:
    """Return the outermost of values and their bounds in every bucket."""
    line = values[present]
    if present.size == 0:
        return line
    outer: Floats = line if bound is None else reduce(line, bound[present])
    envelope: Floats = reduce.reduceat(outer, starts)
    return envelope
