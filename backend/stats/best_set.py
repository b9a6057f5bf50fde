"""Which values of a sweep cannot be told from the best.

Method: Hsu's multiple comparisons with the best. The set holds the true best value with
probability 1 - alpha. In rounds (every value once per round, in random order) what a
round has in common is taken out and spikes are clipped; without rounds, values are
compared by their means and standard deviations alone. Source: Hsu, Multiple Comparisons
(1996), chapter 4; the critical value is the one-sided Dunnett quantile, simulated.
"""

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints

Direction = Literal["lower", "higher"]

CLIP = 3.0  # robust standard deviations
NORMAL_MAD = 1.4826  # standard deviations of a normal per median absolute deviation
FEWEST_TO_CLIP = 5
MOST_DRAWS = 100_000
MOST_NUMBERS = 4_000_000
SMALLEST_VARIANCE = 1e-30

_drawn: dict[tuple[int, float, float], float] = {}


@dataclass(frozen=True, slots=True)
class BestSet:
    """What a sweep says about its values, in the order given.

    `members` are the values not told from the best, `best` the place of the best centre.
    `differences` hold each value against the best of the others with the interval
    `low`..`high`: ratios where `logarithmic` (1 is equal), differences otherwise (0 is
    equal). Above 1 or 0 means worse for direction lower, better for higher. Without a
    claim, `members` holds the best centre alone and the interval is nan.
    """

    members: Bools
    best: int
    differences: Floats
    low: Floats
    high: Floats
    logarithmic: bool
    quantile: float
    degrees: float
    warnings: tuple[str, ...]


def best_set(
    rounds: Floats,
    direction: Direction,
    *,
    generator: np.random.Generator,
    alpha: float = 0.05,
) -> BestSet:
    """Compare values that were measured in rounds: `rounds` is (values, rounds).

    Assumes that a round shifts all its values alike (on a ratio scale if all are positive)
    and that the rest is noise of one size. Raises ValueError for fewer than two values,
    an empty table or numbers that are not finite.
    """
    if rounds.ndim != 2 or rounds.shape[0] < 2 or rounds.shape[1] < 1:  # noqa: PLR2004
        raise ValueError("a sweep is a table of at least two values by one round")
    if not np.isfinite(rounds).all():
        raise ValueError("a sweep's results must be finite numbers")
    logarithmic = bool(rounds.min() > 0.0)
    sign = 1.0 if direction == "lower" else -1.0
    costs = sign * (np.log(rounds) if logarithmic else rounds)
    groups, count = costs.shape
    if count == 1:
        return _without_claim(costs[:, 0], sign, "One round", logarithmic=logarithmic)
    costs = _without_rounds(costs)
    means = costs.mean(axis=1)
    degrees = (groups - 1.0) * (count - 1.0)
    rest = costs - costs.mean(axis=0) - means[:, None] + costs.mean()
    variance = max(float((rest**2).sum()) / degrees, SMALLEST_VARIANCE)
    quantile = critical_value(groups, degrees, alpha, generator)
    margins = np.full((groups, groups), quantile * math.sqrt(2.0 * variance / count))
    return _judge(means, margins, sign, (quantile, degrees), logarithmic=logarithmic)


def best_set_from_summaries(
    values: Floats,
    sds: Floats | None,
    counts: Ints,
    direction: Direction,
    *,
    generator: np.random.Generator,
    alpha: float = 0.05,
) -> BestSet:
    """Compare values of which only centre, standard deviation and count are known.

    Scatter may differ between values (Welch); the smallest degrees of freedom of any pair
    are used for all, which errs on the side of a larger set. Without every sd there is an
    optimum but no claim. Raises ValueError for fewer than two values.
    """
    if values.size < 2:  # noqa: PLR2004 - a comparison
        raise ValueError("a sweep needs at least two values")
    logarithmic = bool(values.min() > 0.0)
    sign = 1.0 if direction == "lower" else -1.0
    costs = sign * (np.log(values) if logarithmic else values)
    if sds is None or np.isnan(sds).any() or counts.min() < 2:  # noqa: PLR2004 - no scatter
        return _without_claim(costs, sign, "No scatter is known", logarithmic=logarithmic)
    spread = sds / values if logarithmic else sds
    errors = np.maximum(spread**2, SMALLEST_VARIANCE) / counts
    pairs = errors[:, None] + errors[None, :]
    shares = errors**2 / (counts - 1.0)
    degrees = float((pairs**2 / (shares[:, None] + shares[None, :])).min())
    quantile = critical_value(values.size, degrees, alpha, generator)
    margins = quantile * np.sqrt(pairs)
    return _judge(costs, margins, sign, (quantile, degrees), logarithmic=logarithmic)


def critical_value(
    groups: int, degrees: float, alpha: float, generator: np.random.Generator
) -> float:
    """Return the one-sided Dunnett quantile for groups of equal size, by simulation.

    The answer for a case is drawn once and kept for the life of the process.
    """
    case = (groups, round(degrees, 1), alpha)
    if case not in _drawn:
        draws = min(MOST_DRAWS, MOST_NUMBERS // groups)
        normal = generator.standard_normal((draws, groups))
        scale = np.sqrt(2.0 * generator.chisquare(case[1], draws) / case[1])
        largest = (normal[:, 1:].max(axis=1) - normal[:, 0]) / scale
        _drawn[case] = float(np.quantile(largest, 1.0 - alpha))
    return _drawn[case]


def _without_rounds(costs: Floats) -> Floats:
    """Take out what a round has in common, then spikes; twice, since each hides the other."""
    count = costs.shape[1]
    for _ in range(2):
        costs = costs - (np.median(costs, axis=0) - np.median(costs))
        centre = np.median(costs, axis=1, keepdims=True)
        sd = NORMAL_MAD * float(np.median(np.abs(costs - centre))) * math.sqrt(count / (count - 1))
        if count >= FEWEST_TO_CLIP and sd > 0.0:
            costs = np.clip(costs, centre - CLIP * sd, centre + CLIP * sd)
    return costs


def _judge(
    means: Floats, margins: Floats, sign: float, how: tuple[float, float], *, logarithmic: bool
) -> BestSet:
    """Hold every mean cost against each other one; the worst comparison decides."""
    gaps = means[:, None] - means[None, :]
    others = ~np.eye(means.size, dtype=np.bool_)
    centre = np.max(gaps, axis=1, where=others, initial=-np.inf)
    least = np.max(gaps - margins, axis=1, where=others, initial=-np.inf)
    most = np.max(gaps + margins, axis=1, where=others, initial=-np.inf)
    ends = sign * np.stack((np.minimum(least, 0.0), np.maximum(most, 0.0)))
    return BestSet(
        members=least <= 0.0,
        best=int(np.argmin(means)),
        differences=_scaled(sign * centre, logarithmic=logarithmic),
        low=_scaled(ends.min(axis=0), logarithmic=logarithmic),
        high=_scaled(ends.max(axis=0), logarithmic=logarithmic),
        logarithmic=logarithmic,
        quantile=how[0],
        degrees=how[1],
        warnings=(),
    )


def _without_claim(costs: Floats, sign: float, reason: str, *, logarithmic: bool) -> BestSet:
    nothing = np.zeros((costs.size, costs.size))
    found = _judge(costs, nothing, sign, (math.nan, math.nan), logarithmic=logarithmic)
    unknown = np.full(costs.size, math.nan)
    warning = f"{reason}: the optimum is shown, but other values may be as good."
    alone = np.arange(costs.size) == found.best
    return replace(found, members=alone, low=unknown, high=unknown, warnings=(warning,))


def _scaled(differences: Floats, *, logarithmic: bool) -> Floats:
    return np.exp(differences) if logarithmic else differences
