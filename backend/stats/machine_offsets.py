"""Constant offsets between machines that take turns in one series, and their removal.

Method: every switch of machines gives one difference of levels; the offsets fit them with
least absolute deviations, so that a true step at a switch is an outlier among them. Then twice:
segment what remains and add each machine's median residual to its offset.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats, Ints
from backend.stats.change_points import detect

EITHER_SIDE = 3
"""Runs on each side of a switch that give its difference."""
ROUNDS = 2
STEPS = 30
SETTLED = 1e-9


@dataclass(frozen=True, slots=True)
class Offsets:
    """`values` as if all were measured on the newest machine.

    `machines` are those of the series in order of first sight, `offsets` how much higher each
    reads than the newest machine, on the scale of the input.
    """

    values: Floats
    machines: tuple[int, ...]
    offsets: tuple[float, ...]
    warnings: tuple[str, ...]


def remove_offsets(x: ArrayLike, machines: Sequence[int] | Ints) -> Offsets:
    """Take constant differences between machines out of a series.

    `x` (n) holds one number per run, on the scale on which machines differ by a constant
    (logarithms for ratios); `machines` (n) says which one ran it. Every machine but those of
    the first and last stretch must have come back, or been surrounded by one that did:
    a change that coincides with a move for good cannot be told from the move. ValueError
    unless both are rows of one length and `x` is finite.
    """
    values = np.asarray(x, np.float64)
    names = np.asarray(machines, np.int64)
    if values.ndim != 1 or values.shape != names.shape:
        raise ValueError("give one machine for every run")
    if not np.isfinite(values).all():
        raise ValueError("a series is one row of finite numbers")
    if values.size == 0:
        return Offsets(values.copy(), (), (), ())
    labels, labelled = _labels(names)
    offsets = np.zeros(labels.size)
    if labels.size > 1:
        offsets[:] = _from_switches(values, labelled, labels.size)
        for _ in range(ROUNDS):
            offsets[:] = _refined(values, labelled, offsets)
    offsets -= offsets[labelled[-1]]
    return Offsets(
        values - offsets[labelled],
        tuple(labels.tolist()),
        tuple(offsets.tolist()),
        _warnings(labelled, labels),
    )


def _labels(names: Ints) -> tuple[Ints, Ints]:
    """Return the machines in order of first sight, and for every run the number of its own."""
    known, first, inverse = np.unique(names, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return known[order], rank[inverse]


def _from_switches(x: Floats, labelled: Ints, count: int) -> Floats:
    """Fit offsets, the first machine's being 0, to the differences across switches."""
    switches = np.flatnonzero(np.diff(labelled)) + 1
    edges = np.concatenate(([0], switches, [x.size]))
    before = _medians(x, np.maximum(edges[:-2], switches - EITHER_SIDE), switches)
    after = _medians(x, switches, np.minimum(edges[2:], switches + EITHER_SIDE))
    design = np.zeros((switches.size, count))
    rows = np.arange(switches.size)
    design[rows, labelled[switches]] += 1.0
    design[rows, labelled[switches - 1]] -= 1.0
    behind = np.minimum(np.diff(edges)[:-1], EITHER_SIDE)
    ahead = np.minimum(np.diff(edges)[1:], EITHER_SIDE)
    exactness = 1.0 / np.sqrt(1.0 / behind + 1.0 / ahead)
    return np.append(0.0, _least_deviations(design[:, 1:], after - before, exactness))


def _medians(x: Floats, starts: Ints, ends: Ints) -> Floats:
    """Return the medians of stretches of one to three runs."""
    first, last = x[starts], x[ends - 1]
    of_three = np.median(np.stack((first, x[(starts + ends - 1) // 2], last)), axis=0)
    return np.where(ends - starts < EITHER_SIDE, 0.5 * (first + last), of_three)


def _least_deviations(design: Floats, differences: Floats, exactness: Floats) -> Floats:
    """Solve by reweighted least squares; a residual counts by its size, not its square."""
    weights = exactness**2
    solution: Floats = np.zeros(design.shape[1])
    for _ in range(STEPS):
        root = np.sqrt(weights)
        fitted = np.linalg.lstsq(design * root[:, None], differences * root, rcond=None)[0]
        found = np.asarray(fitted, np.float64)
        residuals = np.abs(differences - design @ found) * exactness
        if np.abs(found - solution).max() <= SETTLED * (1.0 + np.abs(found).max()):
            return found
        solution = found
        # near zero all residuals count alike, or one of them would fix the solution
        floor = 1e-9 + 0.2 * float(np.median(residuals))
        weights = exactness**2 / np.maximum(residuals, floor)
    return solution


def _refined(x: Floats, labelled: Ints, offsets: Floats) -> Floats:
    """Add to each machine's offset the median of what it leaves after segmentation."""
    residual = x - offsets[labelled]
    # shifted below zero, so that the detector takes the numbers as they are
    places = detect(residual - (residual.max() + 1.0))
    for start, end in pairwise([0, *places.tolist(), x.size]):
        residual[start:end] -= np.median(residual[start:end])
    left = [float(np.median(residual[labelled == machine])) for machine in range(offsets.size)]
    return np.asarray(offsets + np.array(left))


def _warnings(labelled: Ints, labels: Ints) -> tuple[str, ...]:
    """Name machines that never met the others twice: their offset may hide a change."""
    switches = np.flatnonzero(np.diff(labelled)) + 1
    meetings = np.bincount(
        np.concatenate((labelled[switches], labelled[switches - 1])), minlength=labels.size
    )
    return tuple(
        f"machine {name} was switched to or from once: its offset and a change at that run "
        "are not distinguishable."
        for name, count in zip(labels.tolist(), meetings.tolist(), strict=True)
        if count == 1
    )
