"""Ladders for people: the list, one of them judged, and what could become a rung."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.metric_order import metrics_of_labels
from backend.domain.errors import NotFoundError
from backend.domain.ladders.records import LadderRecord, RungResult
from backend.domain.ladders.sources import LadderSource, SourceMetric, others_of
from backend.domain.reports.run_pages import ListedRun
from backend.services.ladders.page import ShownLadder, show_ladder
from backend.services.machines import noisy as name_noisy_machines
from backend.storage.catalogue import suites
from backend.storage.catalogue.labels import read_labels
from backend.storage.ladders import rows as ladders
from backend.storage.ladders import sources as ladder_sources
from backend.storage.ladders.sources import ParameterSource, WantedResults
from backend.storage.reports.run_lists import read_runs

MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class LadderList:
    """The ladders changed last; `total` counts those that are not listed as well."""

    rows: Sequence[ShownLadder]
    total: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A result that could become a rung."""

    result: RungResult
    run: ListedRun


@dataclass(frozen=True, slots=True)
class CandidateList:
    rows: Sequence[Candidate]


@dataclass(frozen=True, slots=True)
class SourceList:
    rows: Sequence[LadderSource]


def list_ladders(session: Session, project_id: int) -> LadderList:
    """Return the ladders of a project, judged, the one changed last in front."""
    records = ladders.read_ladders(session, project_id)
    total = ladders.count_ladders(session, project_id)
    return LadderList(_shown(session, project_id, records), total)


def read_ladder(session: Session, project_id: int, ladder_id: int) -> ShownLadder:
    """Return one ladder; NotFoundError where the project has none with this id."""
    (shown,) = _shown(session, project_id, [find_ladder(session, project_id, ladder_id)])
    runs = sorted({line.run.id for line in shown.rungs if line.run})
    return replace(shown, noisy_machines=name_noisy_machines.of_runs(session, project_id, runs))


def find_ladder(session: Session, project_id: int, ladder_id: int) -> LadderRecord:
    record = ladders.find_ladder(session, project_id, ladder_id)
    if record is None:
        raise NotFoundError(f"there is no ladder {ladder_id} in this project")
    return record


def _shown(session: Session, project_id: int, records: Sequence[LadderRecord]) -> list[ShownLadder]:
    rungs = ladders.read_rungs(session, project_id, [one.id for one in records])
    wanted = [rung.result for own in rungs.values() for rung in own]
    results = ladders.read_rung_results(session, project_id, wanted)
    ids = list(dict.fromkeys(run for _, run in results))
    runs = {run.id: run for run in read_runs(session, project_id, ids)}
    return [show_ladder(one, rungs[one.id], results, runs) for one in records]


def find_candidates(
    session: Session, project_id: int, ladder_id: int, text: str, run_id: int | None
) -> CandidateList:
    """Return results of the same quantity, those of the baseline's variant in front."""
    wanted = replace(
        wanted_of(session, project_id, ladder_id),
        run_id=run_id,
        words=text.split()[:MOST_WORDS],
    )
    return CandidateList(_candidates(session, project_id, wanted))


def wanted_of(session: Session, project_id: int, ladder_id: int) -> WantedResults:
    """Say what a result must have in common with those of a ladder."""
    record = find_ladder(session, project_id, ladder_id)
    rungs = ladders.read_rungs(session, project_id, [ladder_id])[ladder_id]
    quantity = WantedResults(record.unit, record.direction)
    measured = [one.series_id for one in rungs if one.series_id is not None]
    label = read_labels(session, project_id, measured[:1]).get(measured[0]) if measured else None
    if label is None:
        return quantity
    return replace(
        quantity,
        metric=label.metric,
        suite=label.suite,
        benchmark=label.benchmark,
        like=label.id,
    )


def _candidates(session: Session, project_id: int, wanted: WantedResults) -> list[Candidate]:
    found = ladder_sources.find_results(session, project_id, wanted)
    results = ladders.read_rung_results(session, project_id, found)
    ids = list(dict.fromkeys(run for _, run in found))
    runs = {run.id: run for run in read_runs(session, project_id, ids)}
    return [Candidate(results[pair], runs[pair[1]]) for pair in found if pair in results]


def list_sources(session: Session, project_id: int, run_id: int | None) -> SourceList:
    """Return the parameters whose values would make rungs, in one run or in the newest of each."""
    parameters = ladder_sources.read_parameters(session, project_id, run_id)
    pairs = ladder_sources.read_series_of_runs(
        session,
        project_id,
        [one.run_id for one in parameters],
        [one.benchmark_id for one in parameters],
    )
    labels = read_labels(session, project_id, [series for _, series in pairs])
    runs = read_runs(session, project_id, sorted({run for run, _ in pairs}))
    by_id = {run.id: run for run in runs}
    orders = suites.read_metric_orders(
        session, project_id, {one.benchmark_id for one in parameters}
    )
    sources = [
        _source(one, by_id[one.run_id], [labels[series] for run, series in pairs
                                         if run == one.run_id], orders)
        for one in parameters
        if one.run_id in by_id
    ]  # fmt: skip
    return SourceList([one for one in sources if len(one.values) >= ladder_sources.FEWEST_VALUES])


def _source(
    source: ParameterSource,
    run: ListedRun,
    labels: Sequence[SeriesLabel],
    orders: Mapping[int, Sequence[str]],
) -> LadderSource:
    own = [
        one
        for one in labels
        if (one.suite, one.benchmark) == (source.suite, source.benchmark)
        and source.parameter in one.parameters
    ]
    metrics = {one.metric: SourceMetric(one.metric, one.unit, one.direction) for one in own}
    order = metrics_of_labels(own, orders.get(source.benchmark_id, []))
    others = {str(others_of(one, source.parameter)): others_of(one, source.parameter)
              for one in own}  # fmt: skip
    return LadderSource(
        source.benchmark_id,
        source.suite,
        source.benchmark,
        source.parameter,
        run,
        list(dict.fromkeys(one.parameters[source.parameter] for one in own)),
        [metrics[name] for name in order],
        list(others.values()),
    )
