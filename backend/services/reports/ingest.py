"""Turn waiting reports into runs and results, many in one transaction, and ask for detection.

Every step takes all reports of the batch at once: a statement per step, not per report.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.domain.machines.readings import reading_of
from backend.domain.reports.conditions import Conditions, document_of
from backend.domain.reports.format import Suite
from backend.domain.reports.run_times import placed_in_time
from backend.domain.splits.proposals import Variant, may_split
from backend.services.catalogue import Catalogues, NamedResult
from backend.services.claims.save import save_claims_of_suite
from backend.services.jobs.link import judge_jobs_without, link_runs
from backend.services.pulls.receive_webhook import want_measured
from backend.services.reports.order_commits import CommitArrival, PlacedCommit, order_commits
from backend.services.reports.profiles.store_profiles import store_profiles
from backend.services.reports.recompute import (
    INGESTION_LOCK,
    request_detection,
    request_functions_of_series,
)
from backend.services.reports.resolve_names import NamedReport, Naming
from backend.services.reports.store_time_courses import store_time_courses
from backend.services.reports.summarise_results import summarise_results
from backend.services.series.update import update_series
from backend.services.task_queue import TaskName, TaskQueue
from backend.settings import UploadLimits
from backend.storage import outbox
from backend.storage.catalogue import testbeds
from backend.storage.catalogue.testbeds import FingerprintUse
from backend.storage.claims import rows as claims
from backend.storage.commits import order as commits
from backend.storage.commits.facts import branches_with, place_facts
from backend.storage.commits.order import ReportedCommit
from backend.storage.machines import readings as machine_readings
from backend.storage.machines.readings import NewReading
from backend.storage.people import projects
from backend.storage.reports import documents as reports
from backend.storage.reports import results, runs
from backend.storage.reports.runs import NewFailure, NewRun
from backend.storage.splits import rows as splits
from backend.storage.thresholds.rows import read_rules
from backend.tracing import is_traced, step


@dataclass(frozen=True, slots=True)
class IngestedRun:
    """A report that became a run."""

    run_id: int
    named: Sequence[NamedResult]
    placed: PlacedCommit
    run: NewRun


@dataclass(frozen=True, slots=True)
class IngestedBatch:
    runs: tuple[int, ...]
    refused: int
    asked: frozenset[int] = frozenset()
    """Rows of the outbox with the work that the batch asks for."""


@dataclass(frozen=True, slots=True)
class Ingestion:
    """What one worker process brings along."""

    catalogues: Catalogues
    limits: UploadLimits
    batch: int
    clock_tolerance_s: float


def ingest_reports(
    session: Session, queue: TaskQueue, project_id: int, ingestion: Ingestion
) -> IngestedBatch | None:
    """Ingest the oldest waiting reports of a project; None where another worker is at it."""
    lock = text("select pg_try_advisory_xact_lock(:kind, :project)")
    is_mine = session.execute(lock, {"kind": INGESTION_LOCK, "project": project_id}).scalar_one()
    if not is_mine:
        return None
    ingestion.catalogues.renew(project_id, projects.catalogue_revision(session, project_id))
    waiting = reports.take_waiting(session, project_id, ingestion.batch)
    with step("ingest reports", _origins(session, project_id, waiting)):
        return _ingest(session, queue, project_id, ingestion, waiting)


def _origins(
    session: Session, project_id: int, waiting: Sequence[reports.WaitingReport]
) -> list[str]:
    if not is_traced():
        return []
    ids = [one.id for one in waiting]
    return outbox.origins_for(session, TaskName.INGEST_REPORTS, project_id, ids)


def _ingest(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    ingestion: Ingestion,
    waiting: Sequence[reports.WaitingReport],
) -> IngestedBatch:
    naming = Naming(session, project_id, ingestion.catalogues, ingestion.limits)
    named = naming.name(waiting)
    ingested = _store_runs(session, project_id, named, ingestion.clock_tolerance_s)
    _store_results(session, queue, project_id, ingested)
    _link_jobs(session, queue, project_id, named, ingested)
    _request_pages(queue, project_id, named, ingested)
    _request_splits(session, queue, project_id, ingested)
    _request_claims(session, queue, project_id, named, ingested)
    _request_functions(queue, project_id, named, ingested)
    _request_budgets(session, queue, project_id, ingested)
    _request_pull_updates(session, queue, project_id, named)
    reports.mark_ingested(
        session, project_id, [(one.run.report_id, one.run_id) for one in ingested]
    )
    outbox.remove_for(session, TaskName.INGEST_REPORTS, project_id, [one.id for one in waiting])
    refused = {one.id for one in waiting} - {one.run.report_id for one in ingested}
    if refused:
        judge_jobs_without(session, queue, project_id, sorted(refused))
    runs_stored = tuple(one.run_id for one in ingested)
    return IngestedBatch(runs_stored, len(refused), frozenset(queue.rows))


def _store_runs(
    session: Session, project_id: int, named: Sequence[NamedReport], tolerance_s: float
) -> list[IngestedRun]:
    if not named:
        return []
    placed = _place(session, project_id, named, tolerance_s)
    new = [
        _new_run(project_id, one, at, tolerance_s) for one, at in zip(named, placed, strict=True)
    ]
    ids = runs.add_runs(session, new)
    machine_readings.add(session, project_id, [_reading(run, ids[run.report_id]) for run in new])
    testbeds.record_fingerprint_uses(session, project_id, _fingerprint_uses(new))
    ingested = [
        IngestedRun(ids[run.report_id], one.results, at, run)
        for one, at, run in zip(named, placed, new, strict=True)
    ]
    for one in ingested:
        failures = [_failure(result) for result in one.named if result.series_id is None]
        runs.add_failures(session, one.run, one.run_id, failures)
    for report, one in zip(named, ingested, strict=True):
        store_profiles(session, project_id, one.run_id, report)
        store_time_courses(session, project_id, one.run_id, report)
    return ingested


def _link_jobs(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    named: Sequence[NamedReport],
    ingested: Sequence[IngestedRun],
) -> None:
    """Link runs that agents measured for jobs, and have those jobs judged."""
    pairs = zip(named, ingested, strict=True)
    said = [(run.run_id, one.report.run.job) for one, run in pairs if one.report.run.job]
    if said:
        link_runs(session, queue, project_id, said)


def _request_pages(
    queue: TaskQueue,
    project_id: int,
    named: Sequence[NamedReport],
    ingested: Sequence[IngestedRun],
) -> None:
    """Ask for the ladders, splits and defaults that manifests name, before splits are sought."""
    wanted = [
        one.run_id
        for report, one in zip(named, ingested, strict=True)
        if one.run.pull_request is None and _has_pages(report.report.suite)
    ]
    if wanted:
        queue.request_pages(project_id, wanted)


def _has_pages(suite: Suite) -> bool:
    return bool(suite.ladders or suite.splits or suite.sweeps)


def _request_splits(
    session: Session, queue: TaskQueue, project_id: int, ingested: Sequence[IngestedRun]
) -> None:
    """Ask for a look at runs that hold several values of a parameter, or that others wait for."""
    several = _holding_several(ingested)
    suites = {one.run.suite_id for one in ingested if one.run_id not in several}
    waiting = splits.suites_with_open(session, project_id, sorted(suites)) if suites else set()
    wanted = [
        one.run_id for one in ingested if one.run_id in several or one.run.suite_id in waiting
    ]
    if wanted:
        queue.request_splits_of_runs(project_id, wanted)


def _holding_several(ingested: Sequence[IngestedRun]) -> set[int]:
    """Return the runs that hold several values of a parameter; most of a suite hold the same."""
    by_variants: dict[tuple[int, ...], bool] = {}
    found: set[int] = set()
    for one in ingested:
        variants = tuple(each.variant_id for each in one.named if each.series_id is not None)
        if variants not in by_variants:
            by_variants[variants] = may_split(_variants(one))
        if by_variants[variants]:
            found.add(one.run_id)
    return found


def _request_claims(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    named: Sequence[NamedReport],
    ingested: Sequence[IngestedRun],
) -> None:
    """Keep what manifests claim, and ask for a look at the runs that claims rest on."""
    said = {one.report.suite.name: one.report.suite.claims for one in named}
    for suite, documents in said.items():
        if documents:
            save_claims_of_suite(session, queue, project_id, suite, documents)
    suites = claims.suites_with_claims(session, project_id)
    wanted = [
        one.run_id
        for report, one in zip(named, ingested, strict=True)
        if report.report.suite.name in suites and one.run.pull_request is None
    ]
    if wanted:
        queue.request_claims(project_id, wanted)


def _request_functions(
    queue: TaskQueue,
    project_id: int,
    named: Sequence[NamedReport],
    ingested: Sequence[IngestedRun],
) -> None:
    """Ask for a look at the functions that runs of branches have profiles of."""
    profiled = [
        one.run_id
        for report, one in zip(named, ingested, strict=True)
        if report.report.profiles and one.run.pull_request is None
    ]
    if profiled:
        queue.request_functions_of_runs(project_id, profiled)


def _request_budgets(
    session: Session, queue: TaskQueue, project_id: int, ingested: Sequence[IngestedRun]
) -> None:
    """Ask for a look at the budgets of the series that these runs have brought further."""
    of_branches = [one.run_id for one in ingested if one.run.pull_request is None]
    if of_branches and read_rules(session, project_id).budgets:
        queue.request_budgets(project_id, of_branches)


def _request_pull_updates(
    session: Session, queue: TaskQueue, project_id: int, named: Sequence[NamedReport]
) -> None:
    """Have the forge told of pull requests that these results may matter to."""
    numbers = {one.report.pull_request.number for one in named if one.report.pull_request}
    commits_named = {one.report.commit.id for one in named}
    want_measured(session, queue, project_id, (numbers, commits_named))


def _variants(ingested: IngestedRun) -> Iterable[Variant]:
    """Return each measured variant once."""
    measured = {one.variant_id: one.result for one in ingested.named if one.series_id is not None}
    return ((one.benchmark, one.parameters) for one in measured.values())


def _place(
    session: Session, project_id: int, named: Sequence[NamedReport], tolerance_s: float
) -> list[PlacedCommit]:
    """Store the commits of the reports and find their places on their branches."""
    times = [_believed(one.report.commit.time, one, tolerance_s) for one in named]
    reported = [
        ReportedCommit(one.report.commit, time) for one, time in zip(named, times, strict=True)
    ]
    known = place_facts(session, project_id, _names(named))
    stored = commits.ensure_commits(session, project_id, reported)
    now = place_facts(session, project_id, _names(named)) if known else {}
    outdated = branches_with(session, project_id, [id_ for id_ in known if now[id_] != known[id_]])
    arrivals = [
        CommitArrival(one.branch_id, commit.id, commit.time, commit.ancestors)
        for one, commit in zip(named, stored, strict=True)
    ]
    return order_commits(session, project_id, arrivals, outdated)


def _names(named: Sequence[NamedReport]) -> set[str]:
    """Return every commit that the reports name, ancestors too."""
    said = (one.report.commit for one in named)
    return {name for one in said for name in (one.id, *one.parents, *one.ancestry)}


def _believed(given: datetime | None, named: NamedReport, tolerance_s: float) -> datetime:
    """Replace a time that nobody gave, or that a clock running ahead gave, by that of receipt."""
    received = named.waiting.received_at
    return placed_in_time(given, None, received, tolerance_s).started_at


def _new_run(
    project_id: int, named: NamedReport, placed: PlacedCommit, tolerance_s: float
) -> NewRun:
    report, facts = named.report, named.report.run
    failed = [one for one in named.results if one.series_id is None]
    times = placed_in_time(
        facts.started_at, facts.finished_at, named.waiting.received_at, tolerance_s
    )
    return NewRun(
        project_id=project_id,
        report_id=named.waiting.id,
        suite_id=named.suite_id,
        testbed_id=named.testbed_id,
        machine_id=named.machine.machine_id if named.machine else None,
        fingerprint_id=named.machine.fingerprint_id if named.machine else None,
        environment_id=named.environment_id,
        commit_id=placed.commit_id,
        branch_id=named.branch_id,
        pull_request=report.pull_request.number if report.pull_request else None,
        started_at=times.started_at,
        finished_at=times.finished_at,
        received_at=named.waiting.received_at,
        trigger=facts.trigger,
        mode=facts.mode,
        agent=facts.agent,
        seed=facts.seed,
        suite_version=report.suite.version,
        tags=report.tags,
        conditions=_said(facts.conditions),
        result_count=len(named.results) - len(failed),
        failure_count=sum(map(_is_failure, failed)),
        id=named.waiting.run_id,
    )


def _reading(run: NewRun, run_id: int) -> NewReading | None:
    """Return what a run says of its machine, where it says anything."""
    if run.machine_id is None or run.conditions is None:
        return None
    said = reading_of(run.conditions)
    return NewReading(run_id, run.machine_id, run.started_at, said) if said else None


def _fingerprint_uses(new: Sequence[NewRun]) -> list[FingerprintUse]:
    return [
        FingerprintUse(run.machine_id, run.fingerprint_id, run.started_at)
        for run in new
        if run.machine_id is not None and run.fingerprint_id is not None
    ]


def _said(conditions: Conditions | None) -> dict[str, Any] | None:
    """Return conditions as they are stored: what was left out stays left out."""
    return document_of(conditions) or None if conditions else None


def _is_failure(named: NamedResult) -> bool:
    """Say whether something went wrong; what a machine cannot measure is listed, not counted."""
    return named.result.failure is None or named.result.failure.kind != "unavailable"


def _failure(named: NamedResult) -> NewFailure:
    failure = named.result.failure
    metric_id = named.metric.metric.id if named.metric else None
    kind, message = (failure.kind, failure.message) if failure else ("crash", "")
    return NewFailure(named.variant_id, metric_id, kind, message)


def _store_results(
    session: Session, queue: TaskQueue, project_id: int, ingested: Sequence[IngestedRun]
) -> None:
    rows = summarise_results(
        [
            (one, run.run, run.run_id, run.placed.position)
            for run in ingested
            for one in run.named
            if one.series_id is not None
        ]
    )
    # neighbours in a series become neighbours on a page, for the index and for who reads it
    rows.sort(key=lambda row: (row.series_id, row.position, row.run_id))
    results.add(session, project_id, rows)
    moved = {id_ for run in ingested for id_ in run.placed.moved_series}
    suspicious = update_series(session, project_id, rows, moved)
    request_detection(queue, project_id, suspicious)
    request_functions_of_series(session, queue, project_id, moved)
