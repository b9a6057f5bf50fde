"""References and budgets: what results are held against beside their own history.

A reference is a commit that stays what it is while the history goes on. A budget is a bound, in
the unit of what is measured or relative to a reference; whether it is kept is said only where the
scatter between runs allows it, so that a value near the bound does not go back and forth.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.units import Unit, fitted
from backend.domain.comparisons.shown import ComparedRow
from backend.stats.arrays import Floats
from backend.stats.comparison.far_runs import share_beyond

CHANCE = 0.01
"""Of results so far out, from which on they prove nothing."""
SURE = 2.6
"""Standard errors from which on a level lies on one side of a bound."""
MOST_AVERAGED = 5
"""Newest results that are averaged where fewer leave it open."""


class BudgetState(StrEnum):
    KEPT = "kept"
    BROKEN = "broken"
    UNSURE = "unsure"
    """Too near to the bound for the scatter between runs, or the reference was not measured: what
    was said before stands."""


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

    @property
    def has_bounds(self) -> bool:
        return self.at_most is not None or self.at_least is not None


@dataclass(frozen=True, slots=True)
class HeldLevel:
    """The newest results of one series, the newest first, and the scatter between runs."""

    values: Sequence[float]
    error: float
    """Standard deviation of one of them; 0: they are taken as they are."""
    is_logarithmic: bool = True
    far_shares: Sequence[float] = ()
    """Of runs far from the level (`stats/comparison/far_runs.py`); empty: no history tells."""


@dataclass(frozen=True, slots=True)
class JudgedBound:
    """One bound of a budget beside what was measured."""

    part: str
    """Which one: at_most, at_least or worse_by."""
    state: BudgetState
    limit: float | None
    """In the unit of the series; None where the reference was not measured."""


@dataclass(frozen=True, slots=True)
class JudgedBudget:
    """How one series stands to the bounds of a budget, and the same in words."""

    bounds: Sequence[JudgedBound]
    sentence: str

    @property
    def state(self) -> BudgetState:
        return worst_of([one.state for one in self.bounds])

    @property
    def limits(self) -> list[float]:
        return [one.limit for one in self.bounds if one.limit is not None]

    @property
    def broken(self) -> set[str]:
        return {one.part for one in self.bounds if one.state is BudgetState.BROKEN}


def limit_in(amount: Amount, unit: str) -> float | None:
    """Return a bound in the unit of a series; None where that measures something else."""
    if not amount.unit:
        return amount.value
    own = fitted(Unit(amount.unit, 1.0), unit)
    return amount.value * own.factor if own else None


def state_at(level: HeldLevel, limit: float, *, is_upper: bool) -> BudgetState:
    """Say whether a level keeps a bound, by as few of its newest results as decide it.

    What far runs of its history make as often as 1 % decides nothing.
    """
    sign = 1.0 if is_upper else -1.0
    values, bound = list(level.values[:MOST_AVERAGED]), limit
    if level.is_logarithmic and min(*values, limit) > 0.0:
        values, bound = [math.log(one) for one in values], math.log(limit)
    beyond = np.array([sign * (one - bound) for one in values])
    for count in range(1, len(values) + 1):
        above = float(beyond[:count].mean())
        reach = SURE * level.error / math.sqrt(count)
        is_sure = chance_of_far_runs(level, beyond[:count]) <= CHANCE
        if above - reach > 0.0 and is_sure:
            return BudgetState.BROKEN
        if above + reach <= 0.0 and is_sure:
            return BudgetState.KEPT
    return BudgetState.UNSURE


def chance_of_far_runs(level: HeldLevel, beyond: Floats) -> float:
    """Return how often far runs of a level at the bound lie beyond it as these results do.

    Either one of them alone moves their mean so far, or all of them are far out at once; the
    smaller chance counts. 0 where no history tells of far runs.
    """
    if not len(level.far_shares) or not level.error > 0.0:
        return 0.0
    mean = float(beyond.mean())
    sign, count = (1.0 if mean > 0.0 else -1.0), beyond.size
    sizes = sign * np.array([[mean * count, beyond.min() if sign > 0.0 else beyond.max()]])
    alone, together = share_beyond(np.array([level.far_shares]), sizes / level.error)[0].tolist()
    return float(min(count * alone, together**count))


def state_against(row: ComparedRow, worse_by: float) -> BudgetState:
    """Say whether a result is at most so much worse than its reference.

    Kept is also what measures no worse than the reference, however wide its interval is: a noisy
    series would else never be kept again.
    """
    least, centre, most = _costs(row)
    share = math.log1p(worse_by)
    bound = share if row["is_ratio"] else abs(row["baseline"]["value"]) * worse_by
    if least > bound:
        return BudgetState.BROKEN
    return BudgetState.KEPT if most <= bound or centre <= 0.0 else BudgetState.UNSURE


def _costs(row: ComparedRow) -> tuple[float, float, float]:
    """Return by how much a result is worse: at least, as measured, at most; nan: not known.

    Logarithms of ratios; differences where there are none.
    """
    centre = row["ratio"] if row["is_ratio"] else row["difference"]
    ends = (centre, centre) if row["basis"] == "exact" else (row["low"], row["high"])
    low, middle, high = ends[0], centre, ends[1]
    if row["is_ratio"]:
        low, middle, high = (
            math.log(one) if one > 0.0 else math.nan for one in (low, middle, high)
        )
    if row["series"].direction == "higher":
        return -high, -middle, -low
    return low, middle, high


def limit_against(row: ComparedRow, worse_by: float) -> float:
    """Return the bound in the unit of the series."""
    value, way = row["baseline"]["value"], -1.0 if row["series"].direction == "higher" else 1.0
    if row["is_ratio"]:
        return value * float((1.0 + worse_by) ** way)
    return value + way * abs(value) * worse_by


def worst_of(states: Sequence[BudgetState]) -> BudgetState:
    """Return how a budget of several bounds stands: broken where one is."""
    for state in (BudgetState.BROKEN, BudgetState.UNSURE):
        if state in states:
            return state
    return BudgetState.KEPT
