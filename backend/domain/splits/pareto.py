"""Alternatives to one change: which are on the Pareto front, and which resolve a split."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.errors import InvalidError
from backend.domain.words.effect_numbers import per_cent
from backend.domain.words.effects import Better, Effect, compared, listed
from backend.domain.words.quantities import Quantity
from backend.stats.splits.balance import Balance, balance
from backend.stats.splits.contrasts import Alternatives
from backend.stats.splits.pareto import (
    TOLERANCE,
    Front,
    Resolution,
    SplitRows,
    Terms,
    front,
    resolutions,
)

SEED = 20_260_102
"""Of the resamplings behind a recommendation, so that the same results say the same."""
MANY = 3
"""From so many alternatives on, one sentence says that none is told from another."""
MOST_PAIRS = 4
"""Pairs that are named."""


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


def front_sentences(weighed: Weighed) -> list[str]:
    """Say what is on the front, what is beaten by whom, and what can be recommended."""
    names, judged = weighed.choice.names, weighed.front
    members = [name for name, is_member in zip(names, judged.members, strict=True) if is_member]
    found = [f"On the front: {listed(members)}."]
    for row, dominator in enumerate(judged.dominated_by.tolist()):
        if dominator >= 0:
            observed = "" if judged.claimed[row] else " as observed"
            found.append(f"{names[row]} is beaten{observed} by {names[dominator]}.")
    for row, shadow in enumerate(judged.shadowed_by.tolist()):
        if shadow >= 0:
            found.append(
                f"{names[row]} stays for want of evidence: {names[shadow]} is shown better "
                f"somewhere, {names[row]} nowhere."
            )
    found.extend(_together(weighed))
    if weighed.balance.recommended:
        best = names[weighed.balance.best]
        found.append(f"{best} gives up least on any objective ({_support(weighed)}).")
    return [*found, *weighed.front.warnings]


def resolution_sentences(choice: Choice, split: SplitRows, terms: Terms = Terms()) -> list[str]:
    """Say of each alternative whether it keeps the gains of a split without its losses."""
    return [_resolved(choice, split, one) for one in resolutions(choice.table, split, terms)]


def _resolved(choice: Choice, split: SplitRows, found: Resolution) -> str:
    name, contender = choice.names[found.row], choice.names[split.contender]
    observed = "" if found.claimed or found.verdict == "unknown" else " as observed"
    verdict = {
        "resolves": f"{name} resolves the split of {contender}{observed}",
        "does not resolve": f"{name} does not resolve the split of {contender}{observed}",
        "unknown": f"Whether {name} resolves the split of {contender} cannot be told",
    }[found.verdict]
    parts = [
        _kept(choice, found, place) if split.gains[place] else _moved(choice, found, place)
        for place in range(len(choice.objectives))
    ]
    return f"{verdict}: {'; '.join(parts)}."


def _kept(choice: Choice, found: Resolution, place: int) -> str:
    share = float(found.kept[place])
    if not (math.isfinite(share) and share > 0.0):
        return _moved(choice, found, place)
    is_shown = not float(found.low[place]) <= 0.0 <= float(found.high[place])
    doubt = "" if is_shown else " as observed, no claim"
    return f"{_moved(choice, found, place)}, {per_cent(share)} % of the gain{doubt}"


def _moved(choice: Choice, found: Resolution, place: int) -> str:
    objective = choice.objectives[place]
    effect = Effect(*(float(part[place]) for part in (found.costs, found.low, found.high)))
    quantity = Quantity(objective.name, objective.unit, objective.better)
    return f"{objective.name} {compared(effect, objective.better, quantity)}"


def _support(weighed: Weighed) -> str:
    return f"the same in {per_cent(weighed.balance.support)} % of resamplings"


def _together(weighed: Weighed) -> list[str]:
    """Name the members of the front that no objective tells apart; only where noise is known."""
    if weighed.front.warnings:
        return []
    rows = np.flatnonzero(weighed.front.members).tolist()
    names, apart = weighed.choice.names, weighed.front.apart
    pairs = [(a, b) for a in rows for b in rows if a < b and not apart[a, b]]
    if len(rows) >= MANY and len(pairs) == math.comb(len(rows), 2):
        return [f"No two of these {len(rows)} can be told apart."]
    said = [f"{names[a]} and {names[b]} cannot be told apart." for a, b in pairs[:MOST_PAIRS]]
    more = len(pairs) - len(said)
    also = f"{more} more {'pair' if more == 1 else 'pairs'} cannot be told apart either."
    return [*said, also] if more else said
