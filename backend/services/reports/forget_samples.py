"""Forget the samples of old runs by the rule of the installation, and say so in the audit trail."""

from sqlalchemy.orm import Session

from backend.domain.people.audit import SERVER, AuditedAction
from backend.services.people.audit import leave_event, record
from backend.storage.reports import retention

FORGOTTEN_AT_ONCE = 200


def forget_samples(session: Session, days: int) -> int:
    """Forget the samples of some runs older than `days`; returns how many runs. 0 days: never.

    Centre, interval and number of samples stay, so histories and verdicts do; comparisons with
    such a run rest on its summaries.
    """
    found = retention.runs_with_old_samples(session, days, FORGOTTEN_AT_ONCE) if days else {}
    for project_id, run_ids in found.items():
        results = retention.drop_samples(session, project_id, run_ids)
        record(session, runs=len(run_ids), results=results, older_than_days=days)
        leave_event(session, project_id, AuditedAction("dropped", "samples"), SERVER, "")
    return sum(len(run_ids) for run_ids in found.values())
