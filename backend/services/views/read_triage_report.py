"""The triage report of a project and week."""

from collections.abc import Sequence
from dataclasses import replace
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
"""Groups of one query: a report is read by people."""
ENDED = (GroupState.FIXED, GroupState.ACCEPTED, GroupState.INVALID, GroupState.WITHDRAWN)


def read_triage_report(
    session: Session, project: Project, week: str, root: str, now: datetime
) -> tuple[str, TriageParts, str]:
    """Return the week's name, its parts, and its report as Markdown; empty: the present week.

    `root` is the address of this server, for links that work in mail and chat.
    """
    chosen = read_week(week) if week else week_of(now)
    begins, ends = chosen.begins, chosen.ends
    opened = GroupQuery(causes=OF_CODE, is_of_pull=False, opened_since=begins, opened_until=ends)
    ended = GroupQuery(
        ENDED, causes=OF_CODE, is_of_pull=False, ended_since=begins, ended_until=ends
    )
    waiting = GroupQuery((GroupState.OPEN,), causes=OF_CODE, is_of_pull=False, opened_until=ends)
    # history is asked for apart: however much of it there is, it takes the place of nothing else
    news = [replace(opened, is_history=one) for one in (False, True)]
    waits = [
        replace(waiting, is_history=False),
        replace(waiting, is_history=True, is_muted=True),
        replace(waiting, states=(GroupState.ACKNOWLEDGED,)),
    ]
    report = TriageReport(
        project=project.name,
        week=chosen,
        as_of=now,
        opened=_groups(session, project.id, news),
        ended=_groups(session, project.id, [ended]),
        waiting=_groups(session, project.id, waits),
    )
    written = write_report(report, _addresses(root, project.slug))
    return chosen.name, parts_of(report), written


def _groups(session: Session, project_id: int, queries: Sequence[GroupQuery]) -> list[AlertGroup]:
    """Return the largest groups of each query, together in order."""
    found = [
        one
        for query in queries
        for one in alert_lists.read_worst_groups(session, project_id, query, MOST)
    ]
    found.sort(key=lambda one: (one.size, one.id), reverse=True)
    return show_groups(session, project_id, found, (1, 2))


def _addresses(root: str, slug: str) -> AddressOf:
    return lambda group: f"{root}/p/{slug}/alert-groups/{group.number}"
