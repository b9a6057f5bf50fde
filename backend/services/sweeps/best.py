"""The best value of every sweep at once, by its newest run with several values: for the list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.sweeps.crossovers import CurveResults
from backend.domain.sweeps.curves import (
    DrawnPoint,
    SweepBest,
    SweepOptimum,
    SweepRow,
    group_curves,
)
from backend.domain.sweeps.optima import best_place
from backend.domain.sweeps.results import SweepResult, axis_value
from backend.services.sweeps.choose import (
    SweepChoice,
    chosen_series,
    in_order_of_suite,
    was_in_rounds,
)
from backend.stats.sweeps.best_set import best_members
from backend.storage import sweeps
from backend.storage.catalogue import suites
from backend.storage.reports.run_lists import read_runs
from backend.storage.sweeps import SweptRun, SweptSeries

MOST_SWEEPS = 40
MOST_CURVES = 2
"""Sweeps of a list, and curves of each, that are judged."""
FEWEST = 2
MOST_POINTS = 60
"""Of the picture of a curve."""

Axis = tuple[int, str]
Newest = tuple[int, SweptRun, SweepResult]
"""The newest result of a series: the place of its run, the newest run first, and the run."""


@dataclass(frozen=True, slots=True)
class SweepBests:
    rows: Sequence[SweepBest]


def best_of_sweeps(session: Session, project_id: int) -> SweepBests:
    """Return what is best in the sweeps measured last; those without a verdict are left out."""
    listed = [one for one in sweeps.read_sweeps(session, project_id) if one.values >= FEWEST]
    chosen = _chosen(session, project_id, listed[:MOST_SWEEPS])
    labels = {one.id: one for each in chosen.values() for one in each}
    runs = sweeps.read_newest_runs(session, project_id, dict(sorted(labels.items())))
    newest = {
        one.series.id: (place, run, one) for place, run in enumerate(runs) for one in run.results
    }
    found = []
    for where, each in chosen.items():
        best = _best(where, [newest[one.id] for one in each if one.id in newest])
        if best is not None and best.of == 0:
            best = _best(where, _swept_before(session, project_id, where[1], each)) or best
        found.append(best)
    return SweepBests(_dated(session, project_id, [best for best in found if best is not None]))


def _dated(session: Session, project_id: int, found: Sequence[SweepBest]) -> list[SweepBest]:
    ids = sorted({best.run_id for best in found})
    runs = {run.id: run.started_at for run in read_runs(session, project_id, ids)}
    return [replace(best, measured_at=runs.get(best.run_id)) for best in found]


def _swept_before(
    session: Session, project_id: int, axis: str, labels: Sequence[SeriesLabel]
) -> list[Newest]:
    """Return the results of the newest run with several values, where the newest of all has one."""
    by_id = {one.id: one for one in labels}
    run_id = sweeps.find_swept_run(session, project_id, list(by_id), axis)
    if run_id is None:
        return []
    in_rounds = was_in_rounds(session, project_id, run_id)
    results = sweeps.read_sweep_results(session, project_id, by_id, run_id)
    run = SweptRun(run_id, in_rounds, results)
    return [(0, run, one) for one in results]


def _chosen(
    session: Session, project_id: int, listed: Sequence[SweepRow]
) -> Mapping[Axis, Sequence[SeriesLabel]]:
    """Return the series that the page of each sweep would show."""
    ids = sorted({one.benchmark_id for one in listed})
    every: dict[int, list[tuple[SeriesLabel, SweptSeries]]] = {one: [] for one in ids}
    for label, series in sweeps.read_swept_benchmarks(session, project_id, ids):
        every[label.benchmark_id].append((label, series))
    orders = suites.read_metric_orders(session, project_id, ids)
    return {
        (one.benchmark_id, one.axis): _shown(
            every[one.benchmark_id], one.axis, orders.get(one.benchmark_id, [])
        )
        for one in listed
    }


def _shown(
    every: Sequence[tuple[SeriesLabel, SweptSeries]], axis: str, manifest: Sequence[str]
) -> Sequence[SeriesLabel]:
    swept = {
        series.id: (label, series)
        for label, series in every
        if axis_value(label.parameters, axis) is not None
    }
    ordered = in_order_of_suite([series for _, series in swept.values()], manifest)
    return [swept[one.id][0] for one in chosen_series(ordered, SweepChoice())]


def _best(where: Axis, found: Sequence[Newest]) -> SweepBest | None:
    """Judge what the newest run has of the series of a sweep, given the newest result of each."""
    if not found:
        return None
    benchmark_id, axis = where
    place, run = min(((at, run) for at, run, _ in found), key=lambda one: one[0])
    results = sorted((one for at, _, one in found if at == place), key=lambda one: one.series.id)
    curves = group_curves(results, axis, in_rounds=run.in_rounds)
    swept = [one for one in curves if len(one.xs) >= FEWEST]
    judged = [_optimum(one) for one in swept[:MOST_CURVES]]
    told = [one for one in judged if one is not None]
    label = results[0].series
    return SweepBest(benchmark_id, axis, label.metric, label.unit, told, len(swept), run.run_id)


def _optimum(curve: CurveResults) -> SweepOptimum | None:
    """Look for the best value alone: what else a curve shows is for its page."""
    if curve.response is None:
        return None
    place, members = best_place(curve, curve.response, best_members(curve.response))
    return SweepOptimum(
        curve.facet, curve.xs[place], [curve.xs[one] for one in members], len(curve.xs),
        curve.results[place].value, curve.response.has_claim, _drawn(curve),
    )  # fmt: skip


def _drawn(curve: CurveResults) -> list[DrawnPoint]:
    """Return the points of a picture, evenly thinned where there are more than it can show."""
    step = -(-len(curve.xs) // MOST_POINTS)
    drawn = [
        DrawnPoint(x, one.value, one.low, one.high)
        for x, one in zip(curve.xs, curve.results, strict=True)
    ]
    return drawn[::step]
