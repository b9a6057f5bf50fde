"""The geometric mean of ratios, with the two intervals that people mean by "its interval"."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats, Ints
from backend.stats.student import t_quantile

FEWEST = 2
FEW = 6


@dataclass(frozen=True, slots=True)
class GeometricMean:
    """The geometric mean of `n` ratios.

    `low` to `high` is about this suite: how well the mean of exactly these benchmarks is known,
    from their measurement errors. `wide_low` to `wide_high` is about benchmarks like these: it
    takes them as a sample of workloads, and scatter between them as the error; it says what a
    further such benchmark may do to the mean, and is never surer of others than of these: the
    luck of a run moves all its benchmarks alike, which their scatter does not show. nan where it
    cannot be said.
    """

    ratio: float
    low: float
    high: float
    wide_low: float
    wide_high: float
    coverage: float
    n: int
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Divisors:
    """What each ratio was divided by: `names` tell divisors apart, `errors` are of logarithms.

    Ratios to one divisor share its error, so that their number does not average it away.
    """

    names: Ints
    errors: Floats

    def variance_of_sum(self) -> float:
        """Return the variance that divisors give to the sum of the logarithms of their ratios."""
        if not self.names.size:
            return 0.0
        _, places = np.unique(self.names, return_inverse=True)
        return float((np.bincount(places, self.errors) ** 2).sum())


def geometric_mean(
    ratios: ArrayLike,
    errors: ArrayLike | None = None,
    *,
    coverage: float = 0.95,
    divisors: Divisors | None = None,
) -> GeometricMean:
    """Average ratios on the logarithmic scale, every benchmark with the same weight.

    `errors` are standard errors of ln(ratio), 0 for exact ones; with `divisors`, those of their
    numerators alone. Assumes that they are
    independent: luck that a run gives to all its benchmarks is not averaged away by their
    number. Raises ValueError for ratios that are not positive and finite, negative errors or
    a coverage outside 0 to 1. No ratios give nan.
    """
    given = np.asarray(ratios, dtype=np.float64).ravel()
    own = np.full(given.size, np.nan) if errors is None else np.asarray(errors, np.float64)
    _refuse_unusable(given, own, coverage)
    if not given.size:
        nothing = math.nan
        return GeometricMean(
            nothing, nothing, nothing, nothing, nothing, coverage, 0, ("No ratios to average.",)
        )
    logs = np.log(given)
    centre = float(logs.mean())
    shared = divisors.variance_of_sum() if divisors else 0.0
    known = float(np.sqrt((own**2).sum() + shared)) / given.size
    reach = known * float(t_quantile(coverage, math.inf))
    # fmax: errors that are not known narrow nothing
    wide = float(np.fmax(_reach_over_benchmarks(logs, coverage), reach))
    wide = wide if given.size >= FEWEST else math.nan
    with np.errstate(over="ignore"):
        ends = np.exp(centre + np.array([0.0, -reach, reach, -wide, wide]))
    mean, low, high, wide_low, wide_high = map(float, ends)
    return GeometricMean(
        mean, low, high, wide_low, wide_high, coverage, given.size, _warnings(given.size, known)
    )


def _reach_over_benchmarks(logs: Floats, coverage: float) -> float:
    if logs.size < FEWEST:
        return math.nan
    error = float(logs.std(ddof=1)) / math.sqrt(logs.size)
    return error * float(t_quantile(coverage, logs.size - 1.0))


def _refuse_unusable(ratios: Floats, errors: Floats, coverage: float) -> None:
    wrong = np.flatnonzero(~(np.isfinite(ratios) & (ratios > 0.0)))
    if wrong.size:
        place = int(wrong[0])
        raise ValueError(
            f"ratio {place} is {ratios[place]}: a geometric mean takes positive, finite ratios;"
            " leave out what failed"
        )
    if errors.shape != ratios.shape or (errors < 0.0).any():
        raise ValueError("give one standard error per ratio, none below zero")
    if not 0.0 < coverage < 1.0:
        raise ValueError("a coverage lies between 0 and 1")


def _warnings(n: int, known: float) -> tuple[str, ...]:
    said = []
    if math.isnan(known):
        said.append("The error of some ratios is unknown, so that of their mean is.")
    if n < FEW:
        many = "1 benchmark says" if n == 1 else f"{n} benchmarks say"
        said.append(f"{many} little about others like {'it' if n == 1 else 'them'}.")
    return tuple(said)
