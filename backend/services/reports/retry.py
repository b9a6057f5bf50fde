"""Ingest a report once more that could not be ingested: its cause is mended, its document kept."""

import uuid

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.services.people.audit import record
from backend.services.task_queue import TaskQueue
from backend.storage.reports import documents as reports
from backend.storage.reports.documents import StoredReport


def retry_report(
    session: Session, queue: TaskQueue, project_id: int, report_id: uuid.UUID
) -> StoredReport:
    """Put a failed report back in the line, with all its attempts before it.

    Raises NotFoundError, and ConflictError for a report that did not fail.
    """
    waiting = reports.accept_again(session, project_id, report_id)
    found = reports.find(session, project_id, report_id)
    if found is None:
        raise NotFoundError(f"there is no report {report_id} in this project")
    if waiting is None:
        raise ConflictError(f"report {report_id} did not fail: it is {found.state}")
    queue.request_ingestion(project_id, [waiting])
    record(session, found.public_id)
    return found
