"""The story of an alert group: what happened to it, what people wrote of it and did to it."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.changes.group_views import GroupEvent
from backend.domain.changes.judgements import Judge
from backend.storage.engine import cursor_of, raw_connection

NOTE = "note"
_ADD: LiteralString = """
insert into alert_activity (project_id, group_id, kind, text, author, user_id)
values (%s, %s, %s, %s, %s, %s)
returning id, kind, text, author, created_at
"""
_RECORD: LiteralString = """
insert into alert_activity (project_id, group_id, kind, text)
select %s, unnest(%s::bigint[]), unnest(%s::text[]), unnest(%s::text[])
"""
_READ: LiteralString = """
select id, kind, text, author, created_at from alert_activity
where project_id = %s and group_id = %s and removed_at is null order by created_at, id
"""
_REMOVE: LiteralString = """
update alert_activity set removed_at = now()
where project_id = %s and group_id = %s and id = %s and kind = 'note' and removed_at is null
returning id
"""
_RESTORE: LiteralString = """
update alert_activity set removed_at = null
where project_id = %s and group_id = %s and id = %s and removed_at is not null
returning id, kind, text, author, created_at
"""
_FORGET: LiteralString = """
delete from alert_activity where project_id = %s and removed_at < now() - interval '1 day'
"""


def add(
    session: Session,
    project_id: int,
    group_id: int,
    kind: str,
    author: Judge,
    text: str = "",
) -> GroupEvent:
    """Write an entry."""
    row = (project_id, group_id, str(kind), text, author.name, author.user_id)
    (entry,) = cursor_of(session, GroupEvent).execute(_ADD, row).fetchall()
    return entry


def record(session: Session, project_id: int, told: Sequence[tuple[int, str, str]]) -> None:
    """Write entries of Tidemark itself: group, kind and text of each."""
    if told:
        columns = [list(column) for column in zip(*told, strict=True)]
        raw_connection(session).execute(_RECORD, (project_id, *columns))


def read(session: Session, project_id: int, group_id: int) -> list[GroupEvent]:
    """Return the story, the oldest entry first."""
    return cursor_of(session, GroupEvent).execute(_READ, (project_id, group_id)).fetchall()


def remove_note(session: Session, project_id: int, group_id: int, activity_id: int) -> bool:
    """Take a note back; what was done stays on record. False where there is no such.

    What was removed a day ago is forgotten.
    """
    connection = raw_connection(session)
    connection.execute(_FORGET, (project_id,))
    return connection.execute(_REMOVE, (project_id, group_id, activity_id)).fetchone() is not None


def restore_note(
    session: Session, project_id: int, group_id: int, activity_id: int
) -> GroupEvent | None:
    """Bring a removed note back as it was: who wrote it, and when."""
    cursor = cursor_of(session, GroupEvent)
    return cursor.execute(_RESTORE, (project_id, group_id, activity_id)).fetchone()
