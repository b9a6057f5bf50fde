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
from scipy import special

from backend.stats.arrays import Bools, Floats
from backend.stats.estimates import StudentEstimates
from backend.stats.quantiles import Recording
from backend.stats.run_scatter import RunScatter, estimate_runs

MOST = 12.0
"""Largest normal deviate looked for: p-values below 1e-32 are not told apart."""
STEPS, ROUNDS = 48, 4
LARGEST = 1e300
"""Of Student's t: beyond it there would be nothing to interpolate."""
TABLE = np.linspace(0.0, MOST, 241)
ANGLES = np.linspace(0.0, math.pi / 2.0, 7)
USUAL = float(special.ndtri(0.975))


@dataclass(frozen=True, slots=True)
class MedianCounts:
    """All recordings of both sides, and where to read them: logarithms or numbers."""

    baseline: Recording
    contender: Recording
    logarithmic: bool

    def reach(self, z: Floats) -> tuple[Floats, Floats]:
        """Return how far the difference of medians may lie below and above the one observed."""
        sides = [self._bounds(side, z) for side in (self.baseline, self.contender)]
        (first, low_first, high_first), (second, low_second, high_second) = sides
        low, high = self._by_mood(z)
        value = second - first
        down = np.maximum(np.hypot(second - low_second, high_first - first), value - low)
        up = np.maximum(np.hypot(high_second - second, first - low_first), high - value)
        return down, up

    def _bounds(self, side: Recording, z: Floats) -> tuple[float, Floats, Floats]:
        middle, reach = (side.n + 1.0) / 2.0, z * math.sqrt(side.n) / 2.0
        value = self._scale(side.upper_ends(np.array([math.ceil(side.n / 2)])))[0]
        low = self._scale(side.lower_ends(np.floor(middle - reach)))
        return float(value), low, self._scale(side.upper_ends(np.ceil(middle + reach)))

    def _by_mood(self, z: Floats) -> tuple[Floats, Floats]:
        """Return the shifts at which as many recordings of the baseline lie in the lower half."""
        m, n = float(self.baseline.n), float(self.contender.n)
        half = (m + n) // 2.0
        expected = half * (m / (m + n))
        sd = math.sqrt(expected * (n / (m + n)) * ((m + n - half) / max(m + n - 1.0, 1.0)))
        many = np.ceil(expected + 0.5 + z * sd)
        few = np.floor(expected - 0.5 - z * sd)
        low = self._scale(self.contender.lower_ends(half + 1.0 - many))
        high = self._scale(self.contender.upper_ends(half - few))
        low -= self._scale(self.baseline.upper_ends(many))
        high -= self._scale(self.baseline.lower_ends(few + 1.0))
        return low, high

    def _scale(self, ends: Floats) -> Floats:
        if not self.logarithmic:
            return ends
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(ends > 0.0, np.log(ends), -np.inf)


@dataclass(frozen=True, slots=True)
class MedianEstimates:
    """The shift of one comparison of medians, by counts and by runs.

    `runs` holds the shift and what is known of runs (error 0: nothing to add; nan: unknown, and
    then only the counts speak). `widths` are those of the widest buckets around the medians.
    """

    counts: MedianCounts
    runs: StudentEstimates
    widths: tuple[float, float]

    @property
    def shift(self) -> Floats:
        return self.runs.shift

    @property
    def logarithmic(self) -> Bools:
        return self.runs.logarithmic

    @property
    def degrees(self) -> Floats:
        return np.where(self.runs.error > 0.0, self.runs.degrees, np.inf)

    @property
    def error(self) -> Floats:
        """Return the standard error that the farther end stands for; nan for too few."""
        down, up = self._reach(np.array([USUAL]))
        reach = np.maximum(down, up)
        return np.where(np.isfinite(reach), reach / USUAL, np.nan)

    def p(self) -> Floats:
        return 2.0 * special.ndtr(-np.abs(self.z()))

    def z(self) -> Floats:
        """Return the largest deviate whose interval excludes 0, with the sign of the shift."""
        if np.isnan(self.error).any():
            return np.full(1, np.nan)
        side = float(np.copysign(1.0, self.shift[0]))
        low, high = 0.0, MOST
        for _ in range(ROUNDS):
            grid = np.linspace(low, high, STEPS + 1)
            away = int(np.argmin(self._excludes(grid[1:-1], side)))
            low, high = float(grid[away]), float(grid[away + 1])
        return np.array([side * low])

    def interval(self, coverage: Floats) -> tuple[Floats, Floats]:
        z = np.asarray(-special.ndtri((1.0 - coverage) / 2.0), np.float64)
        down, up = self._reach(z)
        known = ~np.isnan(self.error)
        low, high = self.shift - down, self.shift + up
        return np.where(known, low, np.nan), np.where(known, high, np.nan)

    def _excludes(self, z: Floats, side: float) -> Bools:
        down, up = self._reach(z)
        size = abs(float(self.shift[0]))
        return np.append((down if side > 0.0 else up) < size, False)

    def _reach(self, z: Floats) -> tuple[Floats, Floats]:
        error = float(np.nan_to_num(self.runs.error[0]))
        if error > 0.0:
            angles = ANGLES[:, None]
            by_runs = error * _student(float(self.runs.degrees[0]))(z * np.sin(angles))
            inner = self.counts.reach((z * np.cos(angles)).ravel())
            down, up = ((end.reshape(by_runs.shape) + by_runs).max(axis=0) for end in inner)
        else:
            down, up = self.counts.reach(z)
        return np.maximum(down, self.widths[1]), np.maximum(up, self.widths[0])


def estimate_medians(
    runs: Sequence[Sequence[Recording]], pooled: Sequence[Recording], scatter: RunScatter
) -> MedianEstimates:
    """Estimate the shift of one comparison from recordings by side and run, and all of a side.

    Every bucket counts as its top, and with its whole width in the interval.
    """
    middles = [np.array([run.middle() for run in side]) for side in runs]
    tops = [side[:, 1][None, :] for side in middles]
    by_runs = estimate_runs(tops[0], tops[1], scatter)
    logarithmic = bool(by_runs.logarithmic[0])
    with np.errstate(divide="ignore"):
        ends = [np.log(side) if logarithmic else side for side in middles]
    widths = [float((side[:, 1] - side[:, 0]).max()) for side in ends]
    counts = MedianCounts(pooled[0], pooled[1], logarithmic)
    return MedianEstimates(counts, by_runs, (widths[0], widths[1]))


@lru_cache(maxsize=256)
def _student(degrees: float) -> Callable[[Floats], Floats]:
    """Return what turns normal deviates into those of Student's t (never smaller than they are)."""
    if math.isinf(degrees):
        return lambda z: z
    table = np.minimum(-special.stdtrit(degrees, special.ndtr(-TABLE)), LARGEST)
    return lambda z: np.interp(z, TABLE, table)
