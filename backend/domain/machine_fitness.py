"""Whether a machine is fit to measure, in words, with what the answer rests on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from backend.domain.machine_pages import ShownAgent
from backend.domain.machine_readings import MadeReading
from backend.domain.self_comparisons import AlarmRate

Verdict = Literal["fit", "with reservations", "not fit", "unknown"]
RECENT = 20
"""Newest readings that are judged."""
QUIET = 50.0
"""Noise score from which a machine counts as quiet enough for wall time."""
MOST_VETOED = 0.2
"""Share of recent controls that may have vetoed."""


@dataclass(frozen=True, slots=True)
class Fitness:
    """A verdict, the answer line, and reasons: those against it first."""

    verdict: Verdict
    sentence: str
    reasons: Sequence[str]


def fitness_of(
    name: str,
    readings: Sequence[MadeReading],
    agents: Sequence[ShownAgent],
    alarms: AlarmRate | None,
) -> Fitness:
    """Judge a machine by its newest readings, its agents, and the alarms of its testbed."""
    recent = readings[-RECENT:]
    against = _against(recent, alarms)
    doubts = _doubts(recent, agents)
    if not recent:
        sentence = f"Whether {name} is fit to measure is not known: no run has said how it was."
        return Fitness("unknown", sentence, [*against, *doubts])
    basis = _basis(recent)
    if against:
        sentence = f"{name} is not fit to measure now: {against[0]}."
        return Fitness("not fit", sentence, [*against, *doubts, *basis])
    if doubts:
        sentence = f"{name} measures, with reservations: {doubts[0]}."
        return Fitness("with reservations", sentence, [*doubts, *basis])
    return Fitness("fit", f"{name} is fit to measure: {', '.join(basis)}.", basis)


def _against(recent: Sequence[MadeReading], alarms: AlarmRate | None) -> list[str]:
    found = []
    judged = [one.verdict for one in recent if one.verdict]
    vetoed = judged.count("veto")
    if judged and judged[-1] == "veto":
        found.append("the control benchmark vetoed its newest run")
    elif len(judged) >= RECENT // 2 and vetoed > MOST_VETOED * len(judged):
        found.append(f"the control benchmark vetoed {vetoed} of its {_runs(len(judged))}")
    if alarms is not None and alarms.too_many:
        rate = f"{100.0 * (alarms.rate or 0.0):.0f} %"
        found.append(f"its testbed raises false alarms in {rate} of {alarms.comparisons} pairs")
    return found


def _doubts(recent: Sequence[MadeReading], agents: Sequence[ShownAgent]) -> list[str]:
    found = []
    scores = [one for one in recent if one.score is not None]
    if scores and (scores[-1].score or 0.0) < QUIET:
        found.append(f"its noise is high, {_score(scores[-1])}; trust ratios of processor time")
    judged = [one.verdict for one in recent if one.verdict]
    moved = len(judged) - judged.count("steady")
    if moved:
        found.append(f"the control benchmark moved in {moved} of {_runs(len(judged))}")
    if recent and recent[-1].warnings:
        count = recent[-1].warnings
        found.append(f"its preflight warns of {count} {'thing' if count == 1 else 'things'}")
    silent = [agent.name for agent in agents if agent.is_silent]
    if silent:
        found.append(f"agent {', '.join(silent)} is silent")
    return found


def _basis(recent: Sequence[MadeReading]) -> list[str]:
    scores = [one for one in recent if one.score is not None]
    judged = [one.verdict for one in recent if one.verdict]
    found = [f"noise score {_score(scores[-1])}"] if scores else []
    if judged:
        steady = judged.count("steady")
        found.append(f"control benchmark steady in {steady} of {_runs(len(judged))}")
    return found or ["its preflight warns of nothing"]


def _score(reading: MadeReading) -> str:
    ends = (
        f" [{reading.low:.0f}, {reading.high:.0f}]"
        if reading.low is not None and reading.high is not None
        else ""
    )
    return f"{reading.score or 0.0:.0f} of 100{ends}"


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"
