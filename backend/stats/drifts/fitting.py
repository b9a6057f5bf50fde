"""Where a series slides from one level to another, too slowly for a step.

Method: between the steps that the detector found, the continuous line level-slope-level with the
least squared error, each segment at a level of its own; kept where its size reaches the smallest
asked for and `NEED` + 0.2 ln n of its standard errors, and where it explains clearly more than one
more step would. The error allows for correlation, seen at lag one and in the means of batches, so
that noise that wanders is not taken for a slide.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats
from backend.stats.changes import Analysis, Change, Options
from backend.stats.detector.clip import clip
from backend.stats.detector.noise import scatter, sigma_at
from backend.stats.detector.slides import (
    EARLIEST,
    END,
    ERROR,
    LATEST,
    LONG_ENOUGH,
    SIZE,
    START,
    Z,
    find_slides,
)
from backend.stats.rows import finite_row

LEAST_DRIFT = 0.05
"""The smallest drift that is told, as a share of the level where it began."""
NEED = 5.0
NEED_PER_LOG_N = 0.2
WIDTH_OF_INTERVAL = 2.6  # standard errors: 99 % of a normal, stated as 95 %: the place was searched
BETTER_THAN_STEP = 6.0
"""By so many long-run variances a drift must explain more than one more step does."""
KEPT = 0.6
"""The share of what a new drift must show that is asked of one that people were told of."""
FEWEST_TEETH = 2
TAKEN_BACK = 0.6
"""The share of a drift that steps the other way take back where it is a sawtooth."""
LEVEL = 10
"""Runs on either side of the beginning of a drift that show the level before it."""


@dataclass(frozen=True, slots=True)
class ReportedDrift:
    """A drift that people know of: its first and last run, and whether it went up."""

    start: int
    end: int
    is_up: bool

    def is_of(self, drift: "Drift") -> bool:
        """Tell whether a drift may be this one: it goes the same way and shares a run."""
        is_near = self.start <= drift.end and drift.start <= self.end
        return is_near and self.is_up is (drift.ratio > 1.0)


@dataclass(frozen=True, slots=True)
class Drift:
    """A slide from run `start`, the last at the old level, to run `end`, the first at the new one.

    `ratio` is after / before with the interval `low`..`high`; `per_run` is the factor from one run
    to the next. The slide began at one of the runs `earliest`..`latest`.
    """

    start: int
    end: int
    earliest: int
    latest: int
    before: float
    after: float
    ratio: float
    low: float
    high: float
    z: float

    @property
    def per_run(self) -> float:
        return float(self.ratio ** (1.0 / (self.end - self.start)))


def find_drifts(
    values: ArrayLike,
    analysis: Analysis,
    least: float = LEAST_DRIFT,
    told: Sequence[ReportedDrift] = (),
) -> tuple[Drift, ...]:
    """Find the slow changes of a series beside the steps that its analysis found.

    `values` are those that were analysed; `least` is the smallest share that counts. A drift that
    people were `told` of stands while it keeps `KEPT` of what a new one must show. Teeth that climb
    and fall back by steps are no drift. Series with values that are not positive have no ratios and
    no drifts.
    """
    x = finite_row(values)
    if not analysis.logarithmic or x.size < LONG_ENOUGH:
        return ()
    x = np.log(x)
    found: list[Drift] = []
    for start, end in pairwise([0, *analysis.forced, x.size]):
        steps = [one.index for one in analysis.changes if start < one.index < end]
        known = [one for one in told if start <= one.start < end]
        found += _with_reported(x, (start, *steps, end), least, known)
    return tuple(one for one in found if not _is_sawtooth(one, analysis.changes))


def _with_reported(
    x: Floats, bounds: Sequence[int], least: float, told: Sequence[ReportedDrift]
) -> list[Drift]:
    """Return the drifts of a stretch; of those that were told, also what is less sure by now."""
    found = _slides(x, bounds, least, is_new=True)
    missing = [one for one in told if not any(one.is_of(drift) for drift in found)]
    if missing:
        less_sure = _slides(x, bounds, KEPT * least, is_new=False)
        found += [one for one in less_sure if any(known.is_of(one) for known in missing)]
    return sorted(found, key=lambda one: one.start)


def _is_sawtooth(drift: Drift, changes: Sequence[Change]) -> bool:
    """Tell whether steps within a drift take back most of it, again and again."""
    size = math.log(drift.ratio)
    inside = [
        math.log(one.ratio)
        for one in changes
        if drift.start < one.index <= drift.end and (one.ratio > 1.0) is not (size > 0.0)
    ]
    return len(inside) >= FEWEST_TEETH and abs(sum(inside)) >= TAKEN_BACK * abs(size)


def _slides(x: Floats, bounds: Sequence[int], least: float, *, is_new: bool) -> list[Drift]:
    """Find slides between the first and the last bound, beside steps at those between."""
    start, end = bounds[0], bounds[-1]
    n = end - start
    if n < LONG_ENOUGH:
        return []
    y, floor = without_spikes(x[start:end])
    need = (NEED + NEED_PER_LOG_N * math.log(n)) * (1.0 if is_new else KEPT)
    costs = (BETTER_THAN_STEP if is_new else 0.0, Options().culprit_cost)
    edges = np.array(bounds, np.int64) - start
    rows = find_slides(y, edges, floor, (math.log1p(least), need), costs)
    return [_drift(row, start, x[start:end]) for row in rows]


def without_spikes(x: Floats) -> tuple[Floats, float]:
    """Return the runs less the first one without their spikes, and the least variance of one."""
    noise = scatter(x, 0.0)
    y: Floats = clip(x, Options().clip * sigma_at(noise[0], 0.0, noise[2]))
    return y - y[0], noise[2] ** 2


def _drift(row: Floats, offset: int, x: Floats) -> Drift:
    start, end = int(row[START]), int(row[END])
    size, margin = float(row[SIZE]), WIDTH_OF_INTERVAL * float(row[ERROR])
    near = np.arange(max(0, start - LEVEL), min(x.size, start + LEVEL))
    before = float(np.median(x[near] - size * np.clip((near - start) / (end - start), 0.0, 1.0)))
    return Drift(
        start=start + offset,
        end=end + offset,
        earliest=int(row[EARLIEST]) + offset,
        latest=int(row[LATEST]) + offset,
        before=math.exp(before),
        after=math.exp(before + size),
        ratio=math.exp(size),
        low=math.exp(size - margin),
        high=math.exp(size + margin),
        z=float(row[Z]),
    )
