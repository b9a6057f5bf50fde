"""Ladders as pages show them: every rung with what it rests on and how it stands."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from backend.domain.comparisons.measured_rounds import in_step
from backend.domain.effects import Better, Effect, ratio_of
from backend.domain.errors import InvalidError
from backend.domain.ladders.records import LadderRecord, RungRecord, RungResult
from backend.domain.ladders.rungs import (
    Attempt,
    JudgedLadder,
    LadderGoal,
    Override,
    Rung,
    ladder_of,
)
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.quantities import Quantity
from backend.domain.reports.run_pages import ListedRun
from backend.wording.effects import counted, listed
from backend.wording.ladders import rung_sentence, sentences_of

FEWEST_POINTS = 2
"""Points of a series from which its scatter between runs is known."""
APART = (
    "The rungs come from different runs; intervals allow for the scatter between runs that the "
    "history of each series shows."
)
APART_UNKNOWN = (
    "The rungs come from different runs, and how much runs of one code differ is not known for "
    "{names}: small gains may be luck of the run."
)
GONE = "its result is no longer stored"


@dataclass(frozen=True, slots=True)
class RatioRange:
    """A rung over what it is held against, in the metric's own numbers."""

    ratio: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class ShownRung:
    """One line of a ladder; the verdict of the baseline is "baseline", "open" is not judged yet.

    `is_step`: it became the best so far when it was tried. `more_pairs` would settle it.
    """

    record: RungRecord
    result: RungResult | None
    run: ListedRun | None
    verdict: str
    claimed: bool = False
    stands: bool = False
    is_best: bool = False
    is_step: bool = False
    held_against: str = ""
    versus_baseline: RatioRange | None = None
    versus_best: RatioRange | None = None
    more_pairs: int | None = None
    sentence: str = ""
    other_conditions: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ShownLadder:
    record: LadderRecord
    headline: str
    remarks: Sequence[str]
    rungs: Sequence[ShownRung]
    """In order, the baseline in front."""
    stacked: RatioRange | None
    in_rounds: bool
    noisy_machines: Sequence[NoisyMachine] = ()

    @property
    def updated_at(self) -> datetime:
        return self.record.updated_at


Results = Mapping[tuple[int, int], RungResult]
"""By series and run."""


def show_ladder(
    record: LadderRecord,
    rungs: Sequence[RungRecord],
    results: Results,
    runs: Mapping[int, ListedRun],
    *,
    in_turns: bool = False,
) -> ShownLadder:
    """Judge a stored ladder as far as it can be judged, and say so where it cannot.

    `in_turns`: all of its runs are those of one job, round by round.
    """
    lines = [
        ShownRung(one, results.get(one.result), runs.get(one.result[1]), _unjudged(one))
        for one in _ordered(rungs)
    ]
    attempts, in_rounds = _attempts(lines, in_turns=in_turns)
    try:
        judged = _judged(record, attempts, in_rounds=in_rounds)
    except InvalidError as error:
        return ShownLadder(record, _not_judged(lines, error), [], lines, None, in_rounds)
    remarks = [*sentences_of(judged)[1:], *_apart(lines, in_rounds=in_rounds)]
    return ShownLadder(
        record,
        sentences_of(judged)[0],
        remarks,
        [_baseline_line(lines[0], judged), *_rung_lines(lines[1:], judged)],
        _range(judged.stacked, judged.better) if judged.best is not judged.baseline else None,
        in_rounds,
    )


def _ordered(rungs: Sequence[RungRecord]) -> list[RungRecord]:
    return sorted(rungs, key=lambda one: (one.role != "baseline", one.place, one.id))


def _unjudged(rung: RungRecord) -> str:
    return "baseline" if rung.role == "baseline" else "open"


def _judged(record: LadderRecord, attempts: Sequence[Attempt], *, in_rounds: bool) -> JudgedLadder:
    if not attempts:
        raise InvalidError("nothing was tried yet: add a baseline and a first rung")
    goal = LadderGoal(
        record.direction, Quantity(record.metric, record.unit, record.direction), record.min_effect
    )
    return ladder_of(attempts[0], attempts[1:], goal, in_rounds=in_rounds)


def _not_judged(lines: Sequence[ShownRung], error: InvalidError) -> str:
    if len(lines) == 1:
        return f"Nothing was tried yet against the baseline, {lines[0].record.label}."
    said = str(error)
    return f"{said[:1].upper()}{said[1:]}."


def _attempts(lines: Sequence[ShownRung], *, in_turns: bool) -> tuple[list[Attempt], bool]:
    """Return what the kernel judges: in rounds where all of it was measured in one run."""
    paired = _paired(lines, in_turns=in_turns)
    attempts = []
    for place, line in enumerate(lines):
        attempt = _attempt(line, is_apart=paired is None)
        if paired is not None and not attempt.failure:
            attempt = replace(attempt, samples=paired[place])
        attempts.append(attempt)
    return attempts, paired is not None


def _paired(lines: Sequence[ShownRung], *, in_turns: bool) -> dict[int, list[float]] | None:
    """Return the samples of each measured line, round by round; None where rounds differ."""
    measured = {place: line.result for place, line in enumerate(lines) if line.result is not None}
    found = list(measured.values())
    is_one = in_turns or len({one.run_id for one in found}) == 1
    one_run = bool(found) and is_one and all(one.in_rounds for one in found)
    is_mixed = any(line.record.is_published for line in lines)
    if not one_run or is_mixed or min(len(one.samples or ()) for one in found) < FEWEST_POINTS:
        return None
    table = in_step([one.samples or () for one in found], [one.rounds for one in found])
    if table is None:
        return None
    return dict(zip(measured, table.tolist(), strict=True))


def _attempt(line: ShownRung, *, is_apart: bool) -> Attempt:
    record, result = line.record, line.result
    decision = record.decision
    about = Attempt(
        record.label,
        is_control=record.role == "control",
        override=Override(decision, record.reason, record.decided_by) if decision else None,
    )
    if record.value is not None:
        published = replace(about, value=record.value, sd=record.sd, n=record.n)
        return replace(published, conditions=record.conditions)
    if result is None:
        return replace(about, failure=GONE)
    measured = replace(about, value=result.value, n=result.n)
    conditions = {"testbed": result.series.testbed}
    return replace(measured, sd=_scatter(result, is_apart=is_apart), conditions=conditions)


def _scatter(result: RungResult, *, is_apart: bool) -> float | None:
    """Return the scatter of one sample, so that its error also holds that between runs.

    The error of a centre is sd / sqrt(n); the scatter between runs does not shrink with n.
    """
    if result.series.noise == "exact":
        return 0.0
    between = _between_runs(result) if is_apart else 0.0
    if result.sd is None or between is None:
        return result.sd
    return math.sqrt(result.sd**2 + result.n * (between * result.value) ** 2)


def _between_runs(result: RungResult) -> float | None:
    """Return the scatter between runs as a share of the result; None where it is not known."""
    noise = result.noise
    if noise is None or noise.points < FEWEST_POINTS or not math.isfinite(noise.sigma):
        return None
    if noise.is_logarithmic:
        return noise.sigma
    return noise.sigma / abs(result.value) if result.value else None


def _apart(lines: Sequence[ShownRung], *, in_rounds: bool) -> list[str]:
    """Say what rungs of different runs leave open."""
    sampled = [
        line
        for line in lines
        if line.result is not None
        and line.result.sd is not None
        and line.result.series.noise == "sampled"
    ]
    if in_rounds or len({line.record.run_id for line in sampled}) <= 1:
        return []
    unknown = [
        line.record.label for line in sampled if line.result and _between_runs(line.result) is None
    ]
    return [APART_UNKNOWN.format(names=listed(unknown))] if unknown else [APART]


def _baseline_line(line: ShownRung, judged: JudgedLadder) -> ShownRung:
    tried = counted(sum(one.attempt.role != "control" for one in judged.rungs), "rung")
    return replace(
        line,
        verdict="baseline",
        stands=True,
        is_best=judged.best is judged.baseline,
        sentence=f"The baseline of {tried}.",
    )


def _rung_lines(lines: Sequence[ShownRung], judged: JudgedLadder) -> list[ShownRung]:
    steps = {rung.judged.best for rung in judged.rungs} | {judged.ladder.best}
    return [
        _rung_line(line, rung, judged, is_step=place in steps)
        for place, (line, rung) in enumerate(zip(lines, judged.rungs, strict=True), start=1)
    ]


def _rung_line(line: ShownRung, rung: Rung, judged: JudgedLadder, *, is_step: bool) -> ShownRung:
    pairs = rung.judged.more_pairs
    return replace(
        line,
        verdict=rung.judged.verdict,
        claimed=rung.judged.claimed,
        stands=rung.judged.stands,
        is_best=judged.best is rung.attempt,
        is_step=is_step,
        held_against=rung.best,
        versus_baseline=_range(rung.versus_baseline, judged.better),
        versus_best=_range(rung.versus_best, judged.better),
        more_pairs=int(pairs) if math.isfinite(pairs) else None,
        sentence=rung_sentence(judged, rung),
        other_conditions=[
            f"{name} {here} instead of {there}" for name, here, there in rung.other_conditions
        ],
    )


def _range(effect: Effect, better: Better) -> RatioRange | None:
    if math.isnan(effect.cost):
        return None
    ratio = ratio_of(effect.cost, better)
    if not effect.known:
        return RatioRange(ratio, None, None)
    low, high = sorted(ratio_of(end, better) for end in (effect.low, effect.high))
    return RatioRange(ratio, low, high)
