"""Up to when a person has seen what happened in a project, and what was measured since."""

from datetime import datetime
from typing import LiteralString

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection
from backend.storage.tables.people.access import SeenMarkRow
from backend.storage.tables.reports.runs import RunRow

_MARK: LiteralString = """
select seen_at from seen_mark where project_id = %s and user_id = %s
"""


def read_mark(session: Session, project_id: int, user_id: int) -> datetime | None:
    row = raw_connection(session).execute(_MARK, (project_id, user_id)).fetchone()
    return row[0] if row else None


def set_mark(session: Session, project_id: int, user_id: int, at: datetime | None) -> None:
    """Move the mark, or take it away."""
    if at is None:
        session.execute(
            delete(SeenMarkRow).where(
                SeenMarkRow.project_id == project_id, SeenMarkRow.user_id == user_id
            )
        )
        return
    session.execute(
        insert(SeenMarkRow)
        .values(project_id=project_id, user_id=user_id, seen_at=at)
        .on_conflict_do_update(index_elements=["project_id", "user_id"], set_={"seen_at": at})
    )


def runs_since(session: Session, project_id: int, since: datetime) -> int:
    return session.scalars(
        select(func.count())
        .select_from(RunRow)
        .where(RunRow.project_id == project_id, RunRow.received_at > since)
    ).one()
