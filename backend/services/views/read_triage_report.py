"""The triage report of a project and week."""

from datetime import datetime

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import OF_CODE, GroupState
from backend.domain.changes.group_views import AlertGroup
from backend.domain.people.projects import Project
from backend.services.changes.read_alert_groups import show_groups
from backend.storage.changes import alert_lists
from backend.storage.changes.alert_lists import GroupQuery
from backend.wording.triage_reports import (
    AddressOf,
    TriageParts,
    TriageReport,
    parts_of,
    read_week,
    week_of,
    write_report,
)

MOST = 200
"""Groups of one part: a report is read by people."""
WAITING = (GroupState.OPEN, GroupState.ACKNOWLEDGED)
ENDED = (GroupState.FIXED, GroupState.ACCEPTED, GroupState.INVALID, GroupState.WITHDRAWN)


def read_triage_report(
    session: Session, project: Project, week: str, root: str, now: datetime
) -> tuple[str, TriageParts, str]:
    """Return the week's name, its parts, and its report as Markdown; empty: the present week.

    `root` is the address of this server, for links that work in mail and chat.
    """
    chosen = read_week(week) if week else week_of(now)
    begins, ends = chosen.begins, chosen.ends
    opened = GroupQuery(causes=OF_CODE, opened_since=begins, opened_until=ends)
    ended = GroupQuery(ENDED, causes=OF_CODE, ended_since=begins, ended_until=ends)
    waiting = GroupQuery(WAITING, causes=OF_CODE, opened_until=ends)
    report = TriageReport(
        project=project.name,
        week=chosen,
        as_of=now,
        opened=_groups(session, project.id, opened),
        ended=_groups(session, project.id, ended),
        waiting=_groups(session, project.id, waiting),
    )
    written = write_report(report, _addresses(root, project.slug))
    return chosen.name, parts_of(report), written


def _groups(session: Session, project_id: int, query: GroupQuery) -> list[AlertGroup]:
    found = alert_lists.read_worst_groups(session, project_id, query, MOST)
    return show_groups(session, project_id, found, (1, 2))


def _addresses(root: str, slug: str) -> AddressOf:
    return lambda group: f"{root}/p/{slug}/alert-groups/{group.number}"
