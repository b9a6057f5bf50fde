"""What a selection would have sent lately, before it is saved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import GroupDirection
from backend.domain.changes.alert_standing import AlertEvent
from backend.domain.changes.group_views import AlertGroup
from backend.domain.notifications.channels import Timetable
from backend.domain.notifications.message_pace import messages_of
from backend.domain.notifications.subscriptions import NewsSelection, is_calm
from backend.services.changes.read_alert_groups import show_groups
from backend.services.notify import meant_of
from backend.storage.notifications import alert_events

LOOKED_BACK = timedelta(days=7)
MOST_EVENTS = 20_000
NAMED = 5


@dataclass(frozen=True, slots=True)
class SelectionPreview:
    """Messages of the last seven days, the news in them, and some of the alert groups."""

    since: datetime
    messages: int
    news: int
    groups: Sequence[AlertGroup]
    """At most 5."""
    groups_total: int


def preview_selection(
    session: Session, project_id: int, selection: NewsSelection, timetable: Timetable, now: datetime
) -> SelectionPreview:
    """Apply a selection to what was news in the last seven days, with the pace of a channel."""
    since = now - LOOKED_BACK
    happened = alert_events.since(session, project_id, since, MOST_EVENTS)
    wanted = [one for one in happened if AlertEvent(one.kind) in selection.events]
    ids = list(dict.fromkeys(one.group_id for one in wanted))
    rows = meant_of(session, project_id, selection, ids)
    meant = {row.id: GroupDirection(row.direction) for row in rows}
    news = [
        (one.first_at, is_calm(meant[one.group_id], AlertEvent(one.kind)))
        for one in wanted
        if one.group_id in meant
    ]
    return SelectionPreview(
        since=since,
        messages=messages_of(news, timetable),
        news=len(news),
        groups=show_groups(session, project_id, rows[:NAMED], (3, 4)),
        groups_total=len(rows),
    )
