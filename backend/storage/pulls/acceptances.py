"""Acceptances in the database; what was taken back stays, and no longer counts."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.pulls.acceptances import GateAcceptance
from backend.storage.tables.pulls import AcceptanceRow as Row


@dataclass(frozen=True, slots=True)
class NewAcceptance:
    head: str
    by: str
    via: str
    comment: str | None
    reason: str
    accepted: Mapping[str, float]


def add(session: Session, project_id: int, pull_id: int, new: NewAcceptance) -> int | None:
    """Keep an acceptance; None where the same comment has been heard before."""
    kept = insert(Row).values(
        project_id=project_id, pull_id=pull_id, head=new.head, accepted_by=new.by, via=new.via,
        comment=new.comment, reason=new.reason, accepted=dict(new.accepted),
    ).on_conflict_do_nothing(
        index_elements=["project_id", "pull_id", "comment"], index_where=Row.comment.is_not(None)
    )  # fmt: skip
    return session.scalars(kept.returning(Row.id)).one_or_none()


def read(session: Session, project_id: int, pull_id: int) -> list[GateAcceptance]:
    """Return those that count, the oldest first."""
    rows = session.scalars(
        select(Row)
        .where(Row.project_id == project_id, Row.pull_id == pull_id, Row.ended_at.is_(None))
        .order_by(Row.id)
    )
    return [
        GateAcceptance(row.id, row.head, row.accepted_by, row.via, row.reason, row.accepted, row.at)
        for row in rows
    ]


def end(session: Session, project_id: int, pull_id: int, acceptance_id: int, by: str) -> bool:
    """Take an acceptance back; False where there is none to take back."""
    done = session.execute(
        update(Row)
        .where(
            Row.project_id == project_id, Row.pull_id == pull_id, Row.id == acceptance_id,
            Row.ended_at.is_(None),
        )
        .values(ended_at=func.now(), ended_by=by)
        .returning(Row.id)
    )  # fmt: skip
    return done.one_or_none() is not None
