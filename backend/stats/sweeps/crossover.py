"""Where one variant overtakes another along an axis.

Method: the difference of two costs at every value of the axis, from rounds that both shared
where they did. The sign at a value is resolved if the difference is beyond chance for all
values at once (Bonferroni, one-sided). A crossing is claimed only between a value where one
sign is resolved and one where the other is (intersection-union), so it is false with at most
alpha wherever one variant is never the slower one. Between the two it is not known where.
"""

import math
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from backend.stats import special
from backend.stats.arrays import Floats, Ints
from backend.stats.sweeps.axis_scales import scales_of
from backend.stats.sweeps.response import Direction, Response, response_from_rounds

FEWEST_VALUES = 2


@dataclass(frozen=True, slots=True)
class Crossing:
    """Between places low and high the first variant turns from better to worse, or back.

    `at` is where straight lines between the centres cross, nearest to the middle of the range.
    """

    low: int
    high: int
    at: float
    first_is_better_below: bool


@dataclass(frozen=True, slots=True)
class Crossover:
    """`signs` per value: 1 the first variant is better, -1 the second, 0 not resolved.

    `ratios` are results of the first over the second (differences where `logarithmic` is
    false) with simultaneous intervals. Without a claim, signs are 0, intervals nan, and
    `crossings` are those of the centres.
    """

    signs: Ints
    ratios: Floats
    low: Floats
    high: Floats
    crossings: tuple[Crossing, ...]
    logarithmic: bool
    claimed: bool
    warnings: tuple[str, ...]


def crossover_in_rounds(
    first: Floats, second: Floats, xs: Floats, direction: Direction, *, alpha: float = 0.05
) -> Crossover:
    """Compare two variants measured in the same rounds, each (values, rounds) over `xs`.

    Raises ValueError for tables of different form, values not ascending, or infinity.
    """
    if first.shape != second.shape or first.ndim != 2 or first.shape[0] != xs.size:  # noqa: PLR2004
        raise ValueError("two variants need tables of the same values and rounds")
    both = response_from_rounds(np.vstack((first, second)), direction)
    count = xs.size
    return crossover_of(both.part(slice(0, count)), both.part(slice(count, None)), xs, alpha, both)


def crossover_of(
    first: Response,
    second: Response,
    xs: Floats,
    alpha: float = 0.05,
    both: Response | None = None,
) -> Crossover:
    """Compare two variants over the same ascending values.

    `both`, with all costs of the first in front of those of the second, tells how their errors
    hang together; without it they are taken as independent. Raises ValueError where one has
    logarithmic costs and the other has not.
    """
    if first.logarithmic != second.logarithmic or not first.costs.size == second.costs.size:
        raise ValueError("two variants can be compared on one scale and the same values only")
    shared = both if both is not None else _independent(first, second)
    count = xs.size
    places = scales_of(xs)[0]
    weights = np.hstack((np.eye(count), -np.eye(count)))
    gaps = weights @ shared.costs
    if not shared.has_claim:
        return _observed(shared, gaps, xs, places)
    reach = float(special.stdtrit(shared.degrees, 1.0 - alpha / count)) * shared.errors(weights)
    signs: Ints = np.where(gaps + reach < 0.0, 1, np.where(gaps - reach > 0.0, -1, 0))
    with np.errstate(over="ignore"):
        ends = shared.worth(np.stack((gaps - reach, gaps + reach)))
        return Crossover(
            signs=signs.astype(np.int64),
            ratios=shared.worth(gaps),
            low=ends.min(axis=0),
            high=ends.max(axis=0),
            crossings=_crossings(signs, gaps, xs, places),
            logarithmic=shared.logarithmic,
            claimed=True,
            warnings=shared.warnings,
        )


def _independent(first: Response, second: Response) -> Response:
    """Put two responses that share no rounds side by side."""
    scale = max(first.scale, second.scale)
    parts = [one.scale / scale for one in (first, second)]
    nothing = np.zeros((first.costs.size, second.costs.size))
    return replace(
        first,
        costs=np.concatenate((first.costs * parts[0], second.costs * parts[1])),
        covariance=np.block(
            [
                [first.covariance * parts[0] ** 2, nothing],
                [nothing.T, second.covariance * parts[1] ** 2],
            ]
        ),
        degrees=min(first.degrees, second.degrees)
        if first.has_claim and second.has_claim
        else math.nan,
        scale=scale,
        rounds=None,
        warnings=tuple(dict.fromkeys(first.warnings + second.warnings)),
    )


def _observed(shared: Response, gaps: Floats, xs: Floats, places: Floats) -> Crossover:
    unknown = np.full(gaps.size, math.nan)
    with np.errstate(over="ignore"):
        ratios = shared.worth(gaps)
    return Crossover(
        signs=np.zeros(gaps.size, np.int64),
        ratios=ratios,
        low=unknown,
        high=unknown,
        crossings=_crossings(-np.sign(gaps).astype(np.int64), gaps, xs, places),
        logarithmic=shared.logarithmic,
        claimed=False,
        warnings=shared.warnings,
    )


def _crossings(signs: Ints, gaps: Floats, xs: Floats, places: Floats) -> tuple[Crossing, ...]:
    resolved = np.flatnonzero(signs)
    return tuple(
        Crossing(low, high, _where(gaps, xs, places, (low, high)), bool(signs[low] > 0))
        for low, high in pairwise(resolved.tolist())
        if signs[low] != signs[high]
    )


def _where(gaps: Floats, xs: Floats, places: Floats, ends: tuple[int, int]) -> float:
    """Return the value at which the line between centres is zero, nearest to the middle."""
    low, high = ends
    middle = (places[low] + places[high]) / 2.0
    found = []
    for at in range(low, high):
        here, there = gaps[at], gaps[at + 1]
        if here * there <= 0.0 and here != there:
            found.append(places[at] + (places[at + 1] - places[at]) * here / (here - there))
    nearest = min(found, key=lambda place: abs(place - middle))
    return float(np.interp(nearest, places, xs) if xs[0] <= 0.0 else np.exp(nearest))
