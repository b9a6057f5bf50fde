"""Take a report that ingestion cannot digest out of the line, so that others pass."""

from dataclasses import asdict

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.domain.errors import Fault
from backend.services.jobs.link import judge_jobs_without
from backend.services.reports.recompute import INGESTION_LOCK
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage import outbox
from backend.storage.reports import documents as reports

MOST_ATTEMPTS = 3


def quarantine_report(
    session: Session, queue: TaskQueue, project_id: int, error: Exception
) -> None:
    """Count an attempt at the first report that waits; after a few mark it as failed.

    The document stays as it came, so it can be ingested when the cause is mended.
    """
    # a worker at this project holds its reports; the first that is free would be an innocent one
    lock = text("select pg_advisory_xact_lock(:kind, :project)")
    session.execute(lock, {"kind": INGESTION_LOCK, "project": project_id})
    waiting = reports.take_waiting(session, project_id, 1)
    if not waiting:
        return
    first = waiting[0]
    reports.count_attempt(session, project_id, first.id)
    if first.attempts + 1 < MOST_ATTEMPTS:
        return
    fault = Fault(
        "",
        f"the server could not ingest it ({type(error).__name__}); the document is kept",
        "tell the administrator: the worker's log has the cause",
    )
    reports.mark_failed(session, project_id, first.id, [asdict(fault)])
    outbox.remove_for(session, TaskName.INGEST_REPORTS, project_id, [first.id])
    judge_jobs_without(session, queue, project_id, [first.id])
