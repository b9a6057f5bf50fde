"""Variance components of samples within runs within machines, by moments, with bounds.

Method: nested analysis of variance of unweighted means, unbalanced allowed. Assumes random,
independent effects; bounds assume that they are normal and are approximate (modified large sample).
Sources: Searle, Casella and McCulloch (1992), Variance Components, 5.2; Graybill and Wang (1980),
JASA 75; Burdick and Graybill (1992), Confidence Intervals on Variance Components.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.stats import special
from backend.stats.arrays import Floats, Ints

COVERAGE = 0.95
FEWEST_MACHINES = 2


@dataclass(frozen=True, slots=True)
class ScatterComponent:
    """One source of scatter: standard deviation of ln(sample) with 95 % bounds, and its share.

    `share` is of the variance of a single sample. `sd` is 0 where the moments say nothing is
    there, nan where it cannot be told; the bounds then are 0..infinity.
    """

    sd: float
    low: float
    high: float
    share: float


UNKNOWN = ScatterComponent(math.nan, 0.0, math.inf, math.nan)


@dataclass(frozen=True, slots=True)
class Nested:
    """Runs in order: number of samples, mean, sum of squares about it, and place of the machine."""

    sizes: Ints
    means: Floats
    squares: Floats
    places: Ints

    @classmethod
    def of(cls, logs: list[Floats], machines: Sequence[str] | None) -> "Nested":
        """Return the sums of squares of runs, all on one machine where none are named."""
        places = np.zeros(len(logs), np.int64)
        if machines is not None:
            places = np.unique(np.asarray(machines, np.str_), return_inverse=True)[1].astype(
                np.int64
            )
        means = np.array([row.mean() for row in logs])
        squares = [float(((row - mean) ** 2).sum()) for row, mean in zip(logs, means, strict=True)]
        return cls(np.array([row.size for row in logs]), means, np.array(squares), places)

    def by_machine(self, per_run: Floats | Ints) -> Floats:
        """Return the sum over the runs of each machine."""
        return np.bincount(self.places, per_run).astype(np.float64)

    @property
    def of_machine(self) -> Floats:
        """Return the mean of each machine, every run counted once."""
        return self.by_machine(self.means) / self.by_machine(np.ones_like(self.sizes))


@dataclass(frozen=True, slots=True)
class MeanSquare:
    """A mean square with its degrees of freedom."""

    mean: float
    degrees: int

    def ratio(self, probability: float) -> float:
        """Return a quantile of chi-square over its degrees."""
        half = self.degrees / 2.0
        return float(special.gammaincinv(half, probability)) / half


def components(nested: Nested) -> tuple[ScatterComponent, ScatterComponent, ScatterComponent]:
    """Return the components within runs, between runs and between machines; shares are not set.

    Unweighted sums of squares: every run counts once in its machine, every machine once. Each
    mean square is set equal to its expectation and solved from the innermost outwards.
    """
    runs_of = nested.by_machine(np.ones_like(nested.sizes))
    alone = nested.by_machine(1.0 / nested.sizes)
    runs, machines = nested.sizes.size, runs_of.size
    spread = _mean_square(float(nested.squares.sum()), int(nested.sizes.sum()) - runs)
    within = component_of(spread, []) if spread else UNKNOWN
    off = nested.means - nested.of_machine[nested.places]
    inner = _mean_square(float((off**2).sum()), runs - machines)
    if inner is None:
        return within, UNKNOWN, UNKNOWN
    sampling = float((alone * (1.0 - 1.0 / runs_of)).sum()) / inner.degrees
    between = component_of(inner, [(sampling, spread)])
    if machines < FEWEST_MACHINES:
        return within, between, UNKNOWN
    apart = float(((nested.of_machine - nested.of_machine.mean()) ** 2).sum())
    per_run = float((1.0 / runs_of).mean())
    per_sample = float((alone / runs_of**2).mean()) - per_run * sampling
    less = [(per_run, inner), (per_sample, spread)]
    return within, between, component_of(MeanSquare(apart / (machines - 1), machines - 1), less)


def _mean_square(total: float, degrees: int) -> MeanSquare | None:
    return MeanSquare(total / degrees, degrees) if degrees > 0 else None


def component_of(
    square: MeanSquare, less: Sequence[tuple[float, MeanSquare | None]]
) -> ScatterComponent:
    """Return the root of `square` less weighted other mean squares, with its bounds.

    Modified large sample: each mean square moves to its own bound, the moves add in quadrature.
    """
    tail = (1.0 - COVERAGE) / 2.0
    variance = square.mean
    down = (square.mean * (1.0 - 1.0 / square.ratio(1.0 - tail))) ** 2
    up = (square.mean * (1.0 / square.ratio(tail) - 1.0)) ** 2
    for weight, other in less:
        if other is None:
            continue
        variance -= weight * other.mean
        falls = weight * other.mean * (1.0 - 1.0 / other.ratio(1.0 - tail))
        rises = weight * other.mean * (1.0 / other.ratio(tail) - 1.0)
        down += (rises if weight > 0.0 else falls) ** 2
        up += (falls if weight > 0.0 else rises) ** 2
    ends = (variance, variance - math.sqrt(down), variance + math.sqrt(up))
    sd, low, high = (math.sqrt(max(end, 0.0)) for end in ends)
    return ScatterComponent(sd, low, high, math.nan)
