"""What one run hides: every sample of a run shares the luck of that run.

Two commits measured in two runs differ by code and by luck, and samples inside the runs know
nothing of the second. It comes from the history of the series, or from several runs a commit.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.estimates import (
    HALF_STEP,
    Estimates,
    Scaled,
    StudentEstimates,
    least_scatter,
    scaled,
)
from backend.stats.comparison.tailed import SideRuns, TailedEstimates, nearest

NO_SCATTER = 1e-9
"""A scatter from run to run that is none: the readings of the series repeat."""
LEAST_CORRELATION = 0.3
"""Correlation of successive runs that a history of some 60 runs shows; less may be chance."""
MOST_HALF_STEP = 2.0
"""Half a step of the clock, in scatters of a series that has any: 0.5 / 0.3, rounded up."""


@dataclass(frozen=True, slots=True)
class RunScatter:
    """Standard deviation of a run's centre from run to run, one place per comparison.

    It is that of logarithms where centres are positive, as a series' noise gives it, so it
    holds the sampling error of a usual run. nan: unknown. 0: both sides come from one run
    (said of several runs per side, that is no scatter, and their own counts alone).
    `degrees` are the degrees of freedom of its estimate, infinite if it is simply known.
    `shares` are those of runs far from the level (`far_runs.py`), a row of zeros where no history
    tells; `rho` is the correlation of successive runs. None: no history tells any.
    """

    sd: Floats
    degrees: Floats
    shares: Floats | None = None
    rho: Floats | None = None

    def at(self, rows: Ints) -> "RunScatter":
        """Return what is known of some comparisons."""
        shares = None if self.shares is None else self.shares[rows]
        rho = None if self.rho is None else self.rho[rows]
        return RunScatter(self.sd[rows], self.degrees[rows], shares, rho)

    def runs(self, count: tuple[int, int]) -> SideRuns:
        """Return the runs of both sides; those of one side share the luck of one time."""
        rho = np.zeros(1) if self.rho is None else self.rho
        rho = np.where(rho >= LEAST_CORRELATION, rho, 0.0)
        return SideRuns(count, (_effective(count[0], rho), _effective(count[1], rho)))

    def tailed(
        self,
        inner: Estimates,
        runs: SideRuns,
        error: Floats | None = None,
        gaps: tuple[Floats, Floats] | None = None,
    ) -> Estimates:
        """Hold estimates against the far runs of histories; `error` is that of runs alone."""
        if self.shares is None or not self.shares.any():
            return inner
        unit = (inner.error if error is None else error) / runs.spread
        return TailedEstimates(inner, unit, self.shares, runs, gaps or (inner.shift, inner.shift))


@dataclass(frozen=True, slots=True)
class ShorterRun:
    """What one side scatters more than the other because its run has fewer samples.

    `variance` is that of its centre beyond the variance of a centre of as many samples as the
    other side has, on the scale of comparison; `degrees` are those of the scatter behind it.
    """

    variance: Floats
    degrees: Floats


def shorter_run(sd: tuple[Floats, Floats], counts: tuple[Ints, Ints]) -> ShorterRun:
    """Take the scatter of the longer run, from `sd` of the samples of both sides, for both.

    A count of 0 is unknown, and taken for that of the other side.
    """
    short, long = np.minimum(*counts), np.maximum(*counts)
    scatter = np.where(counts[0] >= counts[1], *sd)
    with np.errstate(over="ignore", invalid="ignore"):
        variance = scatter**2 * (1.0 / np.maximum(short, 1) - 1.0 / np.maximum(long, 1))
    told = (short > 0) & (short < long) & ~np.isnan(scatter)
    return ShorterRun(np.where(told, variance, 0.0), np.maximum(long - 1.0, 1.0))


def across_runs(
    within: Estimates,
    scatter: RunScatter,
    centres: tuple[Floats, Floats],
    shorter: ShorterRun | None = None,
) -> StudentEstimates:
    """Return estimates of one run against one other, errors no smaller than runs allow.

    Where the scatter between runs is unknown the error is nan: there is no claim. The larger of
    both errors counts, not their sum, since what differs between runs holds what differs within;
    assumes that the longer run is a usual one of its series, and adds what `shorter` lacks.
    `centres` are those of both sides: where differences are compared instead of logarithms, the
    scatter is that share of them, and unknown for a centre at or below zero.
    """
    from_runs = scatter.sd * math.sqrt(2.0) * _levels(within.logarithmic, *centres)
    degrees: Floats = np.broadcast_to(scatter.degrees, from_runs.shape)
    if shorter is not None:
        from_runs, degrees = _lengthened(from_runs, degrees, shorter)
    inner = np.where(np.isnan(within.error), 0.0, within.error)
    with np.errstate(invalid="ignore"):
        by_runs = ~(inner > from_runs)
    error = np.where(by_runs, from_runs, inner)
    degrees = np.where(by_runs, degrees, within.degrees)
    return StudentEstimates(within.shift, error, degrees, within.logarithmic)


def _lengthened(error: Floats, degrees: Floats, shorter: ShorterRun) -> tuple[Floats, Floats]:
    """Add variances, with Satterthwaite's degrees of freedom."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        total = error**2 + shorter.variance
        share = error**2 / total
        both = 1.0 / (share**2 / degrees + (1.0 - share) ** 2 / shorter.degrees)
    changed = shorter.variance > 0.0
    return np.where(changed, np.sqrt(total), error), np.where(changed, both, degrees)


def _effective(count: int, rho: Floats) -> Floats:
    """Return as how many independent runs so many successive ones count (AR(1))."""
    lags = np.arange(1, count)
    shared: Floats = ((1.0 - lags / count) * rho[:, None] ** lags).sum(axis=1)
    return count / (1.0 + 2.0 * shared)


def estimate_runs(baseline: Floats, contender: Floats, scatter: RunScatter) -> StudentEstimates:
    """Estimate shifts from the centres of several runs per side: (comparisons, runs).

    Assumes that both sides scatter alike from run to run (one machine), so their squares and
    those behind `scatter` are pooled by their degrees of freedom. One run per side and no known
    scatter leaves the error nan. Raises ValueError if a table is empty or not finite.
    """
    baseline, contender = np.asarray(baseline, np.float64), np.asarray(contender, np.float64)
    sides = scaled(baseline, contender)
    runs = sides.baseline.shape[1], sides.contender.shape[1]
    shift = sides.contender.mean(axis=1) - sides.baseline.mean(axis=1)
    squares = _squares(sides.baseline) + _squares(sides.contender)
    own = float(runs[0] + runs[1] - 2)
    level = _levels(sides.logarithmic, baseline.mean(axis=1), contender.mean(axis=1))
    with np.errstate(over="ignore", invalid="ignore"):
        sd = scatter.sd / sides.unit * level
    says_nothing = np.isnan(sd) | ((sd == 0.0) & (own > 0.0))
    prior = np.where(says_nothing, 0.0, scatter.degrees)
    variance = _pooled(squares, own, np.nan_to_num(sd), prior)
    if own:
        variance = np.maximum(variance, _half_a_step(sides, np.where(says_nothing, 0.0, sd)) ** 2)
    with np.errstate(over="ignore"):
        error = np.sqrt(variance) * scatter.runs(runs).spread * sides.unit
        shift = shift * sides.unit
    return StudentEstimates(shift, error, own + prior, sides.logarithmic)


def hold_runs(baseline: Floats, contender: Floats, scatter: RunScatter) -> Estimates:
    """Estimate shifts from several runs per side and hold them against the histories."""
    found = estimate_runs(baseline, contender, scatter)
    sides = scaled(np.asarray(baseline, np.float64), np.asarray(contender, np.float64))
    gaps = [one * sides.unit for one in nearest(sides.baseline, sides.contender)]
    runs = scatter.runs((sides.baseline.shape[1], sides.contender.shape[1]))
    return scatter.tailed(found, runs, gaps=(gaps[0], gaps[1]))


def _half_a_step(sides: Scaled, seen: Floats) -> Floats:
    """Return half a step of the clock as the runs show it, where `seen` does not deny it.

    Two runs alike to the last digit make whatever parts them from the third look like one step of
    the clock. A series with scatter tells better: its readings differ by a step or none where the
    step is coarse, which is a scatter of about 0.3 to 0.5 steps, or none at all.
    """
    half = HALF_STEP * least_scatter(sides)
    return np.where(seen > NO_SCATTER, np.minimum(half, MOST_HALF_STEP * seen), half)


def _levels(logarithmic: Bools, baseline: Floats, contender: Floats) -> Floats:
    """Return what turns a relative scatter into that of the scale of comparison; nan if nothing."""
    are_positive = (baseline > 0.0) & (contender > 0.0)
    level = baseline / 2.0 + contender / 2.0
    return np.where(logarithmic, 1.0, np.where(are_positive, level, np.nan))


def _squares(side: Floats) -> Floats:
    squares: Floats = ((side - side.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    return squares


def _pooled(squares: Floats, own: float, sd: Floats, prior: Floats) -> Floats:
    known = np.isinf(prior)
    weight = np.where(known, 0.0, prior)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        pooled = (squares + weight * sd**2) / (own + weight)
        return np.where(known, sd**2, pooled)
