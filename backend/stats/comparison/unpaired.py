"""Two sets of samples without pairing: ranks, the Hodges-Lehmann shift and its interval.

The p-value is that of the rank sum, so it holds whatever the shape of the noise. Few samples
cannot give a small p that way: where the sets are completely apart (and only there) Welch's t
on the same scale may lower it, and give the interval that ranks cannot. Where the smaller set
scatters more, ranks claim too much, and the larger p of both counts. Sources: Mann and
Whitney (1947); Hodges and Lehmann (1963); Welch (1947).
"""

from dataclasses import dataclass, replace

import numpy as np

from backend.stats import special
from backend.stats.arrays import Bools, Floats
from backend.stats.comparison.all_differences import AllDifferences, middles
from backend.stats.comparison.estimates import (
    HALF_STEP,
    SMALLEST_SCATTER,
    Scaled,
    StudentEstimates,
    least_scatter,
    scaled,
)
from backend.stats.comparison.rank_sums import least_p, rank_limits, two_sided

COVERAGE = 0.99
"""Of the interval that an error is read off."""
UNEQUAL = 1.25
"""Ratio of sizes, and of scatters, from which sides are not alike."""


@dataclass(frozen=True, slots=True)
class RankEstimates:
    """Hodges-Lehmann shifts with what their p-values and intervals are made of.

    `differences` are those of each row, on the scale of comparison; `welch` is the same row by
    Student's t about the same shift, `margin` half a step of a clock that gave equal readings,
    `ties` what they take off the variance of ranks, `uneven` where Welch has to agree.
    """

    welch: StudentEstimates
    differences: AllDifferences
    unit: Floats
    margin: Floats
    ranks: Floats
    ties: Floats
    counts: tuple[int, int]
    separate: Bools
    uneven: Bools
    error: Floats
    """Standard error: that of means, or less where spikes made it too large."""

    @property
    def shift(self) -> Floats:
        return self.welch.shift

    @property
    def degrees(self) -> Floats:
        return self.welch.degrees

    @property
    def logarithmic(self) -> Bools:
        return self.welch.logarithmic

    def p(self) -> Floats:
        by_t = self.welch.p()
        either = np.where(self.separate, np.fmin(self.ranks, by_t), self.ranks)
        return np.where(self.uneven, np.fmax(either, by_t), either)

    def z(self) -> Floats:
        by_t = np.abs(self.welch.z())
        with np.errstate(divide="ignore"):
            by_rank: Floats = -special.ndtri(self.ranks / 2.0)
        either = np.where(self.separate, np.fmax(by_rank, by_t), by_rank)
        return np.copysign(np.where(self.uneven, np.fmin(either, by_t), either), self.shift)

    def interval(self, coverage: Floats) -> tuple[Floats, Floats]:
        outside = rank_limits(coverage, self.ties, *self.counts)
        places = np.maximum(outside, 0.0) + 0.5
        low = self.differences.at(places, self.margin)
        high = self.differences.at(self.differences.count - places, self.margin)
        with np.errstate(over="ignore"):
            ends = low * self.unit, high * self.unit
        if (outside >= 0).all() and not self.uneven.any():
            return ends
        by_t = self.welch.interval(coverage)
        alone = (outside < 0.0) & self.separate  # Student's t says it alone
        both = self.uneven | (outside < 0.0)
        low = np.where(both, np.minimum(ends[0], by_t[0]), ends[0])
        high = np.where(both, np.maximum(ends[1], by_t[1]), ends[1])
        return np.where(alone, by_t[0], low), np.where(alone, by_t[1], high)


def estimate_samples(baseline: Floats, contender: Floats) -> RankEstimates:
    """Estimate the shift of every row of two tables (comparisons, samples), widths may differ.

    Assumes that samples are independent and that both sides scatter alike. Rows with a number
    that is not positive are compared by differences instead of logarithms. One sample per side
    gives a shift without p or interval. Raises ValueError if a table is empty, has another
    number of rows or holds a number that is not finite.
    """
    sides = scaled(np.asarray(baseline, np.float64), np.asarray(contender, np.float64))
    floor = least_scatter(sides)
    differences = AllDifferences.of(sides)
    u, ties = _rank_sums(sides)
    counts = sides.baseline.shape[1], sides.contender.shape[1]
    separate = (u == 0.0) | (u == counts[0] * counts[1])
    welch = _welch(sides, differences.middle(), floor)
    ranks = two_sided(u, ties, *counts)
    alone = min(counts) == 1 and least_p(*counts) > 0.05  # noqa: PLR2004 - nothing to claim
    found = RankEstimates(
        welch=welch,
        differences=differences,
        unit=sides.unit,
        margin=np.where(floor > SMALLEST_SCATTER, HALF_STEP * floor, 0.0),
        ranks=np.full(u.size, np.nan) if alone else ranks,
        ties=ties,
        counts=counts,
        separate=separate,
        uneven=_uneven(sides),
        error=welch.error,
    )
    low, high = found.interval(np.full(u.size, COVERAGE))
    reach = (high - low) / (2.0 * special.ndtri((1.0 + COVERAGE) / 2.0))
    return replace(found, error=np.fmin(welch.error, reach))


def sample_scatter(baseline: Floats, contender: Floats) -> tuple[Floats, Floats]:
    """Return the standard deviation of each side's samples, on the scale of comparison.

    Rows and errors are those of `estimate_samples`; nan for one sample.
    """
    sides = scaled(np.asarray(baseline, np.float64), np.asarray(contender, np.float64))
    with np.errstate(over="ignore"):
        first, second = (_sd(one) * sides.unit for one in (sides.baseline, sides.contender))
    return first, second


def _sd(side: Floats) -> Floats:
    n = side.shape[1]
    return side.std(axis=1, ddof=1) if n > 1 else np.full(len(side), np.nan)


def _uneven(sides: Scaled) -> Bools:
    """Say where the smaller set scatters more: ranks claim too much there, and Welch has to agree.

    Scatter is the median absolute deviation, which does not mind a spike.
    """
    small, large = sorted((sides.baseline, sides.contender), key=lambda side: side.shape[1])
    if large.shape[1] < UNEQUAL * small.shape[1]:
        return np.zeros(len(small), np.bool_)
    return _mad(small) > UNEQUAL * _mad(large)


def _mad(side: Floats) -> Floats:
    middle = np.median(side, axis=1, keepdims=True)
    mad: Floats = np.median(np.abs(side - middle), axis=1)
    return mad


def _welch(sides: Scaled, shift: Floats, floor: Floats) -> StudentEstimates:
    """Return the shift with the error of a difference of means, each side with its scatter.

    Sets of different sizes get the fewer degrees of freedom of both: Welch's own are too many
    where a small set is the skewed one, and suites ask for very small p-values.
    """
    variances, degrees = [], []
    for side in (sides.baseline, sides.contender):
        n = side.shape[1]
        variances.append(np.maximum(_sd(side), HALF_STEP * floor) ** 2 / n)
        degrees.append(max(n - 1.0, 1.0))
    total = variances[0] + variances[1]
    fewest = np.full(total.size, min(degrees))
    if degrees[0] == degrees[1]:
        fewest = total**2 / (variances[0] ** 2 + variances[1] ** 2) * fewest
    still = (sides.baseline == sides.contender[:, :1]).all(axis=1)
    still &= (sides.contender == sides.contender[:, :1]).all(axis=1) & ~np.isnan(total)
    with np.errstate(over="ignore"):
        return StudentEstimates(
            shift * sides.unit,
            np.where(still, 0.0, np.sqrt(total)) * sides.unit,
            fewest,
            sides.logarithmic,
        )


def _rank_sums(sides: Scaled) -> tuple[Floats, Floats]:
    """Return U (contender above baseline) and the share that ties take off its variance."""
    j = sides.baseline.shape[1]
    together = np.concatenate((sides.baseline, sides.contender), axis=1)
    order = np.argsort(together, axis=1, kind="stable")
    ascending = np.take_along_axis(together, order, axis=1)
    ranks, ties = _midranks(ascending)
    of_contender = np.where(order >= j, ranks, 0.0).sum(axis=1)
    k = together.shape[1] - j
    return of_contender - k * (k + 1) / 2.0, ties


def _midranks(ascending: Floats) -> tuple[Floats, Floats]:
    """Return ranks from 1 with ties shared, and sum(t³ - t) / (n³ - n) over groups of ties."""
    n = ascending.shape[1]
    middle, size = middles(ascending)
    # every member of a group of t carries (t² - 1), so the group carries t³ - t
    return middle + 0.5, (size**2 - 1.0).sum(axis=1) / max(n**3 - n, 1)
