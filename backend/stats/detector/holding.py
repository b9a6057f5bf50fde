"""Boundaries that were told before: they stand until what lies near them clearly speaks against it.

A boundary that is new must prove itself; one that people were told of must be disproved. Both
would otherwise flip with every point that moves the noise of the series a little.
"""

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.detector.compiled import compiled
from backend.stats.detector.noise import inflation
from backend.stats.detector.verification import MIN_EFFECT, WINDOW, near

# Columns of what is known of a boundary that was told.
(
    AT,  # its place
    EARLIEST,  # places at which it may lie as well
    LATEST,
    TOLD,  # the difference of the levels, with its sign
    OWN_SIGMA,  # noise and correlation when it was last found
    OWN_RHO,
    WHICH,  # its number among all that were told
) = range(7)
CLEARLY = 1.64  # standard errors: 95 % on one side
SHARE_LEFT = 0.5
STILL_THERE = 3.0
NEARBY = 5  # runs, as far as boundaries move when others are dropped
ENOUGH_RUNS = 8  # either side: fewer do not take back what was told


@compiled
def may_be_same(edge: int, row: Floats, held: Floats) -> bool:
    """Say whether an edge may be the boundary that was told, perhaps at another place.

    `row` is what describes the edge: how the level changes there, the first place and the last.
    """
    if row[0] * held[TOLD] <= 0.0:
        return False
    if held[EARLIEST] <= edge <= held[LATEST]:
        return True
    # the reach of a young boundary takes in the one before it: only what lies near may have moved
    return bool(row[1] <= held[AT] <= row[2] and abs(edge - held[AT]) <= NEARBY)


@compiled
def found_again(edges: Ints, steps: Floats, told: Floats) -> Bools:
    """Return which of those told are among the edges: the nearest pairs first, each edge once."""
    again = np.zeros(told.shape[0], np.bool_)
    taken = np.zeros(edges.size, np.bool_)
    while True:
        least, row, edge = np.inf, -1, -1
        for k in range(told.shape[0]):
            for i in range(1, edges.size - 1):
                distance = abs(edges[i] - told[k, AT])
                if again[k] or taken[i] or distance >= least:
                    continue
                if may_be_same(edges[i], steps[i - 1], told[k]):
                    least, row, edge = distance, k, i
        if row < 0:
            return again
        again[row] = taken[edge] = True


@compiled
def share_left(x: Floats, edges: Ints, i: int, held: Floats, rules: Floats) -> float:
    """Return how much of the step that was told the runs around an edge show; 1 if not disproved.

    A step is disproved where it is at most half of the reported one, by an interval of the noise
    that was known then, and does not differ significantly from none.
    """
    a, b, c = near(edges, i, rules[WINDOW])
    if min(b - a, c - b) < ENOUGH_RUNS:
        return 1.0
    told = abs(held[TOLD])
    step = (x[b:c].mean() - x[a:b].mean()) * np.sign(held[TOLD])
    variance = inflation(held[OWN_RHO]) * held[OWN_SIGMA] * held[OWN_SIGMA]
    error = np.sqrt(variance * (1.0 / (b - a) + 1.0 / (c - b)))
    if step + CLEARLY * error < SHARE_LEFT * told and step < STILL_THERE * error:
        return float(step / told)
    return 1.0


@compiled
def without(edges: Ints, z: Floats, names: Ints, place: int) -> tuple[Ints, Floats, Ints]:
    """Return all three without what stands at a place."""
    kept = np.arange(edges.size) != place
    return edges[kept], z[kept], names[kept]


@compiled
def put_in(
    judged: tuple[Ints, Floats], again: Bools, told: Floats, rules: Floats
) -> tuple[Ints, Floats, Ints]:
    """Put in what was told and not found again, where the data still reach it."""
    edges, z = judged
    names = np.full(edges.size, -1, np.int64)
    for row in range(told.shape[0]):
        at = int(told[row, AT])
        if again[row] or not 0 < at < edges[-1] or abs(told[row, TOLD]) < rules[MIN_EFFECT]:
            continue
        place = int(np.searchsorted(edges, at))
        if edges[place] != at:
            edges = np.concatenate((edges[:place], np.array([at]), edges[place:]))
            z = np.concatenate((z[:place], np.zeros(1), z[place:]))
            names = np.concatenate((names[:place], np.array([row]), names[place:]))
    return edges, z, names


@compiled
def hold(
    x: Floats, judged: tuple[Ints, Floats], steps: Floats, told: Floats, rules: Floats
) -> tuple[Ints, Floats, Ints]:
    """Return the edges with those that were told and stand, the z of each, and whose they are.

    `x` are the clipped runs, drift included; `steps` describes every edge as `may_be_same` wants
    it; `told` has one row for each boundary that was told. The last array names that row, -1 for
    edges that were found. All that were told are put in first: they explain each other.
    """
    again = found_again(judged[0], steps, told)
    edges, z, names = put_in(judged, again, told, rules)
    while True:
        least, weakest = 1.0, 0
        for i in range(1, edges.size - 1):
            left = share_left(x, edges, i, told[names[i]], rules) if names[i] >= 0 else 1.0
            if left < least:
                least, weakest = left, i
        if not weakest:
            return edges, z, names
        edges, z, names = without(edges, z, names, weakest)
