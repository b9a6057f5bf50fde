"""Keep jobs within the machine minutes of their askers and of the project."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.domain.events import EventKind, LiveEvent
from backend.domain.jobs.quotas import (
    WINDOW,
    JobQuota,
    ProjectQuotas,
    QuotaStanding,
    standing_of,
)
from backend.domain.jobs.targets import JobAsker
from backend.domain.people.projects import Project
from backend.services.events import Teller, publish_after_commit
from backend.services.jobs.steps import publish_work
from backend.services.people.audit import record, record_change
from backend.storage.jobs import quotas


def standing(session: Session, project_id: int) -> QuotaStanding | None:
    """Return what is taken of a project's quotas; None where it has none."""
    quota = quotas.read_quota(session, project_id)
    return _standing(session, project_id, quota) if quota.is_set else None


def hold_quotas(session: Session, project_id: int) -> bool:
    """Let nobody else take a job of a project with quotas meanwhile; False where it has none."""
    if not quotas.read_quota(session, project_id).is_set:
        return False
    quotas.hold_quota(session, project_id)
    return True


def read_quotas(session: Session, project_id: int, asker: JobAsker) -> ProjectQuotas:
    """Return the quotas of a project, and who took how much of them, the asker too."""
    quota = quotas.read_quota(session, project_id)
    found = _standing(session, project_id, quota)
    return ProjectQuotas(
        person_minutes=quota.person_minutes,
        project_minutes=quota.project_minutes,
        whole=found.whole,
        people=[*found.people.values()],
        own=found.of_somebody(asker),
    )


def set_quotas(session: Session, teller: Teller, project: Project, wanted: JobQuota) -> None:
    """Say how many machine minutes a project and each person in it have in 24 hours."""
    before = quotas.read_quota(session, project.id)
    quotas.store_quota(session, project.id, wanted)
    record(session, project.slug, project.name)
    record_change(session, _said(before), _said(wanted))
    publish_work(session, teller, project.id, None)
    publish_after_commit(session, teller, project.id, LiveEvent(EventKind.JOB))


def catch_up_with_others(session: Session) -> None:
    """Let whoever waited for minutes go on beside the others, not before them."""
    for project_id in quotas.limited_projects(session):
        found = standing(session, project_id)
        if found is not None and found.spent_askers:
            quotas.catch_up(session, project_id, found.spent_askers)


def _standing(session: Session, project_id: int, quota: JobQuota) -> QuotaStanding:
    now = datetime.now(UTC)
    return standing_of(quota, quotas.read_spans(session, project_id, now - WINDOW), now)


def _said(quota: JobQuota) -> dict[str, int | None]:
    return {"person": quota.person_minutes, "project": quota.project_minutes}
