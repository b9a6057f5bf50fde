"""Sweeps for people: which there are, and what one run says about one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.run_pages import ListedRun, Surroundings
from backend.domain.sweep_crossovers import CurveResults, SweepCrossover, crossovers_of
from backend.domain.sweep_places import SweepMark, facts_for, marks_for
from backend.domain.sweep_results import axis_value
from backend.domain.sweeps import (
    SweepCurve,
    SweepListing,
    SweepReading,
    group_curves,
    judge_curve,
    with_move,
)
from backend.stats.sweeps import MARGIN
from backend.storage import sweeps
from backend.storage.run_lists import read_runs
from backend.storage.run_pages import read_origin, read_surroundings
from backend.storage.series_labels import read_labels
from backend.storage.sweeps import SweptSeries

PREFERRED_METRIC = "wall_time"


@dataclass(frozen=True, slots=True)
class SweepList:
    rows: Sequence[SweepListing]


@dataclass(frozen=True, slots=True)
class SweepChoice:
    """What of a sweep is asked for; None leaves the choice to what was measured last."""

    metric: str | None = None
    testbed: str | None = None
    branch: str | None = None
    run_id: int | None = None
    margin: float = MARGIN


@dataclass(frozen=True, slots=True)
class SweepDetail:
    suite: str
    benchmark: str
    axis: str
    metric: str
    unit: str
    direction: str
    testbed: str
    branch: str
    metrics: Sequence[str]
    testbeds: Sequence[str]
    runs: Sequence[ListedRun]
    run: ListedRun
    curves: Sequence[SweepCurve]
    marks: Sequence[SweepMark]
    failed: Sequence[float]
    margin: float
    crossovers: Sequence[SweepCrossover]


def list_sweeps(session: Session, project_id: int) -> SweepList:
    """Return every sweep of a project."""
    return SweepList(sweeps.read_sweeps(session, project_id))


def read_sweep(
    session: Session, project_id: int, benchmark_id: int, axis: str, choice: SweepChoice
) -> SweepDetail:
    """Return the curves of one run; NotFoundError where nothing of that kind was measured."""
    names = sweeps.read_benchmark(session, project_id, benchmark_id)
    swept = sweeps.read_swept_series(session, project_id, benchmark_id, axis)
    chosen = _chosen(swept, choice)
    if names is None or not chosen:
        raise NotFoundError(f"benchmark {benchmark_id} has no such sweep over “{axis[:100]}”")
    ids = [series.id for series in chosen]
    runs = read_runs(session, project_id, sweeps.read_run_ids(session, project_id, ids))
    run = _run(session, project_id, runs, choice.run_id)
    labels = read_labels(session, project_id, ids)
    results = sweeps.read_sweep_results(session, project_id, labels, run.id)
    if not results:
        raise NotFoundError(f"run {run.id} has no result of this sweep")
    here = read_surroundings(session, project_id, run.id) or Surroundings({}, {})
    label = results[0].series
    xs = [axis_value(result.series.parameters, axis) or 0.0 for result in results]
    facts = facts_for(axis, here.fingerprint)
    in_rounds = _in_rounds(session, project_id, run.id)
    reading = SweepReading(axis, choice.margin, facts)
    curves = group_curves(results, axis, in_rounds=in_rounds)
    before = _run_before(runs, run)
    return SweepDetail(
        suite=names[0],
        benchmark=names[1],
        axis=axis,
        metric=label.metric,
        unit=label.unit,
        direction=label.direction,
        testbed=label.testbed,
        branch=label.branch,
        metrics=list(dict.fromkeys(series.metric for series in swept)),
        testbeds=sorted({series.testbed for series in swept}),
        runs=runs,
        run=run,
        curves=_judged(session, project_id, (curves, reading), before),
        marks=marks_for(xs, facts),
        failed=sweeps.read_failed_values(
            session, project_id, run.id, (benchmark_id, axis, label.metric)
        ),
        margin=choice.margin,
        crossovers=crossovers_of(curves, axis, in_rounds=in_rounds),
    )


def _judged(
    session: Session,
    project_id: int,
    asked: tuple[Sequence[CurveResults], SweepReading],
    before: ListedRun | None,
) -> list[SweepCurve]:
    """Judge every curve, also against the run before, where there is one."""
    curves, reading = asked
    judged = [judge_curve(curve, reading) for curve in curves]
    if before is None:
        return judged
    labels = {one.series.id: one.series for curve in curves for one in curve.results}
    results = sweeps.read_sweep_results(session, project_id, labels, before.id)
    in_rounds = _in_rounds(session, project_id, before.id)
    grouped = group_curves(results, reading.axis, in_rounds=in_rounds)
    earlier = {str(curve.facet): curve for curve in grouped}
    return [
        with_move(one, earlier[str(curve.facet)], curve, reading.axis)
        if str(curve.facet) in earlier
        else one
        for one, curve in zip(judged, curves, strict=True)
    ]


def _in_rounds(session: Session, project_id: int, run_id: int) -> bool:
    """Say whether an agent measured: in rounds, each variant once per round in random order."""
    origin = read_origin(session, project_id, run_id)
    return origin is not None and origin.agent is not None


def _run_before(runs: Sequence[ListedRun], run: ListedRun) -> ListedRun | None:
    """Return the next older run of the list, which has the newest in front."""
    ids = [one.id for one in runs]
    if run.id not in ids:
        return None
    return next(iter(runs[ids.index(run.id) + 1 :]), None)


def _chosen(swept: Sequence[SweptSeries], choice: SweepChoice) -> list[SweptSeries]:
    """Narrow the series to one metric, testbed and branch: those asked for, or the newest."""
    metric = choice.metric or _metric(swept)
    left = [series for series in swept if series.metric == metric]
    left = [series for series in left if choice.testbed in (None, series.testbed)]
    left = [series for series in left if choice.branch in (None, series.branch)]
    dated = [series for series in left if series.last_measured_at is not None]
    if not dated:
        return []
    newest = max(dated, key=lambda series: (series.last_measured_at, series.id))
    return [
        series
        for series in left
        if (series.testbed, series.branch) == (newest.testbed, newest.branch)
    ]


def _metric(swept: Sequence[SweptSeries]) -> str | None:
    """Prefer elapsed time, then the first metric that says which way is better."""
    names = [series.metric for series in swept if series.has_direction]
    if PREFERRED_METRIC in names:
        return PREFERRED_METRIC
    return next(iter(names), swept[0].metric if swept else None)


def _run(
    session: Session, project_id: int, runs: Sequence[ListedRun], run_id: int | None
) -> ListedRun:
    """Return the run asked for, which may be older than those listed, or the newest."""
    if run_id is None:
        found = list(runs[:1])
    else:
        found = [run for run in runs if run.id == run_id] or read_runs(
            session, project_id, [run_id]
        )
    if not found:
        raise NotFoundError("there is no such run of this sweep")
    return found[0]
