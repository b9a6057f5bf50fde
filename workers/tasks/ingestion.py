"""Ingestion: reports that wait become runs and results."""

from dataclasses import replace

import psycopg
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from backend.domain.events import EventKind, LiveEvent
from backend.services.reports.ingest import IngestedBatch, Ingestion, ingest_reports
from backend.services.reports.quarantine import quarantine_report
from backend.services.task_queue import TaskMessage, TaskName, TaskQueue
from backend.storage import outbox
from backend.storage.engine import transaction
from backend.storage.reports import documents as reports
from workers.base import log, task
from workers.process import process

BATCHES = 8
"""That one task ingests before it makes room for others."""
LIMIT_EXCEEDED = "54"
"""Class of SQL states in which the database refuses what is too large for it."""


@task(TaskName.INGEST_REPORTS)
def ingest_waiting(project_id: int) -> None:
    """Ingest a batch of each project that waits, in turn, until nothing waits.

    After some batches other tasks come first, and what is left is asked for again.
    """
    unable: set[int] = set()
    for _ in range(BATCHES):
        chosen = _next_project(project_id, unable)
        if chosen is None:
            return
        batch = _ingest_some(chosen) if _are_waiting(chosen) else None
        if batch is None:  # another worker is at it, or nothing is left of it
            unable.add(chosen)
            continue
        process().publish_ready_work(chosen, batch.asked)
        if batch.runs:
            process().events.publish(chosen, LiveEvent(EventKind.RUN, batch.runs))
        if batch.refused:
            process().events.publish(chosen, LiveEvent(EventKind.REPORT))
    process().relay.publish(TaskMessage(TaskName.INGEST_REPORTS, project_id))


def _next_project(asked: int, unable: set[int]) -> int | None:
    with transaction(process().engine) as session:
        waiting = outbox.projects_waiting(session, TaskName.INGEST_REPORTS)
    able = [one for one in {*waiting, asked} if one not in unable]
    return process().ingestion_turns.next(able, asked) if able else None


def _are_waiting(project_id: int) -> bool:
    with transaction(process().engine) as session:
        return reports.are_waiting(session, project_id)


def _ingest_some(project_id: int) -> IngestedBatch | None:
    """Ingest a batch; where it fails, go one by one and set aside the report that is to blame."""
    ingestion = process().ingestion
    try:
        return _ingest(project_id, ingestion)
    except Exception as error:
        ingestion.catalogues.forget(project_id)
        if _is_away(error):
            raise
        log.exception("batch failed; going one by one", project=project_id)
    try:
        return _ingest(project_id, replace(ingestion, batch=1))
    except Exception as error:
        ingestion.catalogues.forget(project_id)
        if _is_away(error):
            raise
        with transaction(process().engine) as session:
            quarantine_report(session, TaskQueue(session, process().relay), project_id, error)
        return IngestedBatch(runs=(), refused=1)


def _ingest(project_id: int, ingestion: Ingestion) -> IngestedBatch | None:
    with transaction(process().engine) as session:
        queue = TaskQueue(session, process().relay)
        return ingest_reports(session, queue, project_id, ingestion)


def _is_away(error: Exception) -> bool:
    """Tell whether the database cannot work just now, so that no report is to blame."""
    if isinstance(error, OperationalError | psycopg.OperationalError):
        # hot paths use the driver below SQLAlchemy
        cause = error.orig if isinstance(error, OperationalError) else error
        state = getattr(cause, "sqlstate", None) or ""
        return not state.startswith(LIMIT_EXCEEDED)
    return isinstance(error, PoolTimeoutError | OSError)
