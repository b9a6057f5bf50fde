"""Results of which only a summary is known: value, and perhaps scatter, count or interval."""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.estimates import SMALLEST_SCATTER, StudentEstimates
from backend.stats.student import t_quantile

FEWEST = 2
"""Samples from which a standard deviation says something."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A result as a file gives it; nan (and 0 samples) where it does not say.

    `value` is taken for a mean, `sd` is that of its `n` samples, `low` to `high` an interval of
    the value with `coverage`.
    """

    value: float
    sd: float = math.nan
    n: int = 0
    low: float = math.nan
    high: float = math.nan
    coverage: float = 0.95


@dataclass(frozen=True, slots=True)
class ReportedMany:
    """Results as files give them, one place per result in every array."""

    value: Floats
    sd: Floats
    n: Ints
    low: Floats
    high: Floats
    coverage: Floats

    @classmethod
    def of(cls, results: list[Reported]) -> "ReportedMany":
        """Line up single results."""
        table = np.array(
            [(one.value, one.sd, one.low, one.high, one.coverage) for one in results],
            dtype=np.float64,
        ).reshape(-1, 5)
        return cls(
            value=table[:, 0],
            sd=table[:, 1],
            n=np.array([one.n for one in results], dtype=np.int64),
            low=table[:, 2],
            high=table[:, 3],
            coverage=table[:, 4],
        )


def estimate_summaries(baseline: ReportedMany, contender: ReportedMany) -> StudentEstimates:
    """Estimate shifts from summaries, by Welch (1947) on logarithms where both are positive.

    A relative standard deviation stands for that of logarithms. Without sd and count the error
    is read off the interval; without either it is nan, and there is an order but no p-value. A
    deviation of 0 or an interval without width is what rounding leaves, not certainty, and says
    as little. Raises ValueError if a value is not finite, a standard deviation is negative or an
    interval does not hold its value.
    """
    for name, side in (("baseline", baseline), ("contender", contender)):
        _refuse_unusable(name, side)
    logarithmic = (baseline.value > 0.0) & (contender.value > 0.0)
    unit = np.where(logarithmic, 1.0, np.nan)
    with np.errstate(over="ignore"):
        shift = contender.value - baseline.value
    shift[logarithmic] = np.log(contender.value[logarithmic]) - np.log(baseline.value[logarithmic])
    first, second = (_errors(side, unit) for side in (baseline, contender))
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        total = first[0] ** 2 + second[0] ** 2
        shares = first[0] ** 4 / first[1] + second[0] ** 4 / second[1]
        degrees = np.where(shares > 0.0, total**2 / shares, np.fmin(first[1], second[1]))
        return StudentEstimates(shift, np.sqrt(total), degrees, logarithmic)


def log_errors(results: ReportedMany) -> tuple[Floats, Floats]:
    """Return the standard error of each result's logarithm with its degrees of freedom.

    As `estimate_summaries` takes it, nan where nothing tells it. Assumes values above zero.
    """
    _refuse_unusable("results", results)
    return _errors(results, np.ones(results.value.size))


def reported_scatter(baseline: ReportedMany, contender: ReportedMany) -> tuple[Floats, Floats]:
    """Return the standard deviation of each side's samples, on the scale of comparison."""
    positive = (baseline.value > 0.0) & (contender.value > 0.0)
    with np.errstate(over="ignore"):
        first, second = (
            np.where(side.sd > 0.0, side.sd, np.nan) / np.where(positive, side.value, 1.0)
            for side in (baseline, contender)
        )
    return first, second


def _errors(side: ReportedMany, unit: Floats) -> tuple[Floats, Floats]:
    """Return standard errors on the scale of comparison, and their degrees of freedom."""
    level = np.where(np.isnan(unit), 1.0, np.abs(side.value))
    counted = side.n >= FEWEST
    degrees = np.where(counted, side.n - 1.0, np.inf)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        seen = np.where(counted & (side.sd > 0.0), side.sd, np.nan)
        by_sd = seen / level / np.sqrt(np.maximum(side.n, 1))
        width = np.where(
            np.isnan(unit) | (side.low <= 0.0),
            (side.high - side.low) / level,
            np.log(side.high / side.low),
        )
        by_interval = (
            np.where(width > 0.0, width, np.nan) / 2.0 / t_quantile(side.coverage, degrees)
        )
    error = np.where(np.isnan(by_sd), by_interval, by_sd)
    return np.maximum(error, SMALLEST_SCATTER), degrees


def impossible(side: ReportedMany) -> list[tuple[str, Bools]]:
    """Return what summaries hold that cannot be, and where."""
    bounds = (side.low > side.value) | (side.value > side.high) | (side.low > side.high)
    return [
        ("value", ~np.isfinite(side.value)),
        ("standard deviation", (side.sd < 0.0) | np.isinf(side.sd)),
        ("number of samples", side.n < 0),
        ("interval", bounds | np.isinf(side.low) | np.isinf(side.high)),
        ("coverage", ~((side.coverage > 0.0) & (side.coverage < 1.0))),
    ]


def _refuse_unusable(name: str, side: ReportedMany) -> None:
    for what, wrong in impossible(side):
        if wrong.any():
            place = int(np.flatnonzero(wrong)[0])
            raise ValueError(f"{name}: the {what} of result {place} is impossible; leave it out")
