"""What people wrote of change points and did to them."""

from collections.abc import Sequence
from typing import LiteralString

from psycopg.rows import args_row
from sqlalchemy.orm import Session

from backend.domain.change_judgements import Author, ChangeNote
from backend.storage.engine import raw_connection

NOTE = "note"
_READ: LiteralString = """
select id, change_id, kind, text, author, created_at from change_note
where project_id = %s and change_id = any(%s) order by created_at, id
"""
_ADD: LiteralString = """
insert into change_note (project_id, change_id, kind, text, author, user_id)
select %s, unnest(%s::bigint[]), %s, %s, %s, %s
returning id, change_id, kind, text, author, created_at
"""
_REMOVE: LiteralString = """
delete from change_note
where project_id = %s and change_id = %s and id = %s and kind = 'note'
returning id
"""


def read_notes(session: Session, project_id: int, change_ids: Sequence[int]) -> list[ChangeNote]:
    """Return the entries under these change points, the oldest first."""
    cursor = raw_connection(session).cursor(row_factory=args_row(ChangeNote))
    return cursor.execute(_READ, (project_id, list(change_ids))).fetchall()


def add_notes(
    session: Session,
    project_id: int,
    change_ids: Sequence[int],
    kind: str,
    author: Author,
    text: str = "",
) -> list[ChangeNote]:
    """Write one entry under each of the change points."""
    cursor = raw_connection(session).cursor(row_factory=args_row(ChangeNote))
    entry = (project_id, list(change_ids), kind, text, author.name, author.user_id)
    return cursor.execute(_ADD, entry).fetchall()


def remove_note(session: Session, project_id: int, change_id: int, note_id: int) -> bool:
    """Take back what was written; what was done stays on record. False where there is no such."""
    rows = raw_connection(session).execute(_REMOVE, (project_id, change_id, note_id))
    return rows.fetchone() is not None
