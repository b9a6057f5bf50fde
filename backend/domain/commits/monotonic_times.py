"""Times of commits on an axis on which the branch runs forward."""

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def monotonic_times(times: Floats) -> Floats:
    """Return a time for each commit of a branch, in its order, that never goes back.

    Most commits keep their own. A rebased commit has an old date and a wrong clock writes a new
    one: commits outside the longest run of times that never go back, and those whose time is
    unknown (NaN), take the time of the one before them; where none is before, the first of that
    run. Without any time: minus infinity.
    """
    known = np.flatnonzero(~np.isnan(times))
    if len(known) == 0:
        return np.full(len(times), -np.inf)
    kept = known
    if np.any(np.diff(times[known]) < 0):
        kept = known[_longest_forward(times[known].tolist())]
    before = np.searchsorted(kept, np.arange(len(times)), "right") - 1
    forward: Floats = times[kept[np.maximum(before, 0)]]
    return forward


def _longest_forward(times: list[float]) -> list[int]:
    """Return the indices of the longest subsequence that never falls (patience sorting)."""
    ends: list[float] = []
    places: list[int] = []
    previous: list[int] = []
    for index, time in enumerate(times):
        length = bisect_right(ends, time)
        previous.append(places[length - 1] if length else -1)
        if length == len(ends):
            ends.append(time)
            places.append(index)
        else:
            ends[length], places[length] = time, index
    found = []
    place = places[-1]
    while place >= 0:
        found.append(place)
        place = previous[place]
    return found[::-1]
