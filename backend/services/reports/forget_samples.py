"""Forget the samples of old runs by the rule of the installation, and say so in the audit trail."""

from collections import Counter

from sqlalchemy.orm import Session

from backend.domain.people.audit import SERVER, AuditedAction
from backend.services.people.audit import leave_event, record
from backend.storage.reports import retention

FORGOTTEN_AT_ONCE = 200


def forget_samples(session: Session, days: int, most: int = FORGOTTEN_AT_ONCE) -> int:
    """Forget the samples of some runs older than `days`; returns how many runs. 0 days: never.

    The suite of the oldest run goes first, with its later runs. Centre, interval and number of
    samples stay, so histories and verdicts do; comparisons with such a run rest on its summaries.
    """
    left = most
    dropped: dict[int, Counter[str]] = {}
    for suite in retention.suites_with_old_samples(session, days, most) if days else ():
        run_ids = retention.lock_old_runs(session, suite, days, left)
        if run_ids:
            results = retention.drop_samples(session, suite.project_id, run_ids)
            counts = dropped.setdefault(suite.project_id, Counter())
            counts.update(runs=len(run_ids), results=results)
        left -= len(run_ids)
        if not left:
            break
    for project_id, counts in dropped.items():
        runs, results = counts["runs"], counts["results"]
        record(session, runs=runs, results=results, older_than_days=days)
        leave_event(session, project_id, AuditedAction("dropped", "samples"), SERVER, "")
    return most - left
