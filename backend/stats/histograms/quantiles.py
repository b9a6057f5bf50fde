"""How percentiles of latency differ between two sides, with intervals.

One run per side: each percentile has an interval between two order statistics (binomial, for any
distribution, requests independent), and the two are combined as Zou and Donner combine separate
intervals, which keeps their asymmetry. Several runs per side: the run is the unit, because requests
of a run share its luck; the runs' percentiles are compared by Welch's t, and the interval is never
narrower than the counts alone allow. Histogram buckets count with their whole width.
Sources: David and Nagaraja (2003), Order Statistics, 7.1; Zou and Donner (2008), Statistics in
Medicine 27 (MOVER); Welch (1947), Biometrika 34.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from backend.stats import special
from backend.stats.arrays import Floats, Ints
from backend.stats.histograms.recordings import Histogram, merged, rank_of
from backend.stats.student import t_quantile

PERCENTS = (50.0, 90.0, 99.0, 99.9)
COVERAGE = 0.95
FEWEST_RUNS = 2
FEWEST_BEYOND = 10
SMALLEST_VARIANCE = 1e-30  # of numbers of size 1: rounding


@dataclass(frozen=True, slots=True)
class QuantileInterval:
    """The percentile of one side: the value that `percent` % do not exceed, and 95 % bounds.

    `low` is 0 or -infinity, or `high` infinity, where the samples are too few for a bound.
    """

    percent: float
    value: float
    low: float
    high: float
    n: int
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuantileChange:
    """One percentile of two sides: contender / baseline with its 95 % interval `low`..`high`.

    `difference` is contender - baseline, in the unit of the samples, with an interval of its own.
    With several runs per side, values are geometric means of the runs' percentiles (means for the
    difference); else those of all samples. The ratio is nan where a percentile is not positive.
    An end is infinite (or 0 below a ratio) where there are too few samples for a bound.
    """

    percent: float
    baseline: float
    contender: float
    ratio: float
    low: float
    high: float
    difference: float
    difference_low: float
    difference_high: float
    warnings: tuple[str, ...]


def quantile_interval(source: ArrayLike | Histogram, percent: float) -> QuantileInterval:
    """Return a percentile of samples or of a histogram with its distribution-free interval.

    Assumes independent samples; covers with at least 95 %, ties and buckets included.
    Raises ValueError for no samples, samples that are not finite or a percentile outside 0..100
    (both excluded).
    """
    _check_percent(percent)
    side = _either(source)
    value, low, high = _of_one(side, percent)
    return QuantileInterval(percent, value[1], low, high, side.n, _too_few(side.n, percent))


def compare_quantiles(
    baseline: Histogram | Sequence[Histogram],
    contender: Histogram | Sequence[Histogram],
    percents: Sequence[float] = PERCENTS,
) -> tuple[QuantileChange, ...]:
    """Compare percentiles of histograms: one per run and side, or a single one.

    Runs of a side may have different buckets. Raises ValueError for a side without recordings or
    a percentile outside 0..100 (both excluded).
    """
    sides = [
        [side] if isinstance(side, Histogram) else list(side) for side in (baseline, contender)
    ]
    return _compare(
        [[recording_of(run) for run in side] for side in sides],
        [recording_of(merged(side)) for side in sides],
        percents,
    )


def compare_sample_quantiles(
    baseline: Sequence[ArrayLike],
    contender: Sequence[ArrayLike],
    percents: Sequence[float] = PERCENTS,
) -> tuple[QuantileChange, ...]:
    """Compare percentiles of samples: one row per run and side; rows may differ in length.

    Raises ValueError for a side without samples, samples that are not finite or a percentile
    outside 0..100 (both excluded).
    """
    sides = [[_from_samples(run) for run in side] for side in (baseline, contender)]
    if not all(sides):
        raise ValueError("a side has no runs: give one row of samples per run")
    pooled = [_from_samples(np.concatenate([run.highest for run in side])) for side in sides]
    return _compare(sides, pooled, percents)


@dataclass(frozen=True, slots=True)
class QuantileBuckets:
    """Values in ascending order as buckets with cumulated counts; samples are buckets of one."""

    lowest: Floats
    highest: Floats
    cumulated: Ints

    @property
    def n(self) -> int:
        return int(self.cumulated[-1])

    def middle(self) -> tuple[float, float]:
        """Return the bounds of the bucket of the median."""
        return self.ranked(rank_of(50.0, self.n))

    def lower_ends(self, ranks: Floats) -> Floats:
        """Return the bottoms of the buckets at these ranks, from 1; -infinity below the first."""
        known = self.lowest[self._places(ranks)]
        return np.where(ranks < 1, -np.inf, known)

    def upper_ends(self, ranks: Floats) -> Floats:
        """Return the tops of the buckets at these ranks, from 1; infinity beyond the last."""
        known = self.highest[self._places(ranks)]
        return np.where(ranks > self.n, np.inf, known)

    def _places(self, ranks: Floats) -> Ints:
        inside = np.minimum(np.maximum(ranks, 1.0), float(self.n))
        return np.searchsorted(self.cumulated, np.minimum(inside.astype(np.int64), self.n))

    def ranked(self, rank: int) -> tuple[float, float]:
        """Return the bounds of the bucket that holds the value of that rank, counted from 1."""
        place = np.searchsorted(self.cumulated, rank)
        return float(self.lowest[place]), float(self.highest[place])


@dataclass(frozen=True, slots=True)
class _Estimate:
    value: float
    low: float
    high: float


def _either(source: ArrayLike | Histogram) -> QuantileBuckets:
    return recording_of(source) if isinstance(source, Histogram) else _from_samples(source)


def recording_of(histogram: Histogram) -> QuantileBuckets:
    """Return the buckets of a histogram. Raises ValueError if it is empty."""
    if not histogram.counts.size:
        raise ValueError("a histogram holds no recordings: leave out runs without any")
    return QuantileBuckets(
        histogram.lowest.astype(np.float64),
        histogram.highest.astype(np.float64),
        np.cumsum(histogram.counts),
    )


def _from_samples(samples: ArrayLike) -> QuantileBuckets:
    ordered = np.sort(np.asarray(samples, np.float64).ravel())
    if not ordered.size or not np.isfinite(ordered[[0, -1]]).all():
        raise ValueError("samples must be finite numbers, at least one of each run")
    return QuantileBuckets(ordered, ordered, np.arange(1, ordered.size + 1))


def _check_percent(percent: float) -> None:
    if not 0.0 < percent < 100.0:  # noqa: PLR2004 - percent
        raise ValueError("a percentile lies between 0 and 100, both excluded")


def _compare(
    runs: list[list[QuantileBuckets]], pooled: list[QuantileBuckets], percents: Sequence[float]
) -> tuple[QuantileChange, ...]:
    for percent in percents:
        _check_percent(percent)
    return tuple(_change(runs, pooled, percent) for percent in percents)


def _change(
    runs: list[list[QuantileBuckets]], pooled: list[QuantileBuckets], percent: float
) -> QuantileChange:
    several = min(map(len, runs)) >= FEWEST_RUNS
    of_pooled = [_of_one(side, percent) for side in pooled]
    of_runs = [[_bucket(run, percent) for run in side] for side in runs] if several else []
    change = _on_scale(of_pooled, of_runs, logarithmic=True)
    difference = _on_scale(of_pooled, of_runs, logarithmic=False)
    levels = [middle_of([top for _, top in side]) for side in of_runs] or [
        value[1] for value, _, _ in of_pooled
    ]
    few = _too_few(min(side.n for side in pooled), percent)
    lone = () if several else ("One run per side: how runs differ is not in the interval.",)
    flat = ("Not all percentiles are positive: no ratio.",) if math.isnan(change.value) else ()
    return QuantileChange(
        percent=percent,
        baseline=levels[0],
        contender=levels[1],
        ratio=_exp(change.value),
        low=_exp(change.low),
        high=_exp(change.high),
        difference=difference.value,
        difference_low=difference.low,
        difference_high=difference.high,
        warnings=(*lone, *few, *flat),
    )


_OfOne = tuple[tuple[float, float], float, float]
"""The bucket of a percentile (bottom, top) and the bounds of its interval."""


def _of_one(side: QuantileBuckets, percent: float) -> _OfOne:
    lower, upper = rank_bounds(side.n, percent)
    low = side.ranked(lower)[0] if lower else -math.inf
    high = side.ranked(upper)[1] if upper <= side.n else math.inf
    return _bucket(side, percent), low, high


def _bucket(side: QuantileBuckets, percent: float) -> tuple[float, float]:
    return side.ranked(rank_of(percent, side.n))


def _on_scale(
    pooled: list[_OfOne], runs: list[list[tuple[float, float]]], *, logarithmic: bool
) -> _Estimate:
    """Return contender minus baseline on one scale: by counts alone, or by runs as well."""
    scale = _log if logarithmic else float
    sides = [_Estimate(scale(value[1]), scale(low), scale(high)) for value, low, high in pooled]
    alone = _combined(*sides)
    if not runs or math.isnan(alone.value):
        return alone
    tops = [np.array([scale(top) for _, top in side]) for side in runs]
    widths = [max(scale(top) - scale(bottom) for bottom, top in side) for side in runs]
    if not all(np.isfinite(side).all() for side in tops):
        return _Estimate(math.nan, -math.inf, math.inf)
    found = _welch(tops[0], tops[1])
    return _Estimate(
        found.value,
        min(found.low - widths[1], alone.low),
        max(found.high + widths[0], alone.high),
    )


def _combined(baseline: _Estimate, contender: _Estimate) -> _Estimate:
    """Return the difference of two estimates with intervals (MOVER)."""
    if not (math.isfinite(baseline.value) and math.isfinite(contender.value)):
        return _Estimate(math.nan, -math.inf, math.inf)
    value = contender.value - baseline.value
    down = math.hypot(contender.value - contender.low, baseline.high - baseline.value)
    up = math.hypot(contender.high - contender.value, baseline.value - baseline.low)
    return _Estimate(value, value - down, value + up)


def _welch(baseline: Floats, contender: Floats) -> _Estimate:
    unit = max(1.0, float(np.abs(baseline).max()), float(np.abs(contender).max()))
    sides = [side / unit for side in (baseline, contender)]  # no sum or square overflows
    value = unit * float(sides[1].mean() - sides[0].mean())
    parts = [float(side.var(ddof=1)) / side.size for side in sides]
    variance = sum(parts)
    if variance <= SMALLEST_VARIANCE:
        return _Estimate(value, value, value)
    shares = [part / variance for part in parts]
    inverse = shares[0] ** 2 / (baseline.size - 1) + shares[1] ** 2 / (contender.size - 1)
    reach = unit * float(t_quantile(COVERAGE, 1.0 / inverse)) * math.sqrt(variance)
    return _Estimate(value, value - reach, value + reach)


def middle_of(tops: Sequence[float]) -> float:
    """Return the geometric mean of the runs' percentiles; the mean if some are not positive."""
    if len(tops) == 1:
        return tops[0]
    values = np.array(tops)
    if values.min() > 0.0:
        return float(np.exp(np.log(values).mean()))
    return float((values / values.size).sum())


def _log(value: float) -> float:
    """Return the logarithm; -infinity for what is not positive."""
    return math.log(value) if value > 0.0 else -math.inf


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


@lru_cache(maxsize=4096)
def rank_bounds(n: int, percent: float) -> tuple[int, int]:
    """Return the ranks (from 1) between which the percentile of n samples lies with 95 %.

    The value of the lower rank exceeds the percentile with at most 2.5 %, that of the upper one
    stays below it with at most 2.5 %. 0 or n + 1 where no sample is so far out.
    """
    share, tail = percent / 100.0, (1.0 - COVERAGE) / 2.0
    lower = _first(n, lambda rank: _at_most(rank - 1, n, share) > tail) - 1
    upper = _first(n, lambda rank: _at_most(rank - 1, n, share) >= 1.0 - tail)
    return lower, upper


def _first(n: int, holds: Callable[[int], bool]) -> int:
    """Return the first of 1 ... n + 1 at which what is monotone holds; n + 1 if none does."""
    low, high = 1, n + 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _at_most(k: int, n: int, share: float) -> float:
    """Return P(at most k of n fall below the percentile)."""
    return float(special.betainc(n - k, k + 1, 1.0 - share)) if k < n else 1.0


def fewest_samples(percent: float) -> int:
    """Return how many samples it takes until the percentile has a bound on either side."""
    _check_percent(percent)
    share = max(percent, 100.0 - percent) / 100.0
    return math.ceil(math.log((1.0 - COVERAGE) / 2.0) / math.log(share))


def _too_few(n: int, percent: float) -> tuple[str, ...]:
    least = fewest_samples(percent)
    if n < least:
        few = "1 sample is" if n == 1 else f"{n} samples are"
        return (f"{few} too few for p{percent:g}: a bound takes {least}.",)
    beyond = n * min(percent, 100.0 - percent) / 100.0
    if beyond < FEWEST_BEYOND:
        return (f"p{percent:g} of {n} samples rests on the outermost {max(1, round(beyond))}.",)
    return ()
