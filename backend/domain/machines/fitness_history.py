"""Since which run a machine is judged unfit: the rule of today, asked after each earlier run."""

from collections.abc import Sequence
from dataclasses import replace

from backend.domain.machines.fitness import BUSY, RECENT, Fitness, first_against
from backend.domain.machines.readings import MadeReading


def dated(fitness: Fitness, name: str, readings: Sequence[MadeReading]) -> Fitness:
    """Say since when a machine is unfit, and what broke first; readings oldest first.

    False alarms of the testbed are no part of it: what they were after each run is not kept.
    """
    if fitness.verdict != "not fit":
        return fitness
    start, first = _start(readings)
    if start is None:
        return fitness
    if all(_speaks_against(one) for one in readings[:start]):
        begun = f"since {_run(readings[start])}, or earlier"
    else:
        begun = f"since {_run(readings[start])}"
    sentence = f"{name} is not fit to measure wall times {begun}: {fitness.reasons[0]}."
    broke = [] if first in fitness.reasons else [f"{begun}; what broke first: {first}"]
    return replace(fitness, sentence=sentence, reasons=[*fitness.reasons, *broke])


def _start(readings: Sequence[MadeReading]) -> tuple[int | None, str]:
    """Return where the unfit stretch that reaches to the newest run begins, and its reason."""
    start, first = None, ""
    for place in reversed(range(len(readings))):
        reason = first_against(readings[max(0, place + 1 - RECENT) : place + 1])
        if not reason:
            break
        start, first = place, reason
    return start, first


def _speaks_against(reading: MadeReading) -> bool:
    """Whether a run that is too early for a verdict of its own points the same way."""
    return reading.verdict in ("moved", "veto") or (reading.foreign_share or 0.0) >= BUSY


def _run(reading: MadeReading) -> str:
    return f"{reading.measured_at:%Y-%m-%d} (run {reading.run})"
