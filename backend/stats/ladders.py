"""Ladders: ordered attempts at one goal, each held against the baseline and the best so far.

A rung is kept when its interval against the best so far lies on the good side and the gain is
at least the minimum effect. Levels: after the last kept rung, the j-th attempt is judged at
alpha / (j (j + 1)); these sum to alpha, so with nothing to gain the chance that any rung of the
ladder is kept is below alpha however many are tried, and no verdict changes when a rung is
added. A kept rung earns a new start, which holds E[false] <= alpha E[kept + 1] (the
alpha-investing argument of Foster and Stine, 2008).
The stacked gain is read between the best rung and the baseline directly. Because that rung was
chosen by the same numbers, its interval is Bonferroni-adjusted over all rungs tried and the
baseline, which might have stayed the best, and never narrower than the one it was judged by; a
fresh measurement of the two needs no adjustment.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from backend.stats import special
from backend.stats.splits.as_observed import SUMMARY_ONLY
from backend.stats.splits.contrasts import Alternatives, CostDifferences, against
from backend.stats.student import t_quantile

Role = Literal["rung", "control", "failed"]
Decision = Literal["kept", "rejected"]
RungVerdict = Literal["kept", "rejected", "no gain", "unresolved", "failed", "control"]

ALPHA = 0.05
POWER = 0.8
MOST_PAIRS = 1_000_000
LARGEST_LOG = 700.0


@dataclass(frozen=True, slots=True)
class Contrast:
    """One alternative against another: ln cost difference (> 0 is worse) with its interval.

    `low`, `high` are nan where no scatter is known; `level` is the probability that the
    interval misses.
    """

    cost: float
    low: float
    high: float
    level: float

    @property
    def known(self) -> bool:
        return not math.isnan(self.low)


@dataclass(frozen=True, slots=True)
class JudgedRung:
    """What was measured of a rung, and what a person decided.

    `verdict` is the measured one, `claimed` whether it has evidence; `stands` whether the
    rung is part of the ladder: a decision goes before the measured verdict. `best` is the row
    that was best so far when it was judged. `more_pairs` is nan unless unresolved, and inf
    where no number of pairs would do.
    """

    verdict: RungVerdict
    claimed: bool
    stands: bool
    decision: Decision | None
    best: int
    versus_baseline: Contrast
    versus_best: Contrast
    versus_previous: Contrast
    more_pairs: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """All rungs in order; `best` is a row of the alternatives, 0 the baseline itself.

    `stacked` is the best rung against the baseline with its adjusted interval; `tried` the
    rungs that it is adjusted for (0 after a fresh measurement).
    """

    rungs: tuple[JudgedRung, ...]
    best: int
    stacked: Contrast
    tried: int
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fresh:
    """The best rung against the baseline, measured again after it was chosen; ln cost scale."""

    cost: float
    error: float
    degrees: float


@dataclass(frozen=True, slots=True)
class LadderRules:
    """`min_effect` is the smallest relative gain worth keeping: 0.01 is 1 %."""

    min_effect: float = 0.0
    alpha: float = ALPHA
    fresh: Fresh | None = None


@dataclass(slots=True)
class _LadderState:
    """Where the ladder stands between two rungs."""

    best: int = 0
    previous: int = 0
    attempts: int = 0
    differences: dict[int, CostDifferences] = field(default_factory=dict)

    def contrast(self, alternatives: Alternatives, row: int, to: int, level: float) -> Contrast:
        if to not in self.differences:
            self.differences[to] = against(alternatives, to)
        low, high = self.differences[to].ends(level)
        cost = float(self.differences[to].costs[row, 0])
        return Contrast(cost, float(low[row, 0]), float(high[row, 0]), level)


def judge_ladder(
    alternatives: Alternatives,
    roles: Sequence[Role],
    decisions: Sequence[Decision | None] = (),
    rules: LadderRules = LadderRules(),
) -> Ladder:
    """Judge rungs in the order they were tried; row 0 of the alternatives is the baseline.

    `roles` and `decisions` (all None if empty) belong to the rows after the baseline. Controls
    and failed rungs are never part of the ladder and cost no level. One objective only.
    Raises ValueError where lengths do not fit, the baseline has no result, or a rung without
    results is not marked as failed.
    """
    chosen = list(decisions) or [None] * len(roles)
    _refuse_misfits(alternatives, roles, chosen, rules)
    state = _LadderState()
    rungs = [
        _judge(alternatives, state, row, (roles[row - 1], chosen[row - 1], rules))
        for row in range(1, len(roles) + 1)
    ]
    tried = 0 if rules.fresh else sum(one == "rung" for one in roles)
    levels = [rules.alpha / (tried + 1), *(rung.versus_baseline.level for rung in rungs)]
    stacked = _stacked(alternatives, state, rules, min(levels[0], levels[state.best]))
    return Ladder(tuple(rungs), state.best, stacked, tried, _warnings(rungs, stacked, rules))


def gap_closed(ladder: Ladder, control: Contrast, *, higher: bool) -> tuple[float, float, float]:
    """Return the share of the way from baseline to control that the best rung went: low, high.

    On the metric's own scale (throughput from baseline to control, not its logarithm):
    estimate, low, high. The ends combine the ends of both intervals, which errs on the wide
    side; nan where an interval is unknown or the control is no better than the baseline.
    """
    sign = -1.0 if higher else 1.0

    def share(gain: float, gap: float) -> float:
        way, whole = (math.expm1(min(sign * one, LARGEST_LOG)) for one in (gain, gap))
        return way / whole if gap < 0.0 else math.nan

    stacked = ladder.stacked
    ends = (share(stacked.high, control.low), share(stacked.low, control.high))
    low, high = (math.nan, math.nan) if math.isnan(sum(ends)) else (min(ends), max(ends))
    return share(stacked.cost, control.cost), low, high


def _refuse_misfits(
    alternatives: Alternatives,
    roles: Sequence[Role],
    decisions: Sequence[Decision | None],
    rules: LadderRules,
) -> None:
    rows, objectives = alternatives.costs.shape
    if objectives != 1:
        raise ValueError(f"a ladder has one objective, not {objectives}; judge each on its own")
    if len(roles) != rows - 1 or len(decisions) != rows - 1:
        raise ValueError(f"{rows - 1} rungs need as many roles and decisions")
    if not 0.0 <= rules.min_effect < math.inf or not 0.0 < rules.alpha < 1.0:
        raise ValueError("the minimum effect must be at least 0 and alpha between 0 and 1")
    _refuse_impossible(rules.fresh)
    missing = np.isnan(alternatives.costs[:, 0])
    if missing[0]:
        raise ValueError("the baseline has no result; nothing can be held against it")
    for place, role in enumerate(roles, start=1):
        if missing[place] and role != "failed":
            raise ValueError(f"rung {place} has no result; mark it as failed, with its reason")


def _refuse_impossible(fresh: Fresh | None) -> None:
    if fresh and not (math.isfinite(fresh.cost) and 0.0 <= fresh.error < math.inf):
        raise ValueError("a fresh measurement has a finite effect and an error of 0 or more")
    if fresh and not fresh.degrees > 0.0:
        raise ValueError("a fresh measurement has positive degrees of freedom")


def _judge(
    alternatives: Alternatives,
    state: _LadderState,
    row: int,
    case: tuple[Role, Decision | None, LadderRules],
) -> JudgedRung:
    role, decision, rules = case
    attempt = state.attempts + (role == "rung")
    level = rules.alpha / (attempt * (attempt + 1)) if role == "rung" else rules.alpha
    base, best, previous = (
        state.contrast(alternatives, row, to, level) for to in (0, state.best, state.previous)
    )
    margin = math.log1p(rules.min_effect)
    verdict = _verdict(best, margin) if role == "rung" else role
    needed = _more_pairs(best, margin, float(alternatives.counts[row, 0]))
    judged = JudgedRung(
        verdict=verdict,
        claimed=role == "rung" and verdict != "unresolved" and best.known,
        stands=role == "rung" and (decision or verdict) == "kept",
        decision=decision,
        best=state.best,
        versus_baseline=base,
        versus_best=best,
        versus_previous=previous,
        more_pairs=needed if verdict == "unresolved" else math.nan,
    )
    _advance(state, row, role, judged)
    return judged


def _verdict(versus_best: Contrast, margin: float) -> RungVerdict:
    """Read a verdict from the interval; without one, from the order alone."""
    low = versus_best.low if versus_best.known else versus_best.cost
    high = versus_best.high if versus_best.known else versus_best.cost
    if low > 0.0:
        return "rejected"
    if low > -margin or (low == high == 0.0):
        return "no gain"
    return "kept" if high < 0.0 and versus_best.cost <= -margin else "unresolved"


def _advance(state: _LadderState, row: int, role: Role, judged: JudgedRung) -> None:
    """Move on; a rung kept by decision alone is the best so far only if it measured no worse."""
    if role != "rung":
        return
    state.previous = row
    state.attempts += 1
    if judged.verdict == "kept":
        state.attempts = 0
    if judged.stands and judged.versus_best.cost <= 0.0:
        state.best = row


def _more_pairs(contrast: Contrast, margin: float, count: float) -> float:
    """Return how many more pairs would settle a rung if its effect is what was seen so far."""
    towards = contrast.cost <= -margin
    distance = abs(contrast.cost) if towards else max(contrast.cost + margin, contrast.cost)
    if not contrast.known or math.isnan(count):
        return math.nan
    half = (contrast.high - contrast.low) / 2.0
    if distance <= 0.0 or half == 0.0:
        return math.inf
    error = half / float(t_quantile(1.0 - contrast.level, max(count - 1.0, 1.0)))
    tail = float(special.ndtri(contrast.level / 2.0))
    ratio = min((float(special.ndtri(POWER)) - tail) * error / distance, float(MOST_PAIRS))
    more = count * (ratio**2 - 1.0) + tail**2 / 2.0  # Guenther's term: few pairs, wide tails
    return max(math.ceil(more), 1.0) if more < MOST_PAIRS else math.inf


def _stacked(
    alternatives: Alternatives, state: _LadderState, rules: LadderRules, level: float
) -> Contrast:
    if state.best == 0:
        return Contrast(0.0, math.nan, math.nan, rules.alpha)
    fresh = rules.fresh
    if fresh is None:
        adjusted = state.contrast(alternatives, state.best, 0, level)
        return Contrast(adjusted.cost, adjusted.low, adjusted.high, rules.alpha)
    margin = float(t_quantile(1.0 - rules.alpha, fresh.degrees)) * fresh.error
    return Contrast(fresh.cost, fresh.cost - margin, fresh.cost + margin, rules.alpha)


def _warnings(
    rungs: Sequence[JudgedRung], stacked: Contrast, rules: LadderRules
) -> tuple[str, ...]:
    measured = [one for one in rungs if one.verdict not in ("failed", "control")]
    found = []
    if any(not one.versus_best.known for one in measured):
        found.append(SUMMARY_ONLY)
    if stacked.known and not rules.fresh:
        found.append(
            "The best rung was chosen by these numbers, so its gain is likely smaller; "
            "measure it and the baseline again for an unbiased one."
        )
    return tuple(found)
