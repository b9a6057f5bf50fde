"""The results of several runs of one commit as those of one: their rounds follow each other."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from backend.domain.comparisons.measured_rounds import over_rounds
from backend.domain.sweeps.results import SweepResult
from backend.stats.arrays import Floats
from backend.stats.summary import summarise
from backend.stats.sweeps.blocks import level_rounds


def pooled(runs: Sequence[Sequence[SweepResult]]) -> list[SweepResult]:
    """Return one result of each series from the results of runs, the oldest run first.

    Every sample keeps its round, counted on from run to run, so that only values of one round are
    held against each other; centres and intervals are those of an average round. A metric whose
    values are not held together by samples of shared rounds is that of the run with most values,
    the newest of several.
    """
    held = [run for run in runs if run]
    metrics = dict.fromkeys(one.series.metric for run in held for one in run)
    found: list[SweepResult] = []
    for metric in metrics:
        own = [[one for one in run if one.series.metric == metric] for run in held]
        found += _pooled([run for run in own if run])
    return found


def shared_rounds(first: SweepResult, last: SweepResult) -> tuple[SweepResult, SweepResult] | None:
    """Return two results of several runs by the rounds that both have; None without any."""
    lasting = dict(zip(last.rounds or (), last.samples or (), strict=True))
    pairs = [
        (sample, lasting[at])
        for at, sample in zip(first.rounds or (), first.samples or (), strict=True)
        if at in lasting
    ]
    if not pairs:
        return None
    ours, theirs = ([pair[side] for pair in pairs] for side in (0, 1))
    return _of_one_run(first, ours), _of_one_run(last, theirs)


def _of_one_run(result: SweepResult, samples: Sequence[float]) -> SweepResult:
    told = replace(result, samples=samples, rounds=None, is_pooled=False)
    return _summarised(told, np.array(samples))


def _pooled(runs: Sequence[Sequence[SweepResult]]) -> Sequence[SweepResult]:
    """Put the runs of one metric together, or take the one with most values."""
    fullest = max(reversed(runs), key=len)
    if len(runs) == 1 or not all(one.samples for run in runs for one in run):
        return fullest
    joined, starts = _joined(runs)
    table = over_rounds([one.samples or () for one in joined], [one.rounds for one in joined])
    known = sorted(set().union(*(one.rounds or () for one in joined)))
    levelled = level_rounds(table, np.searchsorted(starts, known))
    if levelled is None:
        return fullest
    return [
        _summarised(one, row[np.isfinite(row)]) for one, row in zip(joined, levelled, strict=True)
    ]


def _joined(runs: Sequence[Sequence[SweepResult]]) -> tuple[list[SweepResult], list[int]]:
    """Return a result of each series, and the round after which each run begins."""
    found: dict[int, SweepResult] = {}
    start, starts = 0, []
    for run in runs:
        starts.append(start)
        for result in run:
            before = found.get(result.series.id)
            found[result.series.id] = replace(
                result,
                samples=[*((before and before.samples) or ()), *(result.samples or ())],
                rounds=[
                    *((before and before.rounds) or ()),
                    *(start + at for at in _rounds(result)),
                ],
                is_pooled=True,
            )
        start += max(max(_rounds(one)) for one in run)
    return list(found.values()), starts


def _rounds(result: SweepResult) -> Sequence[int]:
    return range(1, len(result.samples or ()) + 1) if result.rounds is None else result.rounds


def _summarised(result: SweepResult, samples: Floats) -> SweepResult:
    said = summarise(samples)
    low, high, sd = (
        None if math.isnan(one) else float(one) for one in (said.low, said.high, said.sd)
    )
    return replace(result, value=said.value, low=low, high=high, sd=sd, n=said.n)
