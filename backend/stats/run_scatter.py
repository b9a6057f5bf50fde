"""What one run hides: every sample of a run shares the luck of that run.

Two commits measured in two runs differ by code and by luck, and samples inside the runs know
nothing of the second. It comes from the history of the series, or from several runs a commit.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats
from backend.stats.estimates import HALF_STEP, Estimates, StudentEstimates, least_scatter, scaled


@dataclass(frozen=True, slots=True)
class RunScatter:
    """Standard deviation of a run's centre from run to run, one place per comparison.

    It is that of logarithms where centres are positive, as a series' noise gives it, so it
    holds the sampling error of a usual run. nan: unknown. 0: both sides come from one run
    (said of several runs a side, that is no scatter, and their own counts alone).
    `degrees` are the degrees of freedom of its estimate, infinite if it is simply known.
    """

    sd: Floats
    degrees: Floats


def across_runs(
    within: Estimates, scatter: RunScatter, centres: tuple[Floats, Floats]
) -> StudentEstimates:
    """Return estimates of one run against one other, errors no smaller than runs allow.

    Where the scatter between runs is unknown the error is nan: there is no claim. The larger of
    both errors counts, not their sum, since what differs between runs holds what differs within.
    `centres` are those of both sides: where differences are compared instead of logarithms, the
    scatter is that share of them, and unknown for a centre at or below zero.
    """
    from_runs = scatter.sd * math.sqrt(2.0) * _levels(within.logarithmic, *centres)
    inner = np.where(np.isnan(within.error), 0.0, within.error)
    inner_degrees = within.degrees
    with np.errstate(invalid="ignore"):
        by_runs = ~(inner > from_runs)
    error = np.where(by_runs, from_runs, inner)
    degrees = np.where(by_runs, scatter.degrees, inner_degrees)
    return StudentEstimates(within.shift, error, degrees, within.logarithmic)


def estimate_runs(baseline: Floats, contender: Floats, scatter: RunScatter) -> StudentEstimates:
    """Estimate shifts from the centres of several runs a side: (comparisons, runs).

    Assumes that both sides scatter alike from run to run (one machine), so their squares and
    those behind `scatter` are pooled by their degrees of freedom. One run a side and no known
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
        variance = np.maximum(variance, (HALF_STEP * least_scatter(sides)) ** 2)
    with np.errstate(over="ignore"):
        error = np.sqrt(variance * (1.0 / runs[0] + 1.0 / runs[1])) * sides.unit
        shift = shift * sides.unit
    return StudentEstimates(shift, error, own + prior, sides.logarithmic)


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
