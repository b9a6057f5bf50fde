"""Alternatives to a change: what is on the Pareto front, and what resolves a split."""

import math
from dataclasses import replace

import numpy as np

from backend.domain.effects import Effect
from backend.domain.quantities import Quantity
from backend.domain.splits.alternatives import (
    AlternativeSet,
    AlternativesFinding,
    AlternativesView,
    weigh_alternatives,
)
from backend.domain.splits.pareto import Choice, Weighed
from backend.domain.splits.verdicts import SplitJudgement
from backend.stats.splits.pareto import Resolution, SplitRows, Terms, resolutions
from backend.wording.effects import compared, counted, listed
from backend.wording.numbers import per_cent

MANY = 3
"""From so many alternatives on, one sentence says that none differs."""
MOST_PAIRS = 4
"""Pairs that are named."""
UNTESTED = " (no significance test)"


def alternatives_view(
    found: AlternativeSet | None, split: SplitJudgement, chosen: tuple[str, str]
) -> AlternativesView | None:
    """Show alternatives on two objectives, and say what they come to; None where there are none."""
    judged = weigh_alternatives(found, split, chosen)
    return None if judged is None else replace(judged.view, sentences=_sentences(judged))


def _sentences(judged: AlternativesFinding) -> list[str]:
    view, sides = judged.view, judged.sides
    first, *others = front_sentences(judged.weighed)
    said = [f"By {view.y} and {view.x}: {first[0].lower()}{first[1:]}", *others]
    if sides is not None:
        said += resolution_sentences(judged.choice, sides)
    if judged.missing:
        said.append(f"{counted(judged.missing, 'alternative')} without both results: not shown.")
    return said


def front_sentences(weighed: Weighed) -> list[str]:
    """Say what is on the front, what is dominated by what, and what can be recommended."""
    names, judged = weighed.choice.names, weighed.front
    members = [name for name, is_member in zip(names, judged.members, strict=True) if is_member]
    found = [f"Pareto-optimal: {listed(members)}."]
    for row, dominator in enumerate(judged.dominated_by.tolist()):
        if dominator >= 0:
            observed = "" if judged.claimed[row] else UNTESTED
            found.append(f"{names[row]} is dominated by {names[dominator]}{observed}.")
    for row, shadow in enumerate(judged.shadowed_by.tolist()):
        if shadow >= 0:
            found.append(
                f"{names[row]} cannot be ruled out yet: {names[shadow]} is better "
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
    observed = "" if found.claimed or found.verdict == "unknown" else UNTESTED
    verdict = {
        "resolves": f"{name} resolves the split of {contender}{observed}",
        "does not resolve": f"{name} does not resolve the split of {contender}{observed}",
        "unknown": f"Inconclusive whether {name} resolves the split of {contender}",
    }[found.verdict]
    parts = [
        _share_of_gain(choice, found, place) if split.gains[place] else _moved(choice, found, place)
        for place in range(len(choice.objectives))
    ]
    return f"{verdict}: {'; '.join(parts)}."


def _share_of_gain(choice: Choice, found: Resolution, place: int) -> str:
    share = float(found.kept[place])
    if not (math.isfinite(share) and share > 0.0):
        return _moved(choice, found, place)
    is_shown = not float(found.low[place]) <= 0.0 <= float(found.high[place])
    doubt = "" if is_shown else " (not significant)"
    return f"{_moved(choice, found, place)}, {per_cent(share)}\u202f% of the gain{doubt}"


def _moved(choice: Choice, found: Resolution, place: int) -> str:
    objective = choice.objectives[place]
    effect = Effect(*(float(part[place]) for part in (found.costs, found.low, found.high)))
    quantity = Quantity(objective.name, objective.unit, objective.better)
    return f"{objective.name} {compared(effect, objective.better, quantity)}"


def _support(weighed: Weighed) -> str:
    return f"the same in {per_cent(weighed.balance.support)}\u202f% of resamplings"


def _together(weighed: Weighed) -> list[str]:
    """Name the members of the front that differ on no objective; only where noise is known."""
    if weighed.front.warnings:
        return []
    rows = np.flatnonzero(weighed.front.members).tolist()
    names, apart = weighed.choice.names, weighed.front.apart
    pairs = [(a, b) for a in rows for b in rows if a < b and not apart[a, b]]
    if len(rows) >= MANY and len(pairs) == math.comb(len(rows), 2):
        return [f"None of these {len(rows)} differ significantly."]
    said = [
        f"{names[a]} and {names[b]} do not differ significantly." for a, b in pairs[:MOST_PAIRS]
    ]
    more = len(pairs) - len(said)
    also = f"{more} more {'pair' if more == 1 else 'pairs'} do not either."
    return [*said, also] if more else said
