"""References and budgets: what results are held against beside their own history.

A reference is a commit that stays what it is while the history goes on. A budget is a bound, in
the unit of what is measured or relative to a reference; whether it is kept is said only where the
scatter between runs allows it, so that a value near the bound does not go back and forth.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.units import Unit, fitted
from backend.domain.comparisons.shown import ComparedRow

SURE = 2.6
"""Standard errors from which on a level lies on one side of a bound."""
MOST_AVERAGED = 5
"""Newest results that are averaged where fewer leave it open."""


class BudgetState(StrEnum):
    KEPT = "kept"
    BROKEN = "broken"
    UNSURE = "unsure"
    """Too near to the bound for the scatter between runs: what was said before stands."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A commit that results are compared with for as long as it is named."""

    name: str
    commit: str = ""
    """Its name, or the beginning of it; empty where a pattern chooses it."""
    tag: str = ""
    """The newest measured commit that is called so, or of which a run is tagged so."""


@dataclass(frozen=True, slots=True)
class Amount:
    value: float
    unit: str = ""
    """A base unit; empty: whatever the series has."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A bound of all series that it selects; at least one of its parts is given."""

    number: int
    """Its place in the file, counted from 1."""
    name: str
    filters: SeriesFilters
    at_most: Amount | None = None
    at_least: Amount | None = None
    worse_by: float | None = None
    """A share by which a result may be worse than the reference `against`."""
    against: str = ""
    is_gate: bool = True


@dataclass(frozen=True, slots=True)
class HeldLevel:
    """The newest results of one series, the newest first, and the scatter between runs."""

    values: Sequence[float]
    error: float
    """Standard deviation of one of them; 0: they are taken as they are."""
    is_logarithmic: bool = True


def limit_in(amount: Amount, unit: str) -> float | None:
    """Return a bound in the unit of a series; None where that measures something else."""
    if not amount.unit:
        return amount.value
    own = fitted(Unit(amount.unit, 1.0), unit)
    return amount.value * own.factor if own else None


def state_at(level: HeldLevel, limit: float, *, is_upper: bool) -> BudgetState:
    """Say whether a level keeps a bound, by as few of its newest results as decide it."""
    sign = 1.0 if is_upper else -1.0
    values, bound = list(level.values[:MOST_AVERAGED]), limit
    if level.is_logarithmic and min(*values, limit) > 0.0:
        values, bound = [math.log(one) for one in values], math.log(limit)
    for count in range(1, len(values) + 1):
        above = sign * (sum(values[:count]) / count - bound)
        reach = SURE * level.error / math.sqrt(count)
        if above - reach > 0.0:
            return BudgetState.BROKEN
        if above + reach <= 0.0:
            return BudgetState.KEPT
    return BudgetState.UNSURE


def state_against(row: ComparedRow, worse_by: float) -> BudgetState:
    """Say whether a result is at most so much worse than its reference."""
    if not row["is_ratio"]:
        return BudgetState.UNSURE
    costs = [math.log(row[end]) if row[end] > 0.0 else math.nan for end in ("low", "high")]
    if row["basis"] == "exact":
        costs = [math.log(row["ratio"])] * 2 if row["ratio"] > 0.0 else costs
    if any(map(math.isnan, costs)):
        return BudgetState.UNSURE
    if row["series"].direction == "higher":
        costs = [-cost for cost in reversed(costs)]
    least, bound = costs[0], math.log1p(worse_by)
    if least > bound:
        return BudgetState.BROKEN
    return BudgetState.KEPT if costs[1] <= bound else BudgetState.UNSURE


def worst_of(states: Sequence[BudgetState]) -> BudgetState:
    """Return how a budget of several bounds stands: broken where one is."""
    for state in (BudgetState.BROKEN, BudgetState.UNSURE):
        if state in states:
            return state
    return BudgetState.KEPT
