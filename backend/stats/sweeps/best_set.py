"""Which values of a sweep cannot be told from the best.

Method: Hsu's multiple comparisons with the best. The set holds the true best value with
probability 1 - alpha. In rounds (every value once per round, in random order) what a
round has in common is taken out and spikes are clipped; without rounds, values are
compared by their means and standard deviations alone. Source: Hsu, Multiple Comparisons
(1996), chapter 4.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.sweeps.dunnett import critical_value
from backend.stats.sweeps.response import (
    Direction,
    Response,
    response_from_rounds,
    response_from_summaries,
)

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class BestSet:
    """What a sweep says about its values, in the order given.

    `members` are the values not told from the best, `best` the place of the best centre.
    `differences` hold each value against the best of the others with the interval
    `low`..`high`: ratios where `logarithmic` (1 is equal), differences otherwise (0 is
    equal). Above 1 or 0 means worse for direction lower, better for higher. `behind` is how
    much worse than the best each value is at most: a share of the best (0.02 is 2 %) where
    `logarithmic`, a difference otherwise. `low`, `high` and `behind` hold for all values at
    once. Without a claim, `members` holds the best centre alone and they are nan.
    """

    members: Bools
    best: int
    differences: Floats
    low: Floats
    high: Floats
    behind: Floats
    logarithmic: bool
    quantile: float
    degrees: float
    warnings: tuple[str, ...]

    @property
    def has_claim(self) -> bool:
        return not math.isnan(self.quantile)


def best_set(rounds: Floats, direction: Direction, *, alpha: float = ALPHA) -> BestSet:
    """Compare values that were measured in rounds: `rounds` is (values, rounds).

    nan marks a value that failed in a round. Assumes that a round shifts all its values alike
    (on a ratio scale if all are positive). Raises ValueError for fewer than two values, an
    empty table, infinity, or a value without any result.
    """
    return best_set_of(response_from_rounds(rounds, direction), alpha)


def best_set_from_summaries(
    values: Floats,
    sds: Floats | None,
    counts: Ints,
    direction: Direction,
    *,
    alpha: float = ALPHA,
) -> BestSet:
    """Compare values of which only centre, standard deviation and count are known.

    Without every sd there is an optimum but no claim. Raises ValueError for fewer than two
    values or centres that are not finite.
    """
    return best_set_of(response_from_summaries(values, sds, counts, direction), alpha)


def best_set_of(response: Response, alpha: float = ALPHA) -> BestSet:
    """Hold every cost against each other one; the worst comparison decides."""
    gaps = response.costs[:, None] - response.costs[None, :]
    others = ~np.eye(response.costs.size, dtype=np.bool_)
    centre = np.max(gaps, axis=1, where=others, initial=-np.inf)
    best = int(np.argmin(response.costs))
    if not response.has_claim:
        return _without_claim(response, centre, best)
    quantile = critical_value(response.costs.size, response.degrees, alpha)
    margins = quantile * response.difference_errors()
    least = np.max(gaps - margins, axis=1, where=others, initial=-np.inf)
    most = np.maximum(np.max(gaps + margins, axis=1, where=others, initial=-np.inf), 0.0)
    with np.errstate(over="ignore"):
        ends = response.worth(np.stack((np.minimum(least, 0.0), most)))
        return BestSet(
            members=least <= 0.0,
            best=best,
            differences=response.worth(centre),
            low=ends.min(axis=0),
            high=ends.max(axis=0),
            behind=np.expm1(most) if response.logarithmic else most * response.scale,
            logarithmic=response.logarithmic,
            quantile=quantile,
            degrees=response.degrees,
            warnings=response.warnings,
        )


def best_members(response: Response, alpha: float = ALPHA) -> Bools:
    """Return the members of the best set alone, as `best_set_of` has them."""
    costs = response.costs
    if not response.has_claim:
        members: Bools = np.arange(costs.size) == np.argmin(costs)
        return members
    least = costs[:, None] - costs[None, :]
    least -= critical_value(costs.size, response.degrees, alpha) * response.difference_errors()
    np.fill_diagonal(least, -np.inf)
    told: Bools = least.max(axis=1) <= 0.0
    return told


def _without_claim(response: Response, centre: Floats, best: int) -> BestSet:
    unknown = np.full(centre.size, math.nan)
    with np.errstate(over="ignore"):
        differences = response.worth(centre)
    return BestSet(
        members=np.arange(centre.size) == best,
        best=best,
        differences=differences,
        low=unknown,
        high=unknown,
        behind=unknown,
        logarithmic=response.logarithmic,
        quantile=math.nan,
        degrees=math.nan,
        warnings=response.warnings,
    )
