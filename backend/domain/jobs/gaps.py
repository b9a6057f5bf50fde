"""Commits that were never measured, and which of them tell most where a change lies."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

CHANGES_PER_COMMIT = 0.01
"""How likely a commit changes something, where nothing is known of it yet."""


@dataclass(frozen=True, slots=True)
class MeasurementGap:
    """Commits between two measured ones, in their order, none of them measured."""

    commits: Sequence[str]
    weight: float
    """How likely a change lies between its ends."""


def gap_of_change(commits: Sequence[str]) -> MeasurementGap:
    """Return the gap around a change: somewhere in it the change surely lies."""
    return MeasurementGap(commits, 1.0)


def gaps_between(history: Sequence[tuple[str, bool]]) -> list[MeasurementGap]:
    """Return the gaps of a branch: its commits in order, with whether each was measured.

    What lies before the first measured commit or behind the last one is no gap.
    """
    found: list[MeasurementGap] = []
    open_ones: list[str] | None = None
    for name, is_measured in history:
        if not is_measured:
            if open_ones is not None:
                open_ones.append(name)
            continue
        if open_ones:
            weight = 1.0 - (1.0 - CHANGES_PER_COMMIT) ** (len(open_ones) + 1)
            found.append(MeasurementGap(open_ones, weight))
        open_ones = []
    return found


def most_informative(gaps: Sequence[MeasurementGap], most: int) -> list[str]:
    """Return the commits, at most so many, that add most information, in the order of the gaps.

    Method: greedily, each time the commit that is expected to tell the most bits about which
    commit made the change. A commit in the middle of a gap splits the places where it may lie.
    Assumes that every commit of a gap is equally likely, and one change in a gap at most.
    """
    waiting = [_split(of, 0, len(gap.commits), gap.weight) for of, gap in enumerate(gaps)]
    heapq.heapify(waiting)
    chosen: list[tuple[int, int]] = []
    while waiting and len(chosen) < most:
        loss, of, first, end, weight = heapq.heappop(waiting)
        if loss == 0.0:
            break
        middle = (first + end - 1) // 2
        chosen.append((of, middle))
        before = (middle - first + 1) / (end - first + 1)
        heapq.heappush(waiting, _split(of, first, middle, weight * before))
        heapq.heappush(waiting, _split(of, middle + 1, end, weight * (1.0 - before)))
    return [gaps[of].commits[place] for of, place in sorted(chosen)]


def _split(of: int, first: int, end: int, weight: float) -> tuple[float, int, int, int, float]:
    """Return a part of a gap by what measuring its middle tells, the most first in order."""
    if first >= end:
        return 0.0, of, first, end, weight
    before = ((first + end - 1) // 2 - first + 1) / (end - first + 1)
    bits = -before * log2(before) - (1.0 - before) * log2(1.0 - before)
    return -weight * bits, of, first, end, weight
