"""Ladders: what was tried for one goal, in order; what stuck, by measurement and by decision."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from backend.domain.catalogue.parameters import Scalar
from backend.domain.effects import Better, Effect
from backend.domain.errors import InvalidError
from backend.domain.quantities import Quantity
from backend.stats.ladders import (
    Contrast,
    Decision,
    Fresh,
    JudgedRung,
    Ladder,
    LadderRules,
    Role,
    gap_closed,
    judge_ladder,
)
from backend.stats.splits.contrasts import Alternatives, from_rounds, from_summaries


@dataclass(frozen=True, slots=True)
class Override:
    """A person's decision about a rung, beside what was measured of it."""

    decision: Decision
    reason: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One result of a ladder: the baseline, a rung or a control.

    `sd` is None for a summary and 0 for an exact metric; `samples` count where the ladder was
    measured in rounds. `failure` says why there is no result. `conditions` are the parameters
    it was measured under; those of rungs and controls should be those of the baseline.
    """

    name: str
    value: float = math.nan
    sd: float | None = None
    n: int = 1
    samples: Sequence[float] = ()
    failure: str = ""
    is_control: bool = False
    override: Override | None = None
    conditions: Mapping[str, Scalar] = field(default_factory=dict)

    @property
    def role(self) -> Role:
        if self.failure:
            return "failed"
        return "control" if self.is_control else "rung"


@dataclass(frozen=True, slots=True)
class Rung:
    """An attempt with its verdict; effects are ln cost differences with intervals.

    `other_conditions` are those that differ from the baseline's: name, here, there.
    """

    attempt: Attempt
    judged: JudgedRung
    best: str
    versus_baseline: Effect
    versus_best: Effect
    versus_previous: Effect
    other_conditions: Sequence[tuple[str, Scalar | None, Scalar | None]]


@dataclass(frozen=True, slots=True)
class GapClosed:
    """The share of the way from baseline to a control that the best rung went (nan unknown).

    `place` is that of the control among the rungs.
    """

    place: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class JudgedLadder:
    """A whole ladder; `best` is the baseline where no rung stands."""

    ladder: Ladder
    better: Better
    quantity: Quantity
    baseline: Attempt
    rungs: Sequence[Rung]
    best: Attempt
    stacked: Effect
    gaps: Sequence[GapClosed]


@dataclass(frozen=True, slots=True)
class LadderGoal:
    """What the ladder climbs for: the metric, and the smallest gain worth keeping (0.01: 1 %)."""

    better: Better
    quantity: Quantity
    min_effect: float = 0.0
    fresh: Fresh | None = None


def ladder_of(
    baseline: Attempt, attempts: Sequence[Attempt], goal: LadderGoal, *, in_rounds: bool = False
) -> JudgedLadder:
    """Judge attempts in the order they were made.

    `in_rounds`: sample i of every attempt comes from round i. Raises InvalidError where there
    is nothing to judge or an attempt has neither a result nor a failure.
    """
    _refuse_unusable(baseline, attempts)
    _refuse_goal(goal)
    table = _alternatives([baseline, *attempts], goal.better, in_rounds=in_rounds)
    roles = [attempt.role for attempt in attempts]
    decisions = [one.override.decision if one.override else None for one in attempts]
    judged = judge_ladder(table, roles, decisions, LadderRules(goal.min_effect, fresh=goal.fresh))
    everyone = [baseline, *attempts]
    shown = list(judged.rungs)
    if judged.best and goal.fresh is None:
        shown[judged.best - 1] = _as_stacked(shown[judged.best - 1], judged.stacked)
    rungs = [_rung(attempt, rung, everyone) for attempt, rung in zip(attempts, shown, strict=True)]
    return JudgedLadder(
        ladder=judged,
        better=goal.better,
        quantity=goal.quantity,
        baseline=baseline,
        rungs=rungs,
        best=everyone[judged.best],
        stacked=_effect(judged.stacked),
        gaps=_gaps(judged, rungs, goal.better),
    )


def _as_stacked(rung: JudgedRung, stacked: Contrast) -> JudgedRung:
    """Say the gain of the best rung once: its interval is wide enough for every rung tried."""
    best = stacked if rung.best == 0 else rung.versus_best
    return replace(rung, versus_baseline=stacked, versus_best=best)


def _refuse_unusable(baseline: Attempt, attempts: Sequence[Attempt]) -> None:
    if not attempts:
        raise InvalidError("a ladder needs its baseline and at least one other rung")
    if baseline.failure:
        raise InvalidError(f"the baseline failed ({baseline.failure}); choose another one")
    for attempt in [baseline, *attempts]:
        usable = math.isfinite(attempt.value) and attempt.value > 0.0
        if not usable and not attempt.failure:
            raise InvalidError(
                f"{attempt.name}: {attempt.value} has no ratio to the baseline; "
                "give a positive result, or say why it failed"
            )
        if attempt.sd is not None and (attempt.sd < 0.0 or math.isinf(attempt.sd)):
            raise InvalidError(f"{attempt.name}: a standard deviation is 0 or more")
        if not attempt.failure and not all(0.0 < one < math.inf for one in attempt.samples):
            raise InvalidError(
                f"{attempt.name}: a sample that is not positive; leave the round out"
            )


def _refuse_goal(goal: LadderGoal) -> None:
    fresh = goal.fresh
    if not 0.0 <= goal.min_effect < math.inf:
        raise InvalidError(f"the smallest gain is a share of 0 or more, not {goal.min_effect}")
    if fresh and not (
        math.isfinite(fresh.cost) and 0.0 <= fresh.error < math.inf and fresh.degrees > 0.0
    ):
        raise InvalidError(
            "a fresh measurement has a finite effect, an error of 0 or more and positive degrees"
        )


def _alternatives(attempts: Sequence[Attempt], better: Better, *, in_rounds: bool) -> Alternatives:
    """Compare within rounds where every attempt that worked has a sample of each."""
    counts = {len(attempt.samples) for attempt in attempts if not attempt.failure}
    if in_rounds and len(counts) == 1 and counts != {0}:
        count = counts.pop()
        nothing = [math.nan] * count
        rounds = [list(one.samples) if not one.failure else nothing for one in attempts]
        return from_rounds(np.array(rounds, dtype=np.float64), [better])
    return from_summaries(
        [math.nan if one.failure else one.value for one in attempts],
        [math.nan if one.failure or one.sd is None else one.sd for one in attempts],
        [one.n for one in attempts],
        [better],
    )


def _rung(attempt: Attempt, judged: JudgedRung, everyone: Sequence[Attempt]) -> Rung:
    baseline = everyone[0]
    names = sorted({*attempt.conditions, *baseline.conditions})
    pairs = ((name, attempt.conditions.get(name), baseline.conditions.get(name)) for name in names)
    return Rung(
        attempt=attempt,
        judged=judged,
        best=everyone[judged.best].name,
        versus_baseline=_effect(judged.versus_baseline),
        versus_best=_effect(judged.versus_best),
        versus_previous=_effect(judged.versus_previous),
        other_conditions=[pair for pair in pairs if pair[1] != pair[2]],
    )


def _gaps(judged: Ladder, rungs: Sequence[Rung], better: Better) -> list[GapClosed]:
    return [
        GapClosed(
            place,
            *gap_closed(judged, rung.judged.versus_baseline, higher=better == "higher"),
        )
        for place, rung in enumerate(rungs)
        if rung.judged.verdict == "control"
    ]


def _effect(contrast: Contrast) -> Effect:
    return Effect(contrast.cost, contrast.low, contrast.high)
