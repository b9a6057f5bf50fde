"""The best value of every sweep at once, by the same runs as its page: for the list."""

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
from backend.domain.sweeps.pooling import pooled
from backend.domain.sweeps.results import SweepResult, axis_value
from backend.domain.sweeps.sources import SweepSource, answering
from backend.services.series.swept_runs import read_sources
from backend.services.sweeps.choose import SweepChoice, chosen_series, in_order_of_suite
from backend.stats.sweeps.best_set import best_members
from backend.storage import sweeps
from backend.storage.catalogue import suites
from backend.storage.reports.run_lists import read_runs
from backend.storage.sweeps import SweptSeries

MOST_SWEEPS = 40
MOST_CURVES = 2
"""Sweeps of a list, and curves of each, that are judged."""
FEWEST = 2
MOST_POINTS = 60
"""Of the picture of a curve."""

Axis = tuple[int, str]


@dataclass(frozen=True, slots=True)
class SweepBests:
    rows: Sequence[SweepBest]


def best_of_sweeps(session: Session, project_id: int) -> SweepBests:
    """Return what is best in the sweeps measured last; those without a verdict are left out."""
    listed = [one for one in sweeps.read_sweeps(session, project_id) if one.values >= FEWEST]
    chosen = _chosen(session, project_id, listed[:MOST_SWEEPS])
    labels = {one.id: one for each in chosen.values() for one in each}
    asked = [(axis, [one.id for one in own]) for (_, axis), own in chosen.items()]
    sources = [answering(one.commits) for one in read_sources(session, project_id, asked)]
    wanted = [(ids, one.ids) for (_, ids), one in zip(asked, sources, strict=True) if one]
    results = sweeps.read_results(session, project_id, labels, wanted)
    found = [
        _best(where, source, _pooled(results, source, ids))
        for where, source, (_, ids) in zip(chosen, sources, asked, strict=True)
        if source is not None
    ]
    return SweepBests(_dated(session, project_id, found))


def _pooled(
    results: Mapping[int, Sequence[SweepResult]], source: SweepSource, ids: Sequence[int]
) -> list[SweepResult]:
    """Return what the runs of a source have of the series of one sweep."""
    own = set(ids)
    held = [results.get(run, []) for run in sorted(source.ids)]
    return pooled([[one for one in run if one.series.id in own] for run in held])


def _dated(session: Session, project_id: int, found: Sequence[SweepBest]) -> list[SweepBest]:
    ids = sorted({best.run_id for best in found})
    runs = {run.id: run.started_at for run in read_runs(session, project_id, ids)}
    return [replace(best, measured_at=runs.get(best.run_id)) for best in found]


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


def _best(where: Axis, source: SweepSource, results: Sequence[SweepResult]) -> SweepBest:
    """Judge the curves of a sweep by the results of the runs that answer."""
    benchmark_id, axis = where
    ordered = sorted(results, key=lambda one: one.series.id)
    curves = group_curves(ordered, axis, in_rounds=source.in_rounds)
    swept = [one for one in curves if len(one.xs) >= FEWEST]
    judged = [_optimum(one) for one in swept[:MOST_CURVES]]
    told = [one for one in judged if one is not None]
    label = ordered[0].series
    return SweepBest(
        benchmark_id, axis, label.metric, label.unit, told, len(swept), source.ids[0],
        len(source.ids), source.is_fit,
    )  # fmt: skip


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
