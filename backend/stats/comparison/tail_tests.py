"""The upper tails of samples of one session, many comparisons at once.

Whether tails differ is asked by `shapes.compare_tails`; by how much, by the percentiles that the
samples reach. A table is looked through quickly first, since most tails do not differ.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.aspects import ASPECTS
from backend.stats.comparison.shapes import (
    FAR_UPPER,
    FEWEST_FOR_FAR,
    FEWEST_FOR_TAILS,
    UPPER,
    compare_tails,
    fisher_p,
)
from backend.stats.histograms.quantiles import QuantileChange, compare_sample_quantiles

WORTH_A_LOOK = 0.1
"""The quick p-value from which tails are compared in full."""
COMPARED = (*ASPECTS, "p95")
"""What may be said to differ; no history of the last is kept."""
LEAST_OF_P95 = 0.07
NAMED = {"p90": (90.0, 20), "p95": (95.0, 40), "p99": (99.0, 100), "p99.9": (99.9, 1000)}
"""Percentiles of a session, and the samples that each takes."""


@dataclass(frozen=True, slots=True)
class TailEstimates:
    """Percentiles whose tails differ with `chance`; intervals of 95 %, whatever is asked."""

    shift: Floats
    chance: Floats
    low: Floats
    high: Floats

    def p(self) -> Floats:
        return self.chance

    def interval(self, _: Floats) -> tuple[Floats, Floats]:
        return self.low, self.high


@dataclass(frozen=True, slots=True)
class DifferingTail:
    """A percentile that differs as the tails do."""

    aspect: int
    p: float
    n: int
    """Samples of the smaller side."""
    change: QuantileChange


def may_differ(baseline: Floats, contender: Floats, shift: Floats) -> Bools:
    """Say which rows of two tables may have other tails after a shift of logarithms.

    Counted is what lies above the common upper tenth (twentieth, from 200 samples on), as
    `compare_tails` does, which spreads readings that repeat: here they lie above it or do not,
    whichever tells more.
    """
    sizes = baseline.shape[1], contender.shape[1]
    rows = len(baseline)
    usable = (baseline.min(axis=1) > 0.0) & (contender.min(axis=1) > 0.0) & np.isfinite(shift)
    if min(sizes) < FEWEST_FOR_TAILS or not usable.any():
        return np.zeros(rows, np.bool_)
    with np.errstate(divide="ignore", invalid="ignore"):
        moved = np.log(baseline) + np.where(usable, shift, 0.0)[:, None]
        other = np.log(contender)
    together = np.concatenate((moved, other), axis=1)[usable]
    share = FAR_UPPER if sum(sizes) >= FEWEST_FOR_FAR else UPPER
    edge = np.quantile(together, share, axis=1)[:, None]
    found = np.zeros(rows, np.bool_)
    for is_inside in (np.greater, np.greater_equal):
        inside = [is_inside(side[usable], edge).sum(axis=1) for side in (moved, other)]
        found[usable] |= _chances(inside[0], inside[1], sizes) <= WORTH_A_LOOK
    return found


def _chances(first: Ints, second: Ints, sizes: tuple[int, int]) -> Floats:
    pairs = zip(first.tolist(), second.tolist(), strict=True)
    return np.array([_chance(*pair, *sizes) for pair in pairs])


@lru_cache(maxsize=4096)
def _chance(first: int, second: int, size: int, other: int) -> float:
    return min(1.0, 2.0 * fisher_p(first, size, second, other))


def differing_tail(baseline: Floats, contender: Floats) -> DifferingTail | None:
    """Return the percentile at which the tails differ most significantly; None: at none.

    Only percentiles that move the way the tail does, with an interval that excludes no difference.
    """
    n = min(baseline.size, contender.size)
    tails = compare_tails(baseline, contender)
    reached = [(name, percent) for name, (percent, least) in NAMED.items() if n >= least]
    if not (tails.p <= WORTH_A_LOOK and reached):
        return None
    is_up = tails.contender.share > tails.baseline.share
    changes = compare_sample_quantiles([baseline], [contender], [percent for _, percent in reached])
    told = [
        DifferingTail(COMPARED.index(name), tails.p, n, one)
        for (name, _), one in zip(reached, changes, strict=True)
        if (one.low > 1.0 if is_up else one.high < 1.0)
    ]
    return max(told, key=_surety, default=None)


def _surety(one: DifferingTail) -> float:
    """Return how many half intervals a percentile lies from no difference."""
    change = one.change
    near = change.low if change.ratio > 1.0 else change.high
    with np.errstate(divide="ignore", invalid="ignore"):
        moved, reach = np.log(change.ratio), np.log(change.ratio) - np.log(near)
        return float(abs(moved) / max(abs(reach), 1e-12))
