"""Runs for people: the list, one run whole, and the samples of one of its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.adapters.benchfmt_text import MeasuredSeries, benchfmt_of
from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.metric_order import ordered_metrics
from backend.domain.catalogue.parameters import Scalar
from backend.domain.errors import NotFoundError
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.machines.signing import RunSigner
from backend.domain.pages import PageRequest, read_cursor
from backend.domain.quantities import Quantity
from backend.domain.reports.conditions import Conditions
from backend.domain.reports.profiles import ListedProfile
from backend.domain.reports.readings import SavedFile
from backend.domain.reports.run_pages import (
    MOST_RESULTS,
    PERCENTILES,
    AttributeChange,
    FailedResult,
    ListedRun,
    Percentile,
    ResultSamples,
    RunKind,
    RunPage,
    RunResult,
    RunResultPage,
    RunSurroundings,
    changed_attributes,
    lasting,
    percentiles_of,
    reaches_tail,
)
from backend.domain.reports.time_courses import ListedTimeCourse
from backend.services.machines import noisy as name_noisy_machines
from backend.services.machines.agent_keys import signer_of_run
from backend.stats.histograms.recordings import decode
from backend.storage import reading
from backend.storage.catalogue import suites
from backend.storage.catalogue.labels import read_labels
from backend.storage.reports import run_pages, sent_files
from backend.storage.reports.profiles import read_profiles_of_run
from backend.storage.reports.run_lists import count_runs, read_run_page, read_runs
from backend.storage.reports.stored_samples import StoredSamples, read_foreign_cpu, read_samples
from backend.storage.reports.time_courses import read_time_courses_of_run
from backend.wording.absences import absence_lines


@dataclass(frozen=True, slots=True)
class RunDetail(ListedRun):
    """A run, where it came from, what it ran in and what it gave."""

    report: str
    agent: str | None
    signer: RunSigner | None
    """Whose machine said so; null: its report is not signed."""
    seed: int | None
    base_branch: str | None
    environment: Mapping[str, Scalar]
    fingerprint: Mapping[str, Scalar]
    """Both without what differs in every run: rounds, load, free memory (see `conditions`)."""
    previous_run: int | None
    """The run of its suite before it on its testbed; null: it is the first."""
    base_run: int | None
    """A run of the commit measured before on its branch: of its suite, on its testbed."""
    changed_attributes: Sequence[AttributeChange]
    """What differs from that run; nothing where there is none."""
    rows: Sequence[RunResult]
    """The first 2,000 at most."""
    next: str | None
    """Cursor of the further results, see `…/results`; null: these are all."""
    failed: Sequence[FailedResult]
    """The first 2,000 at most."""
    absent: Sequence[str]
    """What could not be measured on its machine and what to install, a line for each cause."""
    conditions: Conditions | None
    """How it was measured, where the agent said it."""
    noisy_machines: Sequence[NoisyMachine]
    """Its machine, where the run itself speaks against it."""
    profiles: Sequence[ListedProfile]
    courses: Sequence[ListedTimeCourse]
    files: Sequence[SavedFile]
    """Files of tools that it was read from; none where it came as a report."""
    metric_order: Mapping[str, Sequence[str]]
    """Metrics by benchmark, the one that matters most first."""


ABSENCES = ("unavailable", "needs")
"""Kinds of failures that are the machine's: something is not installed there."""
OTHER_KINDS: Mapping[RunKind, RunKind] = {"suites": "controls", "controls": "suites"}


def list_runs(
    session: Session,
    project_id: int,
    filters: SeriesFilters,
    kind: RunKind,
    page: PageRequest,
) -> RunPage:
    """Return one page of runs."""
    found = read_run_page(session, project_id, filters, page, kind)
    other = OTHER_KINDS.get(kind)
    apart = count_runs(session, project_id, filters, other) if other else 0
    return RunPage(found.rows, found.total, found.next, apart)


def read_run(session: Session, project_id: int, run_id: int) -> RunDetail:
    """Return one run; NotFoundError where the project has none with this id."""
    listed = read_runs(session, project_id, [run_id])
    origin = run_pages.read_origin(session, project_id, run_id)
    if not listed or origin is None:
        raise NotFoundError(f"there is no run {run_id} in this project")
    here = run_pages.read_surroundings(session, project_id, run_id) or RunSurroundings({}, {})
    previous = run_pages.find_previous_run(session, project_id, run_id)
    before = run_pages.read_surroundings(session, project_id, previous) if previous else None
    run = listed[0]
    rows = run_pages.read_results(session, project_id, run_id)
    order = _metric_order(session, project_id, rows)
    failed = run_pages.read_failures_of_run(session, project_id, run_id)[:MOST_RESULTS]
    return RunDetail(
        **{name: getattr(run, name) for name in ListedRun.__slots__},
        report=origin.report,
        agent=origin.agent,
        signer=signer_of_run(session, project_id, origin.agent_key_id),
        seed=origin.seed,
        base_branch=origin.base_branch,
        conditions=origin.conditions,
        environment=lasting(here.environment),
        fingerprint=lasting(here.fingerprint),
        previous_run=previous,
        base_run=run_pages.find_base_run(session, project_id, run_id),
        changed_attributes=changed_attributes(before, here),
        rows=_in_order(rows, order)[:MOST_RESULTS],
        next=_next(0, len(rows)),
        failed=failed,
        absent=absence_lines(
            one.message for one in failed if one.kind in ABSENCES and one.metric is None
        ),
        noisy_machines=name_noisy_machines.of_runs(session, project_id, [run_id]),
        profiles=read_profiles_of_run(session, project_id, run_id),
        courses=read_time_courses_of_run(session, project_id, run_id),
        files=sent_files.files_of_run(session, project_id, run_id),
        metric_order=order,
    )


def read_sent_file(session: Session, project_id: int, run_id: int, place: int) -> tuple[str, bytes]:
    """Return the name and the bytes of a file of a run; NotFoundError where there is none."""
    found = sent_files.read_file(session, project_id, run_id, place)
    if found is None:
        raise NotFoundError(f"run {run_id} has no file {place}")
    return found


def run_as_benchfmt(session: Session, project_id: int, run_id: int) -> str:
    """Return the samples of a run for benchstat; NotFoundError where there is no such run."""
    listed = read_runs(session, project_id, [run_id])
    if not listed:
        raise NotFoundError(f"there is no run {run_id} in this project")
    run = listed[0]
    facts = {
        "run": str(run_id), "commit": run.commit.name, "branch": run.branch, "testbed": run.testbed,
    }  # fmt: skip
    found = reading.samples_of_run(session, project_id, run_id)
    return benchfmt_of(run.suite, facts, [MeasuredSeries(*row) for row in found])


def list_results(
    session: Session, project_id: int, run_id: int, cursor: str | None
) -> RunResultPage:
    """Return further results of a run, in the same order; NotFoundError where there is no run."""
    if not read_runs(session, project_id, [run_id]):
        raise NotFoundError(f"there is no run {run_id} in this project")
    begin = read_cursor(cursor) or 0
    rows = run_pages.read_results(session, project_id, run_id)
    ordered = _in_order(rows, _metric_order(session, project_id, rows))
    page = ordered[begin : begin + MOST_RESULTS]
    return RunResultPage(page, len(rows), _next(begin, len(rows)))


def _next(begin: int, total: int) -> str | None:
    return str(begin + MOST_RESULTS) if begin + MOST_RESULTS < total else None


def _metric_order(
    session: Session, project_id: int, rows: Sequence[RunResult]
) -> dict[str, list[str]]:
    manifests = suites.read_metric_orders(
        session, project_id, {r.series.benchmark_id for r in rows}
    )
    metrics: dict[tuple[str, int], set[Quantity]] = {}
    for series in (row.series for row in rows):
        own = metrics.setdefault((series.benchmark, series.benchmark_id), set())
        own.add(Quantity(series.metric, series.unit, series.direction))
    return {
        benchmark: ordered_metrics(own, manifests.get(id_, []))
        for (benchmark, id_), own in metrics.items()
    }


def _in_order(rows: Sequence[RunResult], order: Mapping[str, Sequence[str]]) -> Sequence[RunResult]:
    """Leave variants as they came; within each, the metric that tells most first."""
    variants: dict[str, int] = {}

    def place(row: RunResult) -> tuple[int, int]:
        series = row.series
        variant = f"{series.benchmark} {sorted(series.parameters.items())}"
        own = variants.setdefault(variant, len(variants))
        return own, order[series.benchmark].index(series.metric)

    return sorted(rows, key=place)


def read_result_samples(
    session: Session, project_id: int, run_id: int, series_id: int
) -> ResultSamples:
    """Return the samples behind one result, or the percentiles of its histogram."""
    stored = read_samples(session, project_id, series_id, run_id)
    label = read_labels(session, project_id, [series_id]).get(series_id)
    if stored is None or label is None:
        raise NotFoundError(f"run {run_id} has no result of series {series_id}")
    return ResultSamples(
        series=label,
        samples=stored.samples or [],
        percentiles=_percentiles(stored),
        foreign_cpu=read_foreign_cpu(session, project_id, series_id, run_id),
    )


def _percentiles(stored: StoredSamples) -> list[Percentile]:
    if stored.histogram is None:
        return percentiles_of(stored.samples or [])
    histogram, scale = decode(stored.histogram), stored.scale or 1.0
    return [
        Percentile(q, histogram.percentile(q) * scale)
        for q in PERCENTILES
        if reaches_tail(q, histogram.total)
    ]
