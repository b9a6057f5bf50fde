"""Two further questions about a sweep: two parameters at once, and its optimum over commits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import DirectionName
from backend.domain.errors import NotFoundError
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.reports.run_pages import ListedRun
from backend.domain.sweeps.curves import group_curves
from backend.domain.sweeps.grids import GridAxes, SweepGrid, second_axes
from backend.domain.sweeps.optima import OptimumHistory, SweptCommit, optima_of
from backend.domain.sweeps.pooling import pooled
from backend.services.machines import noisy as name_noisy_machines
from backend.services.series.swept_runs import read_pooled, read_sources
from backend.services.sweeps.choose import SweepChoice, choose_place, choose_runs
from backend.storage import sweeps
from backend.storage.catalogue.labels import read_labels
from backend.storage.reports.run_lists import read_runs
from backend.wording.sweeps.grids import grids_of
from backend.wording.sweeps.remarks import optimum_sentence

MOST_COMMITS = 40


@dataclass(frozen=True, slots=True)
class GridDetail:
    suite: str
    benchmark: str
    axis: str
    second: str
    metric: str
    unit: str
    direction: DirectionName
    testbed: str
    branch: str
    metrics: Sequence[str]
    testbeds: Sequence[str]
    seconds: Sequence[str]
    runs: Sequence[ListedRun]
    run: ListedRun
    """The run asked for, or of those that answer the one with most values."""
    answer_runs: Sequence[int]
    """The runs of the commit that count, whose rounds are judged together."""
    unfit_runs: Sequence[int]
    """Runs of the commit, and newer ones, that do not count: their machine was not fit."""
    grids: Sequence[SweepGrid]
    noisy_machines: Sequence[NoisyMachine]


@dataclass(frozen=True, slots=True)
class SweepOptima:
    axis: str
    metric: str
    unit: str
    curves: Sequence[OptimumHistory]


def read_grid(
    session: Session, project_id: int, where: tuple[int, str, str], choice: SweepChoice
) -> GridDetail:
    """Return the grids of one commit over two parameters; NotFoundError where there is none."""
    benchmark_id, first, second = where
    place = choose_place(session, project_id, (benchmark_id, first), choice)
    runs = read_runs(session, project_id, sweeps.read_run_ids(session, project_id, place.ids))
    chosen = choose_runs(session, project_id, runs, (place, first, choice.run_id))
    run = chosen.run
    labels = read_labels(session, project_id, place.ids)
    results = read_pooled(session, project_id, labels, chosen.ids)
    seconds = second_axes([one.series.parameters for one in results], first)
    if not results or second not in seconds:
        raise NotFoundError(f"run {run.id} was not measured over “{first}” and “{second[:100]}”")
    label = results[0].series
    asked = (benchmark_id, first, label.metric)
    grids = grids_of(
        results,
        sweeps.read_failed_variants(session, project_id, chosen.ids, asked),
        GridAxes(first, second),
        in_rounds=chosen.in_rounds,
    )
    return GridDetail(
        suite=place.suite,
        benchmark=place.benchmark,
        axis=first,
        second=second,
        metric=label.metric,
        unit=label.unit,
        direction=label.direction,
        testbed=label.testbed,
        branch=label.branch,
        metrics=place.metrics,
        testbeds=sorted({series.testbed for series in place.swept}),
        seconds=seconds,
        runs=runs,
        run=run,
        answer_runs=chosen.ids,
        unfit_runs=chosen.not_counted,
        grids=grids,
        noisy_machines=name_noisy_machines.of_runs(session, project_id, chosen.ids),
    )


def read_optima(
    session: Session, project_id: int, where: tuple[int, str], choice: SweepChoice
) -> SweepOptima:
    """Return where the optimum was at the newest commits, in the order of the branch."""
    _, axis = where
    place = choose_place(session, project_id, where, choice)
    labels = read_labels(session, project_id, place.ids)
    (measured,) = read_sources(session, project_id, [(axis, place.ids)])
    commits = measured.commits[-MOST_COMMITS:]
    ids = [id_ for one in commits for id_ in one.ids]
    found = sweeps.read_results(session, project_id, labels, [(place.ids, ids)])
    shown = {run.id: run for run in read_runs(session, project_id, [one.ids[0] for one in commits])}
    grouped = []
    for one in commits:
        results = pooled([found[id_] for id_ in sorted(one.ids)])
        swept = group_curves(results, axis, in_rounds=one.in_rounds)
        grouped.append((SweptCommit(shown[one.ids[0]], len(one.ids), one.is_fit), swept))
    label = next(iter(labels.values()))
    curves = [
        replace(one, sentence=optimum_sentence(one.points, axis)) for one in optima_of(grouped)
    ]
    return SweepOptima(axis, label.metric, label.unit, curves)
