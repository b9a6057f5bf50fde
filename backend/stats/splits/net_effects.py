"""What a change that helps some members and hurts others comes to, and on what that hangs.

The net effect is the weighted mean of the members' ln costs; its error assumes independent
members, unless rounds have shown that they move together.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.student import t_quantile

NetVerdict = Literal["gain", "loss", "cancels out", "unknown"]

ROUNDING = 1e-12
"""A sum of logarithms below this is 0."""
STEPS = 60
"""Halvings of an interval: beyond the resolution of a double."""


@dataclass(frozen=True, slots=True)
class Members:
    """Estimates of all members: ln cost of contender over baseline, > 0 is worse.

    `errors` are standard errors (nan: summary only; 0: exact), `degrees` their degrees of
    freedom (inf: normal). `causes` number what members were read off: those of one number are
    several readings of one thing, and are taken to err together; None: each its own.
    """

    costs: Floats
    errors: Floats
    degrees: Floats
    causes: Ints | None = None


@dataclass(frozen=True, slots=True)
class Together:
    """How much larger the error of a weighted mean is than that of independent members.

    `factor` is at least 1; `degrees` are those of the scatter that showed it. `known` is False
    where nobody looked and members are merely taken as independent.
    """

    factor: float = 1.0
    degrees: float = math.inf
    known: bool = False


@dataclass(frozen=True, slots=True)
class Net:
    """Weighted mean of ln costs with its interval (nan where a weighted member has none).

    `without` is the net effect with each member left out in turn (nan where nothing is left);
    `hangs_on` are the members whose leaving turns its sign.
    """

    cost: float
    low: float
    high: float
    verdict: NetVerdict
    weights: Floats
    without: Floats
    hangs_on: Ints
    together: Together


@dataclass(frozen=True, slots=True)
class Payers:
    """Losers, the largest weighted loss first, each with its share of the total loss."""

    order: Ints
    shares: Floats


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The share of the load at which the losers would eat up the gains of the rest.

    `weight` with its interval within 0..1; `current` is what they weigh now.
    """

    weight: float
    low: float
    high: float
    current: float


@dataclass(frozen=True, slots=True)
class _Mean:
    cost: float
    error: float
    degrees: float


def net_effect(
    members: Members, weights: Floats, margin: float, alpha: float, together: Together = Together()
) -> Net:
    """Weigh all members; `margin` is the ln cost below which a net effect is none.

    `weights` sum to 1. Verdict: gain or loss when the interval excludes 0, cancels out when it
    lies within the margin, unknown otherwise. Satterthwaite's degrees of freedom.
    """
    whole = _mean(members, weights)
    half = _half(whole, alpha, together)
    rest = 1.0 - weights
    with np.errstate(divide="ignore", invalid="ignore"):
        without = np.where(rest > 0.0, (whole.cost - weights * members.costs) / rest, np.nan)
    sign, signs = _signs(np.array([whole.cost])), _signs(without)
    turned = np.flatnonzero((weights > 0.0) & (sign != 0.0) & (signs == -sign))
    return Net(
        cost=whole.cost,
        low=whole.cost - half,
        high=whole.cost + half,
        verdict=_verdict(whole.cost, half, margin),
        weights=weights,
        without=without,
        hangs_on=turned,
        together=together,
    )


def _signs(costs: Floats) -> Floats:
    """Return -1, 0 or 1 of each cost, rounding counting as 0."""
    return np.where(np.abs(costs) <= ROUNDING, 0.0, np.sign(costs))


def who_pays(costs: Floats, weights: Floats, losers: Bools) -> Payers:
    """Order the losers by weighted loss; those without weight come last, with share 0."""
    places = np.flatnonzero(losers)
    paid = np.maximum(weights[places] * costs[places], 0.0)
    order = np.argsort(-paid, kind="stable")
    total = float(paid.sum())
    shares = paid[order] / total if total > 0.0 else np.full(places.size, np.nan)
    return Payers(places[order], shares)


def break_even(
    members: Members, weights: Floats, losers: Bools, alpha: float, together: Together = Together()
) -> BreakEven | None:
    """Find the weight of the losers, all others keeping their proportions, where net is 0.

    None where there are no losers, no others, or the others do not gain. The interval holds
    the weights at which the net effect cannot be told from 0 (Fieller), cut to 0..1; nan
    where an error is unknown. Groups without weight are weighed equally.
    """
    if not losers.any() or losers.all():
        return None
    paying, rest = (_mean(members, _within(weights, one)) for one in (losers, ~losers))
    if rest.cost >= 0.0 or paying.cost <= 0.0:
        return None
    weight = rest.cost / (rest.cost - paying.cost)
    current = float(weights[losers].sum())
    if math.isnan(paying.error) or math.isnan(rest.error):
        return BreakEven(weight, math.nan, math.nan, current)
    degrees = min(paying.degrees, rest.degrees, together.degrees)
    reach = together.factor * float(t_quantile(1.0 - alpha, degrees))

    def is_significant(share: float) -> bool:
        net = share * paying.cost + (1.0 - share) * rest.cost
        error = math.hypot(share * paying.error, (1.0 - share) * rest.error)
        return abs(net) > reach * error

    low = _edge(weight, 0.0, is_significant)
    return BreakEven(weight, low, _edge(weight, 1.0, is_significant), current)


def _edge(inside: float, outside: float, is_significant: Callable[[float], bool]) -> float:
    """Halve the way to where the net effect begins to be told from 0; there is one such place."""
    if not is_significant(outside):
        return outside
    for _ in range(STEPS):
        middle = (inside + outside) / 2.0
        inside, outside = (inside, middle) if is_significant(middle) else (middle, outside)
    return inside


def _within(weights: Floats, group: Bools) -> Floats:
    inside = np.where(group, weights, 0.0)
    total = float(inside.sum())
    return inside / total if total > 0.0 else group / float(group.sum())


def _mean(members: Members, weights: Floats) -> _Mean:
    """Weigh estimates; members of weight 0 need no error."""
    used = weights > 0.0
    cost = float(weights[used] @ members.costs[used])
    errors = weights[used] * members.errors[used]
    largest = float(errors.max())
    if math.isnan(largest) or largest == 0.0:
        return _Mean(cost, largest, math.inf)
    parts = (errors / largest) ** 2  # in units of the largest, so that no square overflows
    total = float(parts.sum())
    scatter = float((parts**2 / members.degrees[used]).sum())
    degrees = total**2 / scatter if scatter > 0.0 else math.inf
    return _Mean(cost, largest * math.sqrt(total), degrees)


def _half(mean: _Mean, alpha: float, together: Together) -> float:
    if math.isnan(mean.error) or mean.error == 0.0:
        return mean.error
    wide = float(t_quantile(1.0 - alpha, min(mean.degrees, together.degrees)))
    return wide * together.factor * mean.error


def _verdict(cost: float, half: float, margin: float) -> NetVerdict:
    if math.isnan(half):
        return "unknown"
    if abs(cost) + half <= max(margin, ROUNDING):
        return "cancels out"
    if abs(cost) <= half:
        return "unknown"
    return "gain" if cost < 0.0 else "loss"
