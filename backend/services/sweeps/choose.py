"""Which series, run and conditions a question about a sweep is about."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.catalogue.metric_order import ordered_metrics
from backend.domain.errors import NotFoundError
from backend.domain.quantities import Quantity
from backend.domain.reports.run_pages import ListedRun
from backend.domain.sweeps.sources import SweepSource, answering, before, not_counted
from backend.services.series.swept_runs import MeasuredSweep, read_sources
from backend.stats.sweeps.answers import MARGIN
from backend.storage import sweeps
from backend.storage.catalogue import suites
from backend.storage.reports.run_lists import read_runs
from backend.storage.reports.run_pages import read_origin
from backend.storage.sweeps import SweptSeries


@dataclass(frozen=True, slots=True)
class SweepChoice:
    """What of a sweep is asked for; None leaves the choice to what was measured last.

    `also` are other metrics of the same variants, to be shown beside.
    """

    metric: str | None = None
    testbed: str | None = None
    branch: str | None = None
    run_id: int | None = None
    margin: float = MARGIN
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChosenRuns:
    """The runs that a sweep is answered from, one of them to be shown, and what came before."""

    run: ListedRun
    ids: Sequence[int]
    in_rounds: bool
    before: SweepSource | None
    """The commit before, by its own runs."""
    not_counted: Sequence[int]
    """Runs of a machine that was not fit, left out of the answer."""


@dataclass(frozen=True, slots=True)
class SweptPlace:
    """One benchmark over one axis: its names, all its series, and those that were chosen."""

    suite: str
    benchmark: str
    swept: Sequence[SweptSeries]
    chosen: Sequence[SweptSeries]

    @property
    def ids(self) -> list[int]:
        return [series.id for series in self.chosen]

    @property
    def metrics(self) -> list[str]:
        return list(dict.fromkeys(series.metric for series in self.swept))


def choose_place(
    session: Session, project_id: int, where: tuple[int, str], choice: SweepChoice
) -> SweptPlace:
    """Find the series of a benchmark along an axis; NotFoundError where there are none."""
    benchmark_id, axis = where
    names = sweeps.read_benchmark(session, project_id, benchmark_id)
    swept = in_order_of_suite(
        sweeps.read_swept_series(session, project_id, benchmark_id, axis),
        suites.read_metric_orders(session, project_id, [benchmark_id]).get(benchmark_id, []),
    )
    chosen = chosen_series(swept, choice)
    if names is None or not chosen:
        raise NotFoundError(f"benchmark {benchmark_id} has no such sweep over “{axis[:100]}”")
    return SweptPlace(*names, swept, chosen)


def in_order_of_suite(swept: Sequence[SweptSeries], manifest: Sequence[str]) -> list[SweptSeries]:
    """Put the series of the metric that tells most first, as the suite says or as all pages do."""
    metrics = {Quantity(one.metric, one.unit, one.direction) for one in swept}
    names = ordered_metrics(metrics, manifest)
    places = {name: place for place, name in enumerate(names)}
    return sorted(swept, key=lambda series: places[series.metric])


def chosen_series(swept: Sequence[SweptSeries], choice: SweepChoice) -> list[SweptSeries]:
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
    """Return the first metric of the suite that says which way is better, else the first."""
    names = [series.metric for series in swept if series.direction != "unknown"]
    return next(iter(names), swept[0].metric if swept else None)


def choose_runs(
    session: Session,
    project_id: int,
    runs: Sequence[ListedRun],
    asked: tuple[SweptPlace, str, int | None],
) -> ChosenRuns:
    """Return the runs that answer: at the commit of the run asked for, or at the one swept last.

    `asked`: the place, its axis, and the run, which may be older than those listed. A run that does
    not count at its commit stands alone. Where every run has one value it is the newest.
    """
    place, axis, run_id = asked
    (measured,) = read_sources(session, project_id, [(axis, place.ids)])
    source = answering(measured.commits) if run_id is None else _source_of(measured, run_id)
    if run_id is None:
        run_id = source.ids[0] if source else next((one.id for one in runs), 0)
    found = [run for run in runs if run.id == run_id] or read_runs(session, project_id, [run_id])
    if not found:
        raise NotFoundError("there is no such run of this sweep")
    if source is None:
        return ChosenRuns(found[0], [run_id], was_in_rounds(session, project_id, run_id), None, [])
    left = not_counted(measured.runs, source, measured.commits, measured.unfit)
    earlier = before(measured.commits, source)
    return ChosenRuns(found[0], source.ids, source.in_rounds, earlier, left)


def _source_of(measured: MeasuredSweep, run_id: int) -> SweepSource | None:
    """Return the runs that count at the commit of a run; itself alone where it is not of them."""
    own = next((one for one in measured.runs if one.id == run_id), None)
    if own is None:
        return None
    alone = SweepSource([own], own.in_rounds, run_id not in measured.unfit)
    return next((one for one in measured.commits if run_id in one.ids), alone)


def was_in_rounds(session: Session, project_id: int, run_id: int) -> bool:
    """Say whether an agent measured: in rounds, each variant once per round in random order."""
    origin = read_origin(session, project_id, run_id)
    return origin is not None and origin.agent is not None
