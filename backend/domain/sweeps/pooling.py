"""The results of several runs of one commit as those of one: their rounds follow each other."""

import math
from collections.abc import Sequence
from dataclasses import replace

from backend.domain.sweeps.results import SweepResult
from backend.stats.summary import summarise


def pooled(runs: Sequence[Sequence[SweepResult]]) -> list[SweepResult]:
    """Return one result of each series from the results of runs, the oldest run first.

    Every sample keeps its round, counted on from run to run, so that only values of one round are
    held against each other. A result without samples is that of the newest run which has one.
    """
    held = [run for run in runs if run]
    if len(held) <= 1:
        return list(held[0]) if held else []
    found: dict[int, SweepResult] = {}
    start = 0
    for run in held:
        for result in run:
            before = found.get(result.series.id)
            found[result.series.id] = _joined(before, _moved(result, start))
        start += max(_rounds(one)[-1] if one.samples else 0 for one in run)
    return [_summarised(one) for one in found.values()]


def _rounds(result: SweepResult) -> list[int]:
    count = len(result.samples or ())
    return list(range(1, count + 1)) if result.rounds is None else sorted(result.rounds)


def _moved(result: SweepResult, start: int) -> SweepResult:
    if not result.samples:
        return result
    own = range(1, len(result.samples) + 1) if result.rounds is None else result.rounds
    return replace(result, rounds=[start + one for one in own])


def _joined(before: SweepResult | None, result: SweepResult) -> SweepResult:
    if before is None or not before.samples or not result.samples:
        return result
    return replace(
        result,
        samples=[*before.samples, *result.samples],
        rounds=[*(before.rounds or ()), *(result.rounds or ())],
    )


def _summarised(result: SweepResult) -> SweepResult:
    if not result.samples or len(result.samples) == result.n:
        return result
    said = summarise(result.samples)
    low, high, sd = (
        None if math.isnan(one) else float(one) for one in (said.low, said.high, said.sd)
    )
    return replace(result, value=said.value, low=low, high=high, sd=sd, n=said.n)
