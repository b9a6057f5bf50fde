"""Differences held against the runs of histories, and not against the normal alone.

Student's t takes the luck of a run for normal. Where histories hold spikes, a rare mode or long
tails, it claims what one unlucky run makes. So the p-value is never below the chance that far runs
make the difference: one of them alone, or a body that is wider than its standard deviation says.
Several runs per side show what one cannot where they agree: then all runs of one side have to be
far out at once. The interval is widened by the same rules, so that it excludes no difference just
where the p-value is below the level.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from backend.stats import special
from backend.stats.arrays import Bools, Floats
from backend.stats.comparison.estimates import Estimates
from backend.stats.comparison.far_runs import EDGES, SMALLEST, distance_of, share_beyond
from backend.stats.student import t_quantile

PLANNED = 0.99
"""Coverage of the interval from which a standard error is read back."""
MOST_AGREEING = 20
"""Runs per side up to which it is asked how many would have to agree."""
RUNS_OF_AN_ODD_ONE = 4
"""Of five runs per side one need not agree with the others, of nine two."""
NARROWER = 1.7
"""By how much three runs per side narrow the gap between the sides, in scatters of one."""
_PLACES = np.concatenate((-EDGES[::-1], [0.0], EDGES))
"""Where the highest run of the lower side may lie, in standard deviations."""
_MIDDLES = np.concatenate((_PLACES[:1], (_PLACES[1:] + _PLACES[:-1]) / 2.0, _PLACES[-1:]))


@dataclass(frozen=True, slots=True)
class SideRuns:
    """Runs of both sides, and as how many they count where they share their luck."""

    count: tuple[int, int]
    effective: tuple[Floats, Floats]

    @property
    def spread(self) -> Floats:
        """Return the standard deviation of a difference of means, in scatters of one run."""
        spread: Floats = np.sqrt(1.0 / self.effective[0] + 1.0 / self.effective[1])
        return spread


@dataclass(frozen=True)
class TailedEstimates:
    """Estimates that claim no more than far runs of histories allow.

    `unit` is the scatter of one run on the scale of the shift, `shares` those of runs far out, by
    `EDGES`. `gaps` are the differences between the nearest runs of both sides: the lowest of the
    contender less the highest of the baseline, and the highest less the lowest.
    """

    inner: Estimates
    unit: Floats
    shares: Floats
    runs: SideRuns
    gaps: tuple[Floats, Floats]

    @property
    def shift(self) -> Floats:
        return self.inner.shift

    @property
    def degrees(self) -> Floats:
        return self.inner.degrees

    @property
    def logarithmic(self) -> Bools:
        return self.inner.logarithmic

    @property
    def error(self) -> Floats:
        """Return the standard error that the interval of 99 % stands for."""
        coverage = np.full(self.shift.size, PLANNED)
        low, high = self.interval(coverage)
        reach = np.maximum(self.shift - low, high - self.shift)
        return np.fmax(self.inner.error, reach / t_quantile(coverage, self.degrees))

    def p(self) -> Floats:
        inner = self.inner.p()
        with np.errstate(divide="ignore", invalid="ignore"):
            size = np.nan_to_num(np.abs(self.shift) / (self.unit * self.runs.spread))
            near = np.where(self.shift > 0.0, self.gaps[0], -self.gaps[1]) / self.unit
        tails = share_beyond(self._by_one, size)
        if max(self.runs.count) > 1:
            tails = np.minimum(tails, share_beyond(self._by_agreement, np.nan_to_num(near)))
        tails = np.where(self.shift == 0.0, 0.0, tails)
        return np.where(np.isnan(inner), inner, np.maximum(inner, tails))

    def z(self) -> Floats:
        p, inner = self.p(), self.inner.z()
        with np.errstate(invalid="ignore"):
            size = -special.ndtri(np.maximum(p, SMALLEST) / 2.0)
        return np.where(p > self.inner.p(), np.copysign(size, self.shift), inner)

    def interval(self, coverage: Floats) -> tuple[Floats, Floats]:
        low, high = self.inner.interval(coverage)
        reach = distance_of(self._by_one, 1.0 - coverage) * self.unit * self.runs.spread
        ends = self.shift - reach, self.shift + reach
        if max(self.runs.count) > 1:
            near = distance_of(self._by_agreement, 1.0 - coverage) * self.unit
            ends = (
                np.maximum(ends[0], self.gaps[0] - near),
                np.minimum(ends[1], self.gaps[1] + near),
            )
        return np.minimum(low, ends[0]), np.maximum(high, ends[1])

    def runs_to_agree(self, effect: Floats, alpha: float) -> Floats:
        """Return with how many runs per side far ones make such an effect as rarely as `alpha`."""
        with np.errstate(divide="ignore", invalid="ignore"):
            sizes = np.nan_to_num(effect / self.unit)
            by_one = 2.0 * share_beyond(self.shares, sizes)
            one = share_beyond(self.shares, np.maximum(sizes - NARROWER, 0.0))
            needed = np.ceil(math.log(alpha / 2.0) / np.log(np.maximum(one, SMALLEST)))
        needed = np.where(one < 1.0, np.clip(needed, 2.0, MOST_AGREEING), MOST_AGREEING)
        return np.where(by_one <= alpha, 1.0, needed)

    @cached_property
    def _by_one(self) -> Floats:
        """Return how likely one far run, or a wide body, parts the means by each edge."""
        spread = self.runs.spread[:, None] * EDGES
        jumps = [count * share_beyond(self.shares, count * spread) for count in self.runs.count]
        return np.minimum(np.maximum(self.shares, jumps[0] + jumps[1]), 1.0)

    @cached_property
    def _by_agreement(self) -> Floats:
        """Return how likely nearly all runs of one side lie beyond the other by each edge.

        Either tail is taken for as long as both together, and so each direction for both.
        """
        below = self._most_of(0, 1.0 - _upper(self.shares, _PLACES))
        steps = np.diff(below, axis=1, prepend=0.0, append=1.0)
        found = np.zeros_like(self.shares)
        for at in range(0, EDGES.size, 2):
            beyond = self._most_of(1, _upper(self.shares, _MIDDLES + EDGES[at]))
            found[:, at] = (steps * beyond).sum(axis=1)
        found[:, 1::2] = np.sqrt(found[:, :-1:2] * found[:, 2::2])
        return np.minimum(found, 1.0)

    def _most_of(self, side: int, share: Floats) -> Floats:
        """Return how likely all runs of a side but a few odd ones are among that share."""
        count = self.runs.count[side]
        odd = (count - 1) // RUNS_OF_AN_ODD_ONE
        all_of = np.zeros_like(share)
        for some in range(odd + 1):
            all_of += math.comb(count, some) * (1.0 - share) ** some * share ** (count - some)
        weight = self.runs.effective[side] / count
        if (weight == 1.0).all():
            return all_of
        alike: Floats = np.power(all_of, weight[:, None])
        return alike


def nearest(baseline: Floats, contender: Floats) -> tuple[Floats, Floats]:
    """Return the differences between the nearest runs of two sides: (comparisons, runs) each.

    Upwards and downwards; odd runs of either side are left out.
    """
    first, second = np.sort(baseline, axis=1), np.sort(contender, axis=1)
    odd = [(side.shape[1] - 1) // RUNS_OF_AN_ODD_ONE for side in (first, second)]
    up = second[:, odd[1]] - first[:, -1 - odd[0]]
    down = second[:, -1 - odd[1]] - first[:, odd[0]]
    return up, down


def _upper(shares: Floats, places: Floats) -> Floats:
    """Return the share of runs above each place, in standard deviations from the level."""
    beyond = np.minimum(share_beyond(shares, np.abs(places)[None]), 0.5)
    return np.where(places > 0.0, beyond, 1.0 - beyond)
