"""Rounds of commits in turns, held against a suspicion; asked again after every lease."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.domain.jobs.verdicts import (
    ENOUGH,
    FEWEST_PAIRS,
    FIRST_PAIRS,
    ArmInterval,
    Finding,
    PairsLook,
)
from backend.stats.arrays import Floats
from backend.stats.decisions.confirmation import (
    Confirmation,
    ConfirmationAnswer,
    ConfirmationRule,
    confirm,
)

SMALLEST = 1e-6
"""Effect of interest of a suspicion without a size."""


@dataclass(frozen=True, slots=True)
class JudgedPairs:
    """What pairs say of a suspicion, and how many more to measure before it is asked again."""

    finding: Finding
    interval: ArmInterval | None
    itself: float | None = None
    more: int = 0
    looks: Sequence[PairsLook] = ()


def judge_pairs(suspected: float, rows: Floats, most: int, *, may_go_on: bool) -> JudgedPairs:
    """Hold a suspected ratio against rounds of baseline, contender and (third row) baseline again.

    Sequential, so that it may be asked after every lease (`stats.decisions.confirmation`). An
    effect below half of the suspected one is refuted. `may_go_on` is False where the budget of the
    job is spent.
    """
    rises = suspected > 1.0
    wanted = suspected if rises else 1.0 / suspected
    smallest = max(ENOUGH * (wanted - 1.0), SMALLEST)
    rule = ConfirmationRule(most_pairs=max(most, FEWEST_PAIRS), smallest=smallest)

    def look(pairs: int) -> Confirmation:
        seen = rows[:, :pairs]
        again = seen[2] if len(seen) > 2 else None  # noqa: PLR2004  with the A/A arm
        return confirm(rule, seen[0], seen[1], again, rises=rises)

    have = min(rows.shape[1], rule.most_pairs)
    if not may_go_on and FEWEST_PAIRS <= have < rule.looking().looks[0]:
        # no look was taken, so that what is there may be planned as all
        rule = replace(rule, most_pairs=have)
    told = look(have)
    if not told.pairs:
        more = told.more if may_go_on else 0
        return JudgedPairs("more pairs" if more else "not measured", None, more=more)
    reached = [one for one in rule.looking().looks if one <= told.pairs]
    seen = [PairsLook(one, at.ratio, at.low, at.high) for one in reached for at in [look(one)]]
    interval = ArmInterval(told.ratio, told.low, told.high, told.pairs, 1.0 - rule.alpha)
    more = 0
    if told.answer is ConfirmationAnswer.MORE and may_go_on:
        more = min(told.likely or FIRST_PAIRS, rule.most_pairs - have)
    itself = None if len(rows) < 3 else told.itself  # noqa: PLR2004  with the A/A arm
    return JudgedPairs(_finding(told.answer, more), interval, itself, more, seen)


def _finding(answer: ConfirmationAnswer, more: int) -> Finding:
    if answer is ConfirmationAnswer.UPHELD:
        return "confirmed"
    if answer is ConfirmationAnswer.REFUTED:
        return "refuted"
    if answer is ConfirmationAnswer.UNSTEADY:
        return "unsteady"
    return "more pairs" if more else "unclear"
