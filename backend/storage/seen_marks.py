"""Up to when a person has seen what happened in a project, and what was measured since."""

from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.storage.tables.access import SeenMarkRow
from backend.storage.tables.runs import RunRow


def read_mark(session: Session, project_id: int, user_id: int) -> datetime | None:
    return session.scalar(
        select(SeenMarkRow.seen_at).where(
            SeenMarkRow.project_id == project_id, SeenMarkRow.user_id == user_id
        )
    )


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
