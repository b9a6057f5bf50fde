"""Write a note under a change point, or take one back."""

from sqlalchemy.orm import Session

from backend.domain.changes.judgements import ChangeNote, Judge
from backend.domain.errors import NotFoundError
from backend.services.changes.read import read_change
from backend.services.people.audit import record
from backend.storage.changes import notes as change_notes


def write_note(
    session: Session, project_id: int, change_id: int, text: str, author: Judge
) -> ChangeNote:
    """Store a note; NotFoundError where the project has no such change point."""
    read_change(session, project_id, change_id)
    (note,) = change_notes.add_notes(
        session, project_id, [change_id], change_notes.NOTE, author, text.strip()
    )
    record(session, note.id, change=change_id)
    return note


def remove_note(session: Session, project_id: int, change_id: int, note_id: int) -> None:
    """Remove a note; NotFoundError where there is none. What was done stays on record."""
    if not change_notes.remove_note(session, project_id, change_id, note_id):
        raise NotFoundError(f"there is no note {note_id} under change point {change_id}")


def restore_note(session: Session, project_id: int, change_id: int, note_id: int) -> ChangeNote:
    """Undo a removal: the note is as it was, with its author and time."""
    note = change_notes.restore_note(session, project_id, change_id, note_id)
    if note is None:
        raise NotFoundError(f"there is no removed note {note_id} under change point {change_id}")
    record(session, note.id, change=change_id)
    return note
