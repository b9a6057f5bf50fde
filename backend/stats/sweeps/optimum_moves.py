"""Whether the optimum of a sweep moved between two runs.

Method: it is said to have moved only if the old best value is not in the new best set and
the new best value was not in the old best set. If the true optimum stayed, at least one of
the two sets has missed it, which each does with at most 5 %.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.sweeps.best_set import BestSet, best_set_of
from backend.stats.sweeps.dunnett import critical_value
from backend.stats.sweeps.response import Response


@dataclass(frozen=True, slots=True)
class OptimumMove:
    """Places of the old and the new best value, and whether it is claimed that it moved.

    `gain` is what the new best value is worth in the new run: the result at the old best
    value over the one at the new best, with its simultaneous 95 % interval (differences where
    `logarithmic` is false). `is_open`: the old best value is still in the new best set. Without
    scatter in both runs nothing is claimed and low and high are nan.
    """

    old: int
    new: int
    moved: bool
    is_open: bool
    claimed: bool
    gain: float
    low: float
    high: float
    logarithmic: bool
    warnings: tuple[str, ...]


def judge_move(old: Response, new: Response, *, alpha: float = 0.05) -> OptimumMove:
    """Compare the optima of two responses over the same values in the same order.

    Raises ValueError for different numbers of values.
    """
    if old.costs.size != new.costs.size:
        raise ValueError("two sweeps must have the same values; leave out those of one only")
    before, after = best_set_of(old, alpha), best_set_of(new, alpha)
    known = before.has_claim and after.has_claim
    gap = float(new.costs[before.best] - new.costs[after.best])
    reach = _reach(new, before, after, alpha) if known else math.nan
    with np.errstate(over="ignore"):
        gain, *ends = new.worth(np.array([gap, gap - reach, gap + reach])).tolist()
    return OptimumMove(
        old=before.best,
        new=after.best,
        moved=has_moved(before, after),
        is_open=bool(after.members[before.best]),
        claimed=known,
        gain=gain,
        low=min(ends),
        high=max(ends),
        logarithmic=new.logarithmic,
        warnings=tuple(dict.fromkeys(old.warnings + new.warnings)),
    )


def has_moved(before: BestSet, after: BestSet) -> bool:
    """Say whether neither best value is in the other's best set, over the same values."""
    known = before.has_claim and after.has_claim
    return known and not (after.members[before.best] or before.members[after.best])


def _reach(new: Response, before: BestSet, after: BestSet, alpha: float) -> float:
    """Return half the interval of the gain; it is two-sided and the best was chosen."""
    error = float(new.difference_errors()[before.best, after.best])
    return critical_value(new.costs.size, new.degrees, alpha / 2.0) * error
