"""Since which run a machine is judged unfit: the rule of today, asked after each earlier run."""

from collections.abc import Sequence
from dataclasses import replace

from backend.domain.machines.fitness import BUSY, RECENT, Fitness, first_against, is_unfit_alone
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
    fit = [one for one in readings[start:] if not _speaks_against(one)]
    told = [_fit_since(fit, len(readings) - start)] if fit else []
    told += [] if first in fitness.reasons else [f"what broke first: {first}"]
    later = ["; ".join([f"judged not fit {begun}" if fit else begun, *told])] if told else []
    # a date in the first line would hide runs that were fit meanwhile
    dated_line = f"{name} is not fit to measure wall times {begun}: {fitness.reasons[0]}."
    sentence = fitness.sentence if fit else dated_line
    return replace(fitness, sentence=sentence, reasons=[*fitness.reasons, *later])


def _fit_since(fit: Sequence[MadeReading], runs: int) -> str:
    """Say of a stretch that not every run in it speaks against the machine."""
    was = "was" if len(fit) == 1 else "were"
    return (
        f"{len(fit)} of {runs} runs since then {was} fit by themselves, the last run {fit[-1].run}"
    )


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
    """Whether a run points the same way by itself."""
    is_unfit = is_unfit_alone(reading.verdict, reading.score, reading.foreign_share)
    return is_unfit or reading.verdict == "moved" or (reading.foreign_share or 0.0) >= BUSY


def _run(reading: MadeReading) -> str:
    return f"{reading.measured_at:%Y-%m-%d} (run {reading.run})"
