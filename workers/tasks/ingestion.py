"""Ingestion: reports that wait become runs and results."""

from dataclasses import replace

import psycopg
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from backend.domain.events import EventKind, LiveEvent
from backend.services.reports.ingest import IngestedBatch, Ingestion, ingest_reports
from backend.services.reports.quarantine import quarantine_report
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage.engine import transaction
from backend.storage.reports import documents as reports
from workers.base import log, task
from workers.process import process

LIMIT_EXCEEDED = "54"
"""Class of SQL states in which the database refuses what is too large for it."""


@task(TaskName.INGEST_REPORTS)
def ingest_waiting(project_id: int) -> None:
    """Ingest until nothing waits, or another worker is at this project."""
    while _are_waiting(project_id):
        batch = _ingest_some(project_id)
        if batch is None:
            return
        if batch.runs:
            process().events.publish(project_id, LiveEvent(EventKind.RUN, batch.runs))
        if batch.refused:
            process().events.publish(project_id, LiveEvent(EventKind.REPORT))


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
            quarantine_report(session, project_id, error)
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
