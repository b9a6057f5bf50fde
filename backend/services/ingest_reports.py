"""Turn waiting reports into runs and results, many in one transaction, and ask for detection."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.adapters.tidemark_json import read_report
from backend.domain.errors import DomainError, Fault
from backend.domain.reports import Report
from backend.services.catalogue import Catalogue, Catalogues, NamedResult
from backend.services.place_commit import PlacedCommit, place_commit
from backend.services.summarise_results import summarise_results
from backend.services.task_queue import TaskName, TaskQueue
from backend.services.update_series import update_series
from backend.settings import Limits
from backend.storage import commits, outbox, reports, results, runs
from backend.storage.reports import WaitingReport
from backend.storage.runs import NewFailure, NewRun

log = structlog.get_logger()

DETECTION_CHUNK = 256
"""Series that one detection task looks at."""
INGESTION_LOCK = 0x7469_6465
"""First half of the advisory lock's key; the project is the other half."""


@dataclass(frozen=True, slots=True)
class IngestedRun:
    """A report that became a run."""

    report_id: int
    run_id: int
    named: Sequence[NamedResult]
    placed: PlacedCommit
    run: NewRun


@dataclass(frozen=True, slots=True)
class IngestedBatch:
    runs: tuple[int, ...]
    refused: int


@dataclass(frozen=True, slots=True)
class Ingestion:
    """What one worker process brings along."""

    catalogues: Catalogues
    limits: Limits
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
    waiting = reports.take_waiting(session, project_id, ingestion.batch)
    ingested: list[IngestedRun] = []
    refused = 0
    for report in waiting:
        run = _ingest_one(session, project_id, report, ingestion)
        if run is None:
            refused += 1
        else:
            ingested.append(run)
    _store_results(session, queue, project_id, ingested)
    reports.mark_ingested(session, project_id, [(run.report_id, run.run_id) for run in ingested])
    outbox.remove_for(
        session, TaskName.INGEST_REPORTS, project_id, [report.id for report in waiting]
    )
    return IngestedBatch(tuple(run.run_id for run in ingested), refused)


def _ingest_one(
    session: Session, project_id: int, waiting: WaitingReport, ingestion: Ingestion
) -> IngestedRun | None:
    """Store the run of one report; None where it is refused, which is then stored instead."""
    try:
        with session.begin_nested():
            report = read_report(waiting.body, ingestion.limits.nesting, ingestion.limits.faults)
            return _store_run(session, project_id, waiting, report, ingestion)
    except DomainError as error:
        ingestion.catalogues.forget(project_id)
        faults = error.faults or (Fault("", str(error), "correct the report and send it again"),)
        reports.mark_failed(session, project_id, waiting.id, [asdict(fault) for fault in faults])
        log.warning("report refused", project=project_id, report=waiting.id, reason=str(error))
        return None


def _store_run(
    session: Session,
    project_id: int,
    waiting: WaitingReport,
    report: Report,
    ingestion: Ingestion,
) -> IngestedRun:
    catalogue = ingestion.catalogues.of(project_id)
    branch_id = catalogue.branch(session, report.branch)
    testbed_id = catalogue.testbed(session, report.testbed)
    suite_id = catalogue.suite(session, report.suite)
    latest = waiting.received_at + timedelta(seconds=ingestion.clock_tolerance_s)
    placed = _place(session, project_id, branch_id, report, waiting.received_at, latest)
    _describe_branch(session, catalogue, branch_id, report)
    named = catalogue.name_results(session, report, suite_id, testbed_id, branch_id)
    machine = report.machine
    ids = (
        catalogue.machine(session, testbed_id, machine.name, machine.fingerprint)
        if machine
        else None
    )
    failures = [one for one in named if one.series_id is None]
    facts = report.run
    run = NewRun(
        project_id=project_id,
        report_id=waiting.id,
        suite_id=suite_id,
        testbed_id=testbed_id,
        machine_id=ids.machine_id if ids else None,
        fingerprint_id=ids.fingerprint_id if ids else None,
        environment_id=catalogue.environment(session, report.environment),
        commit_id=placed.commit_id,
        branch_id=branch_id,
        pull_request=report.pull_request.number if report.pull_request else None,
        started_at=_not_after(facts.started_at, latest, waiting.received_at),
        finished_at=facts.finished_at
        and _not_after(facts.finished_at, latest, waiting.received_at),
        received_at=waiting.received_at,
        trigger=facts.trigger,
        mode=facts.mode,
        agent=facts.agent,
        seed=facts.seed,
        suite_version=report.suite.version,
        tags=report.tags,
        result_count=len(named) - len(failures),
        failure_count=len(failures),
    )
    run_id = runs.add_run(session, run)
    runs.add_failures(session, run, run_id, [_failure(one) for one in failures])
    return IngestedRun(waiting.id, run_id, named, placed, run)


def _place(
    session: Session,
    project_id: int,
    branch_id: int,
    report: Report,
    received: datetime,
    latest: datetime,
) -> PlacedCommit:
    time = _not_after(report.commit.time, latest, received)
    commit_id, ancestors = commits.ensure_commit(session, project_id, report.commit, time)
    return place_commit(session, project_id, branch_id, commit_id, time, ancestors)


def _not_after(given: datetime | None, latest: datetime, instead: datetime) -> datetime:
    """Replace a time that nobody gave, or that a clock running ahead gave."""
    if given is None:
        return instead
    aware = given if given.tzinfo else given.replace(tzinfo=instead.tzinfo)
    return aware if aware <= latest else instead


def _describe_branch(
    session: Session, catalogue: Catalogue, branch_id: int, report: Report
) -> None:
    facts: dict[str, object] = {}
    if report.base is not None:
        facts["base_branch_id"] = catalogue.branch(session, report.base.branch)
    if report.pull_request is not None:
        facts["pull_request"] = report.pull_request.number
        facts["pull_request_url"] = report.pull_request.url
    if facts:
        commits.describe_branch(session, catalogue.project_id, branch_id, **facts)


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
    results.add(session, project_id, rows)
    moved = {id_ for run in ingested for id_ in run.placed.moved_series}
    suspicious = update_series(session, project_id, rows, moved)
    for start in range(0, len(suspicious), DETECTION_CHUNK):
        queue.request_detection(project_id, suspicious[start : start + DETECTION_CHUNK])
