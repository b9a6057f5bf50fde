"""Drop the documents of old reports by the rule of the installation, with an audit event."""

from sqlalchemy.orm import Session

from backend.domain.people.audit import SERVER, AuditedAction
from backend.services.people.audit import leave_event, record
from backend.storage.reports import retention

DROPPED_AT_ONCE = 200
PROJECTS_AT_ONCE = 20


def drop_documents(session: Session, days: int) -> int:
    """Drop the documents of some reports older than `days`; returns of how many. 0 days: never.

    Runs, results and samples stay. What rests on documents does not come back: reading the files
    of a run again after a correction, and the order in which a manifest named its values.
    """
    found = (
        retention.reports_with_old_documents(session, days, DROPPED_AT_ONCE, PROJECTS_AT_ONCE)
        if days
        else {}
    )
    for project_id, reports in found.items():
        gone = retention.drop_documents(session, project_id, reports)
        if gone.reports:
            record(session, reports=gone.reports, files=gone.files, older_than_days=days)
            leave_event(session, project_id, AuditedAction("dropped", "documents"), SERVER, "")
    return sum(len(reports) for reports in found.values())
