"""What people wrote of change points and did to them."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.changes.judgements import ChangeNote, Judge
from backend.storage.engine import cursor_of, raw_connection

NOTE = "note"
_READ: LiteralString = """
select id, change_id, kind, text, author, created_at from change_note
where project_id = %s and change_id = any(%s) and removed_at is null order by created_at, id
"""
_ADD: LiteralString = """
insert into change_note (project_id, change_id, kind, text, author, user_id)
select %s, unnest(%s::bigint[]), %s, %s, %s, %s
returning id, change_id, kind, text, author, created_at
"""
_REMOVE: LiteralString = """
update change_note set removed_at = now()
where project_id = %s and change_id = %s and id = %s and kind = 'note' and removed_at is null
returning id
"""
_RESTORE: LiteralString = """
update change_note set removed_at = null
where project_id = %s and change_id = %s and id = %s and removed_at is not null
returning id, change_id, kind, text, author, created_at
"""
_FORGET: LiteralString = """
delete from change_note where project_id = %s and removed_at < now() - interval '1 day'
"""


def read_notes(session: Session, project_id: int, change_ids: Sequence[int]) -> list[ChangeNote]:
    """Return the entries under these change points, the oldest first."""
    return cursor_of(session, ChangeNote).execute(_READ, (project_id, list(change_ids))).fetchall()


def add_notes(
    session: Session,
    project_id: int,
    change_ids: Sequence[int],
    kind: str,
    author: Judge,
    text: str = "",
) -> list[ChangeNote]:
    """Write one entry under each of the change points."""
    entry = (project_id, list(change_ids), kind, text, author.name, author.user_id)
    return cursor_of(session, ChangeNote).execute(_ADD, entry).fetchall()


def remove_note(session: Session, project_id: int, change_id: int, note_id: int) -> bool:
    """Take back what was written; what was done stays on record. False where there is no such.

    What was removed a day ago is forgotten.
    """
    connection = raw_connection(session)
    connection.execute(_FORGET, (project_id,))
    return connection.execute(_REMOVE, (project_id, change_id, note_id)).fetchone() is not None


def restore_note(
    session: Session, project_id: int, change_id: int, note_id: int
) -> ChangeNote | None:
    """Bring a removed note back as it was: who wrote it, and when."""
    cursor = cursor_of(session, ChangeNote)
    return cursor.execute(_RESTORE, (project_id, change_id, note_id)).fetchone()
