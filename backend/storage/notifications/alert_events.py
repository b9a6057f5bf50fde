"""What was news of alert groups, as feeds and previews read it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.storage.tables.changes.alerts import AlertEventRow


@dataclass(frozen=True, slots=True)
class StoredEvent:
    id: int
    group_id: int
    kind: str
    episode: int
    first_at: datetime
    last_at: datetime


def since(session: Session, project_id: int, at: datetime, most: int) -> list[StoredEvent]:
    """Return what is news since then, the newest first."""
    found = select(AlertEventRow).where(
        AlertEventRow.project_id == project_id, AlertEventRow.first_at > at
    )
    rows = session.scalars(found.order_by(AlertEventRow.id.desc()).limit(most))
    return [_event(row) for row in rows]


def newest(session: Session, project_id: int, most: int) -> list[StoredEvent]:
    found = select(AlertEventRow).where(AlertEventRow.project_id == project_id)
    rows = session.scalars(found.order_by(AlertEventRow.id.desc()).limit(most))
    return [_event(row) for row in rows]


def _event(row: AlertEventRow) -> StoredEvent:
    return StoredEvent(row.id, row.group_id, row.kind, row.episode, row.first_at, row.last_at)
