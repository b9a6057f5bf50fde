"""Samples of several variants, lined up by the round that each was taken in."""

from collections.abc import Sequence

import numpy as np

from backend.stats.arrays import Floats

FEWEST_SHARED = 0.6
"""Share of the longest list's rounds that all must have; else pairing would lose too much."""


def in_step(
    samples: Sequence[Sequence[float]], rounds: Sequence[Sequence[int] | None]
) -> Floats | None:
    """Return samples of the rounds that all lists have, shape (lists, rounds).

    A list without rounds has 1, 2, 3, …. None where lists differ in length and no rounds are
    known, or where they share fewer than 60 % of the rounds of the longest.
    """
    if all(one is None for one in rounds):
        same_length = len({len(one) for one in samples}) == 1
        return np.array(samples, np.float64) if same_length else None
    taken = _taken(samples, rounds)
    shared = set(taken[0]).intersection(*taken[1:])
    if not shared or len(shared) < FEWEST_SHARED * max(map(len, taken)):
        return None
    kept = [
        [sample for sample, at in zip(one, places, strict=True) if at in shared]
        for one, places in zip(samples, taken, strict=True)
    ]
    return np.array(kept, np.float64)


def over_rounds(
    samples: Sequence[Sequence[float]], rounds: Sequence[Sequence[int] | None]
) -> Floats:
    """Return samples of the rounds that any list has, shape (lists, rounds); nan in gaps."""
    taken = _taken(samples, rounds)
    place = {at: column for column, at in enumerate(sorted(set().union(*taken)))}
    table = np.full((len(taken), len(place)), np.nan)
    for row, (one, own) in enumerate(zip(samples, taken, strict=True)):
        table[row, [place[at] for at in own]] = one
    return table


def _taken(
    samples: Sequence[Sequence[float]], rounds: Sequence[Sequence[int] | None]
) -> list[list[int]]:
    """Return the round of each sample; a list without rounds has 1, 2, 3, …."""
    return [
        list(range(1, len(one) + 1)) if known is None else list(known)
        for one, known in zip(samples, rounds, strict=True)
    ]
