"""One row of a comparison in full: its samples, what moved beside it, and its profiles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.answer_columns import IntColumn, NumberColumn
from backend.domain.comparisons.entries import LinedUp
from backend.domain.comparisons.results import Key, ResultColumns
from backend.domain.comparisons.shown import ComparedRow
from backend.domain.comparisons.sides import Place, SideDifference, SideRun
from backend.domain.errors import NotFoundError
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.reports.profiles import ListedProfile
from backend.services.comparisons.compare_runs import ComparisonRequest, JudgedSides, judge_sides
from backend.services.comparisons.page import Rows
from backend.services.machines import noisy as name_noisy_machines
from backend.stats.comparison.comparisons import Comparison
from backend.stats.comparison.shapes import compare_tails, modes_of
from backend.stats.histograms.quantiles import QuantileChange
from backend.stats.histograms.recordings import merged
from backend.stats.suites.entries import EntrySide, SuiteEntry, percentiles_of
from backend.storage.reports.profiles import read_profiles_of_variant
from backend.wording.comparisons import shape_sentence
from backend.wording.explanations import Explanation, MetricMove, explain

SIDES: tuple[Place, Place] = ("baseline", "contender")
MOST_RUNS, MOST_SAMPLES = 20, 2_000
"""Runs of a side, and samples of a run, that are sent."""


@dataclass(frozen=True, slots=True)
class SideRunSamples:
    """The samples of one run in measuring order; `n` counts those left out too."""

    side: Place
    run: int
    commit: str
    n: int
    value: float
    samples: NumberColumn


@dataclass(frozen=True, slots=True)
class Buckets:
    """The sum of the histograms of one side, in base units, ascending."""

    side: Place
    lowest: NumberColumn
    highest: NumberColumn
    counts: IntColumn


@dataclass(frozen=True, slots=True)
class ComparedDetail:
    """A row with everything behind it."""

    row: ComparedRow
    differences: Sequence[SideDifference]
    explanation: Explanation
    shape: str
    """How tails and modes differ; empty where nothing is told."""
    runs: Sequence[SideRunSamples]
    buckets: Sequence[Buckets]
    percentiles: Sequence[QuantileChange]
    baseline_profiles: Sequence[ListedProfile]
    contender_profiles: Sequence[ListedProfile]
    noisy_machines: Sequence[NoisyMachine]
    """Machines against which runs of either side speak."""


def read_compared_row(
    session: Session, project_id: int, asked: ComparisonRequest, series: int
) -> ComparedDetail:
    """Return the row of a contender's series; NotFoundError where it is not compared."""
    judged = judge_sides(session, project_id, asked)
    place = _place_of(judged, series)
    key = cast("Key", judged.suite.keys[place])
    entry = judged.lined.entries[key]
    rows = Rows(judged.suite, judged.lined, judged.columns, asked.threshold, judged.centres)
    (row,) = rows.at([place])
    comparison = judged.centres.comparisons[place]
    profiles = [_profiles(session, project_id, judged, key, side) for side in (0, 1)]
    return ComparedDetail(
        row=row,
        differences=judged.differences,
        explanation=_explanation(judged, place),
        shape=_shape(entry, comparison, judged.lined.labels[key].unit),
        runs=[one for side in (0, 1) for one in _samples(judged, key, side)],
        buckets=_buckets(entry),
        percentiles=percentiles_of(entry),
        baseline_profiles=profiles[0],
        contender_profiles=profiles[1],
        noisy_machines=name_noisy_machines.of_runs(
            session, project_id, sorted({id_ for side in (0, 1) for id_ in _by_id(judged, side)})
        ),
    )


def _place_of(judged: JudgedSides, series: int) -> int:
    own, places = judged.columns[1].series, judged.lined.places[1]
    for place, key in enumerate(judged.suite.keys):
        if int(own[places[cast("Key", key)][0]]) == series:
            return place
    raise NotFoundError(f"series {series} is not compared between these sides")


def _explanation(judged: JudgedSides, place: int) -> Explanation:
    """Hold a row against the other metrics of its variant on its testbed."""
    keys = cast("tuple[Key, ...]", judged.suite.keys)
    group, _, testbed = keys[place]
    beside = [at for at, key in enumerate(keys) if (key[0], key[2]) == (group, testbed)]
    found = zip(beside, judged.centres.comparisons.rows(beside), strict=True)
    moves = {at: _move(judged.lined, keys[at], one) for at, one in found}
    return explain(moves.pop(place), moves.values())


def _move(lined: LinedUp, key: Key, one: Comparison) -> MetricMove:
    label = lined.labels[key]
    low, high = (one.low, one.high) if one.is_ratio else (np.nan, np.nan)
    is_exact = one.basis == "exact"
    return MetricMove(
        label.metric, label.unit, one.ratio, low, high, one.verdict, is_exact, one.difference
    )


def _shape(entry: SuiteEntry, comparison: Comparison, unit: str) -> str:
    """Say how tails and modes differ, where both sides have the samples of one run."""
    sides = [side.runs if side else () for side in (entry.baseline, entry.contender)]
    if entry.is_exact or any(len(runs) != 1 for runs in sides):
        return ""
    first, second = sides[0][0], sides[1][0]
    modes = modes_of(first), modes_of(second)
    return shape_sentence(comparison, compare_tails(first, second), modes, unit)


def _samples(judged: JudgedSides, key: Key, side: int) -> list[SideRunSamples]:
    columns, runs = judged.columns[side], _by_id(judged, side)
    return [
        _of_run(columns, place, SIDES[side], runs)
        for place in judged.lined.places[side][key][-MOST_RUNS:]
    ]


def _by_id(judged: JudgedSides, side: int) -> dict[int, SideRun]:
    runs = (judged.sides.baseline, judged.sides.contender)[side]
    return {run.id: run for run in runs}


def _of_run(
    columns: ResultColumns, place: int, side: Place, runs: dict[int, SideRun]
) -> SideRunSamples:
    end = int(columns.ends[place])
    start = int(columns.ends[place - 1]) if place else 0
    samples = columns.samples[start:end]
    step = -(-samples.size // MOST_SAMPLES) or 1
    run = int(columns.run[place])
    value = float(columns.value[place])
    n = int(columns.n[place])
    return SideRunSamples(side, run, runs[run].commit, n, value, samples[::step])


def _buckets(entry: SuiteEntry) -> list[Buckets]:
    found = []
    sides: tuple[EntrySide | None, EntrySide | None] = (entry.baseline, entry.contender)
    for name, side in zip(SIDES, sides, strict=True):
        if side is not None and side.histograms:
            one = merged(side.histograms)
            lowest, highest = (np.asarray(ends, np.float64) for ends in (one.lowest, one.highest))
            found.append(Buckets(name, lowest, highest, one.counts))
    return found


def _profiles(
    session: Session, project_id: int, judged: JudgedSides, key: Key, side: int
) -> list[ListedProfile]:
    columns = judged.columns[side]
    places = judged.lined.places[side][key]
    runs = sorted({int(columns.run[place]) for place in places})
    variant = int(columns.variant[places[0]])
    found = read_profiles_of_variant(session, project_id, runs, variant)
    return [replace(one, groups=()) for one in found]
