"""How medians of counted recordings differ: p-values and intervals without assuming any shape.

Within runs a median lies between two order statistics. Both sides are combined by Zou and Donner
and, because two heaps of latency defeat that (a median then jumps from one to the other), by the
median test of Mood as well, which is exact wherever one side is the other one shifted; the wider
of both intervals counts. What differs from run to run is added along a circle of deviates: an end
is as far out as any share of the deviate given to the counts, and the rest to the runs, takes it.
Sources: Zou and Donner (2008), Statistics in Medicine 27; Mood (1954), Annals of Mathematical
Statistics 25; Gastwirth (1968), Journal of the American Statistical Association 63.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from backend.stats import special
from backend.stats.arrays import Bools, Floats
from backend.stats.comparison.run_scatter import RunScatter, estimate_runs
from backend.stats.histograms.quantiles import QuantileBuckets

MOST = 12.0
"""Largest normal deviate looked for: p-values below 1e-32 are not told apart."""
STEPS, ROUNDS = 100, 3
LARGEST = 1e300
"""Of Student's t: beyond it there would be nothing to interpolate."""
TABLE = np.linspace(0.0, MOST, 241)
ANGLES = np.linspace(0.0, math.pi / 2.0, 7)
USUAL = 1.959963984540054  # the normal quantile of 0.975


@dataclass(frozen=True, slots=True)
class MedianCounts:
    """All recordings of both sides, on the scale on which they are compared."""

    baseline: QuantileBuckets
    contender: QuantileBuckets

    def reach(self, z: Floats) -> tuple[Floats, Floats]:
        """Return how far the difference of medians may lie below and above the one observed.

        Infinite where there is no logarithm of a median of all runs, whatever its runs have.
        """
        sides = [_bounds(side, z) for side in (self.baseline, self.contender)]
        (first, low_first, high_first), (second, low_second, high_second) = sides
        if not (math.isfinite(first) and math.isfinite(second)):
            return np.full(z.shape, np.inf), np.full(z.shape, np.inf)
        low, high = self._by_mood(z)
        value = second - first
        down = np.maximum(np.hypot(second - low_second, high_first - first), value - low)
        up = np.maximum(np.hypot(high_second - second, first - low_first), high - value)
        return down, up

    def _by_mood(self, z: Floats) -> tuple[Floats, Floats]:
        """Return the shifts at which as many recordings of the baseline lie in the lower half."""
        m, n = float(self.baseline.n), float(self.contender.n)
        half = (m + n) // 2.0
        expected = half * (m / (m + n))
        sd = math.sqrt(expected * (n / (m + n)) * ((m + n - half) / max(m + n - 1.0, 1.0)))
        many = np.ceil(expected + 0.5 + z * sd)
        few = np.floor(expected - 0.5 - z * sd)
        # counts beyond 2^53 are rounded, so that a rank may fall short of its median
        with np.errstate(invalid="ignore"):
            low = self.contender.lower_ends(half + 1.0 - many) - self.baseline.upper_ends(many)
            high = self.contender.upper_ends(half - few) - self.baseline.lower_ends(few + 1.0)
        low[np.isnan(low)], high[np.isnan(high)] = -np.inf, np.inf
        return low, high


def _bounds(side: QuantileBuckets, z: Floats) -> tuple[float, Floats, Floats]:
    """Return the median of one side and the order statistics that hold it at each deviate."""
    middle, reach = (side.n + 1.0) / 2.0, z * math.sqrt(side.n) / 2.0
    low, high = side.lower_ends(np.floor(middle - reach)), side.upper_ends(np.ceil(middle + reach))
    return side.middle()[1], low, high


@dataclass(frozen=True, slots=True)
class MedianReach:
    """How far the shift may lie from the one observed, by counts and by runs.

    `error` is what runs add to the counts, with its degrees of freedom (0: nothing, or nothing
    known); `widths` are those of the widest buckets around the medians of either side.
    """

    counts: MedianCounts
    error: float
    degrees: float
    widths: tuple[float, float]

    def at(self, z: Floats) -> tuple[Floats, Floats]:
        """Return how far down and up at each normal deviate."""
        if self.error > 0.0:
            angles = ANGLES[:, None]
            with np.errstate(over="ignore"):
                by_runs = self.error * _student(self.degrees)(z * np.sin(angles))
            inner = self.counts.reach((z * np.cos(angles)).ravel())
            down, up = ((end.reshape(by_runs.shape) + by_runs).max(axis=0) for end in inner)
        else:
            down, up = self.counts.reach(z)
        return np.maximum(down, self.widths[1]), np.maximum(up, self.widths[0])

    def deviate(self, shift: float) -> float:
        """Return the largest deviate whose interval excludes 0, with the sign of the shift."""
        low, high = 0.0, MOST
        for _ in range(ROUNDS):
            grid = np.linspace(low, high, STEPS + 1)
            down, up = self.at(grid[1:-1])
            apart = np.append((down if shift > 0.0 else up) < abs(shift), False)
            first = int(np.argmin(apart))
            low, high = float(grid[first]), float(grid[first + 1])
        return math.copysign(low, shift)


@dataclass(frozen=True, slots=True)
class MedianEstimates:
    """The shift of one comparison of medians; `error` and `deviate` are nan for too few."""

    shift: Floats
    error: Floats
    degrees: Floats
    logarithmic: Bools
    deviate: Floats
    reach: MedianReach

    def p(self) -> Floats:
        return 2.0 * special.ndtr(-np.abs(self.deviate))

    def z(self) -> Floats:
        return self.deviate

    def interval(self, coverage: Floats) -> tuple[Floats, Floats]:
        down, up = self.reach.at(-special.ndtri((1.0 - coverage) / 2.0))
        few = np.isnan(self.error)
        low, high = self.shift - down, self.shift + up
        return np.where(few, np.nan, low), np.where(few, np.nan, high)


def estimate_medians(
    runs: Sequence[Sequence[QuantileBuckets]],
    pooled: Sequence[QuantileBuckets],
    scatter: RunScatter,
) -> MedianEstimates:
    """Estimate the shift of one comparison from recordings by side and run, and all of a side.

    Every bucket counts as its top, and with its whole width in the interval. `error` is what
    the farther end stands for. Raises ValueError for numbers that are not finite.
    """
    middles = [np.array([run.middle() for run in side]) for side in runs]
    tops = [side[:, 1][None, :] for side in middles]
    found = estimate_runs(tops[0], tops[1], scatter)
    is_ratio = bool(found.logarithmic[0])
    widths = [
        float((side[:, 1] - side[:, 0]).max()) for side in _scaled(*middles, logarithmic=is_ratio)
    ]
    sides = [
        QuantileBuckets(*_scaled(one.lowest, one.highest, logarithmic=is_ratio), one.cumulated)
        for one in pooled
    ]
    error = float(np.nan_to_num(found.error[0]))
    reach = MedianReach(
        MedianCounts(sides[0], sides[1]), error, float(found.degrees[0]), (widths[0], widths[1])
    )
    farther = float(np.maximum(*reach.at(np.array([USUAL])))[0])
    known = math.isfinite(farther)
    return MedianEstimates(
        shift=found.shift,
        error=np.array([farther / USUAL if known else np.nan]),
        degrees=np.where(error > 0.0, found.degrees, np.inf),
        logarithmic=found.logarithmic,
        deviate=np.array([reach.deviate(float(found.shift[0])) if known else np.nan]),
        reach=reach,
    )


def _scaled(first: Floats, second: Floats, *, logarithmic: bool) -> tuple[Floats, Floats]:
    """Take logarithms, -infinity for what is not positive."""
    if not logarithmic:
        return first, second
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = [np.where(ends > 0.0, np.log(ends), -np.inf) for ends in (first, second)]
    return logs[0], logs[1]


@lru_cache(maxsize=256)
def _student(degrees: float) -> Callable[[Floats], Floats]:
    """Return what turns normal deviates into those of Student's t (never smaller than they are)."""
    if math.isinf(degrees):
        return lambda z: z
    table = np.minimum(-special.stdtrit(degrees, special.ndtr(-TABLE)), LARGEST)
    return lambda z: np.interp(z, TABLE, table)
