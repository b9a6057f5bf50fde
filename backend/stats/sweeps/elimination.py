"""Which values of a sweep still need rounds: poor values get few, rivals of the best many.

Method: successive elimination. At looks that lie a quarter further apart each time, values outside
the best set of those still measured (Hsu, `best_set.py`) are dropped; the last look is the answer.
All looks before the last share a part of alpha (constant level per look, `sequential.py`), the
last one has the rest, so the true best value is kept with 1 - alpha, as by a whole grid. Works for
the cells of a grid of two parameters as well: they are values in any order. Assumes rounds that
shift all their values alike. Sources: Hsu (1996); Even-Dar, Mannor and Mansour (2006), JMLR 7.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats
from backend.stats.sequential import level_per_look
from backend.stats.sweeps.best_set import BestSet, best_set_of
from backend.stats.sweeps.response import Direction, response_from_rounds

FIRST_LOOK = 3
STEP = 1.25
ALPHA = 0.05
SPENT_BEFORE = 0.7
"""Of alpha, by all looks before the last."""


@dataclass(frozen=True, slots=True)
class EliminationRule:
    """At most `most_rounds` rounds; the best value is lost with at most `alpha`.

    Values known to be at most `margin` (a share) behind the best are equally good: where all that
    are left are, nothing more is measured. At 0 only a single value left ends it early.
    """

    most_rounds: int = 40
    margin: float = 0.0
    alpha: float = ALPHA

    def __post_init__(self) -> None:
        """Raise ValueError for a rule that cannot keep its promise."""
        if self.most_rounds < FIRST_LOOK or not 0.0 < self.alpha < 0.5 or not self.margin >= 0.0:  # noqa: PLR2004
            raise ValueError("need three rounds, 0 < alpha < 0.5 and a margin from 0 on")

    @property
    def looks(self) -> tuple[int, ...]:
        """Return the numbers of rounds at which values may be dropped."""
        looks, look = [], FIRST_LOOK
        while look < self.most_rounds:
            looks.append(look)
            look = max(look + 1, math.floor(look * STEP))
        return (*looks, self.most_rounds)

    def level(self, look: int) -> float:
        """Return the level of the best set at that look."""
        if look >= self.most_rounds:
            return self.alpha * (1.0 - SPENT_BEFORE) if len(self.looks) > 1 else self.alpha
        return level_per_look(self.alpha * SPENT_BEFORE, self.looks[:-1])


@dataclass(frozen=True, slots=True)
class EliminationStep:
    """Where a sweep stands.

    `live` are the values to measure on, or once `is_done` the best set. `after` is the last look
    (0: none), `rounds` how many more rounds of them to measure before asking again, 0 when done.
    `dropped_after` holds the rounds after which a value was dropped, 0 for those that were not.
    `best` judges the values that were live before the last look, in their order; None where
    nothing can be told.
    """

    live: Bools
    after: int
    rounds: int
    is_done: bool
    dropped_after: tuple[int, ...]
    best: BestSet | None


def eliminate(rule: EliminationRule, table: Floats, direction: Direction) -> EliminationStep:
    """Return which values need more rounds; `table` is (values, rounds), nan where not measured.

    All earlier looks are replayed, so a value that was dropped stays dropped, and later results of
    it are not used. A value that gave no result until a look is dropped there. Raises ValueError
    for fewer than two values, infinity, or no result at all.
    """
    if table.ndim != 2 or len(table) < 2 or np.isinf(table).any():  # noqa: PLR2004
        raise ValueError("a sweep is a table of finite results, two values or more by rounds")
    live, best, look = np.ones(len(table), np.bool_), None, 0
    dropped = np.zeros(len(table), np.int64)
    for look in (one for one in rule.looks if one <= table.shape[1]):
        live, best = _after(rule, live, table[:, :look], look, direction)
        dropped[~live & (dropped == 0)] = look
        if look == rule.most_rounds or live.sum() == 1 or _all_good(rule, best):
            return EliminationStep(live, look, 0, True, tuple(dropped.tolist()), best)
    following = next(one for one in rule.looks if one > table.shape[1])
    rounds = following - table.shape[1]
    return EliminationStep(live, look, rounds, False, tuple(dropped.tolist()), best)


def _after(
    rule: EliminationRule, live: Bools, table: Floats, look: int, direction: Direction
) -> tuple[Bools, BestSet | None]:
    """Return which values are left after a look, and how the look judges them."""
    live = live & ~np.isnan(table).all(axis=1)
    if not live.any():
        raise ValueError("no value of the sweep gave a result")
    if live.sum() == 1:
        return live, None
    response = response_from_rounds(table[live], direction)
    best = best_set_of(response, rule.level(look))
    if not best.has_claim:
        return live, None
    kept = live.copy()
    kept[live] = best.members
    return kept, best


def _all_good(rule: EliminationRule, best: BestSet | None) -> bool:
    """Tell whether all members are known to be within the margin of the best."""
    if best is None or not best.logarithmic or rule.margin == 0.0:
        return False
    return bool((best.behind[best.members] <= rule.margin).all())
