"""Alternatives to one change: which are on the Pareto front, and which resolve a split."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.effects import Better
from backend.domain.errors import InvalidError
from backend.stats.splits.balance import Balance, balance
from backend.stats.splits.contrasts import Alternatives
from backend.stats.splits.pareto import (
    TOLERANCE,
    Front,
    front,
)

SEED = 20_260_102
"""Of the resamplings behind a recommendation, so that the same results say the same."""


@dataclass(frozen=True, slots=True)
class Objective:
    """What alternatives are held against each other on: a benchmark's metric, or a cost."""

    name: str
    better: Better
    unit: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Named alternatives over named objectives; rows and columns of `table` in that order."""

    names: Sequence[str]
    objectives: Sequence[Objective]
    table: Alternatives


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice with its front; the balanced member is recommended only with evidence."""

    choice: Choice
    front: Front
    balance: Balance


def weigh(choice: Choice, tolerance: float = TOLERANCE) -> Weighed:
    """Find the front. Raises InvalidError where names do not fit the table."""
    if choice.table.costs.shape != (len(choice.names), len(choice.objectives)):
        raise InvalidError("every row is an alternative with a name, every column an objective")
    found = front(choice.table, tolerance)
    balanced = balance(choice.table, found.members, generator=np.random.default_rng(SEED))
    return Weighed(choice, found, balanced)
