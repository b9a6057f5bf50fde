"""The best value of every sweep at once, by its newest run: for the list, before any is opened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.parameters import Scalar
from backend.domain.sweep_crossovers import CurveResults
from backend.domain.sweep_optima import best_place
from backend.domain.sweep_results import axis_value
from backend.domain.sweeps import (
    SweepBest,
    SweepListing,
    SweepOptimum,
    group_curves,
)
from backend.services.choose_sweep import SweepChoice, chosen_series, in_order_of_suite
from backend.stats.curves.best_set import best_set_of
from backend.storage import suites, sweeps
from backend.storage.many_labels import read_many_labels
from backend.storage.sweeps import SweptRun, SweptSeries

MOST_SWEEPS = 40
MOST_CURVES = 2
"""Sweeps of a list, and curves of each, that are judged."""
FEWEST = 2

Axis = tuple[int, str]


@dataclass(frozen=True, slots=True)
class SweepBests:
    rows: Sequence[SweepBest]


def best_of_sweeps(session: Session, project_id: int) -> SweepBests:
    """Return what is best in the sweeps measured last; those without a verdict are left out."""
    listed = [one for one in sweeps.read_sweeps(session, project_id) if one.values >= FEWEST]
    chosen = _chosen(session, project_id, listed[:MOST_SWEEPS])
    ids = sorted({series.id for each in chosen.values() for series in each})
    runs = sweeps.read_newest_runs(session, project_id, read_many_labels(session, project_id, ids))
    found = [_best(where, {one.id for one in each}, runs) for where, each in chosen.items()]
    return SweepBests([best for best in found if best is not None])


def _chosen(
    session: Session, project_id: int, listed: Sequence[SweepListing]
) -> Mapping[Axis, Sequence[SweptSeries]]:
    """Return the series that the page of each sweep would show."""
    ids = sorted({one.benchmark_id for one in listed})
    every: dict[int, list[tuple[Mapping[str, Scalar], SweptSeries]]] = {one: [] for one in ids}
    for benchmark_id, parameters, series in sweeps.read_swept_benchmarks(session, project_id, ids):
        every[benchmark_id].append((parameters, series))
    orders = suites.read_metric_orders(session, project_id, ids)
    return {
        (one.benchmark_id, one.axis): chosen_series(
            in_order_of_suite(
                [
                    series
                    for parameters, series in every[one.benchmark_id]
                    if axis_value(parameters, one.axis) is not None
                ],
                orders.get(one.benchmark_id, []),
            ),
            SweepChoice(),
        )
        for one in listed
    }


def _best(where: Axis, series: set[int], runs: Sequence[SweptRun]) -> SweepBest | None:
    benchmark_id, axis = where
    for run in runs:
        results = [one for one in run.results if one.series.id in series]
        if not results:
            continue
        curves = group_curves(results, axis, in_rounds=run.in_rounds)
        swept = [one for one in curves if len(one.xs) >= FEWEST]
        judged = [_optimum(one) for one in swept[:MOST_CURVES]]
        told = [one for one in judged if one is not None]
        label = results[0].series
        return SweepBest(benchmark_id, axis, label.metric, label.unit, told, len(swept))
    return None


def _optimum(curve: CurveResults) -> SweepOptimum | None:
    """Look for the best value alone: what else a curve shows is for its page."""
    if curve.response is None:
        return None
    best = best_set_of(curve.response)
    place, members = best_place(curve, curve.response, best)
    return SweepOptimum(
        curve.facet, curve.xs[place], [curve.xs[one] for one in members], len(curve.xs),
        curve.results[place].value, best.has_claim,
    )  # fmt: skip
