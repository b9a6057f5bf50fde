"""What opens the feeds of private projects."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.storage.tables.notifications import FeedTokenRow
from backend.storage.tables.people.access import MembershipRow, UserRow


@dataclass(frozen=True, slots=True)
class FeedAccess:
    """Whether somebody has a token for the feed."""

    created_at: datetime | None
    used_at: datetime | None


def find(session: Session, project_id: int, user_id: int) -> FeedAccess | None:
    row = session.get(FeedTokenRow, (project_id, user_id))
    return FeedAccess(row.created_at, row.used_at) if row else None


def put(session: Session, project_id: int, user_id: int, token_hash: bytes) -> None:
    """Keep the hash of a token in place of the one there was."""
    session.execute(
        insert(FeedTokenRow)
        .values(project_id=project_id, user_id=user_id, token_hash=token_hash)
        .on_conflict_do_update(
            index_elements=["project_id", "user_id"],
            set_={"token_hash": token_hash, "created_at": func.now(), "used_at": None},
        )
    )


def remove(session: Session, project_id: int, user_id: int) -> bool:
    gone = session.execute(
        delete(FeedTokenRow)
        .where(FeedTokenRow.project_id == project_id, FeedTokenRow.user_id == user_id)
        .returning(FeedTokenRow.user_id)
    )
    return gone.one_or_none() is not None


def opens(session: Session, project_id: int, token_hash: bytes) -> bool:
    """Tell whether a token is one of the project, and whose it is may still read there."""
    is_member = (
        select(MembershipRow.user_id)
        .where(
            MembershipRow.project_id == FeedTokenRow.project_id,
            MembershipRow.user_id == FeedTokenRow.user_id,
        )
        .exists()
    )
    found = (
        select(FeedTokenRow.user_id)
        .join(UserRow, UserRow.id == FeedTokenRow.user_id)
        .where(
            FeedTokenRow.project_id == project_id,
            FeedTokenRow.token_hash == token_hash,
            UserRow.disabled_at.is_(None),
            or_(UserRow.is_admin, is_member),
        )
    )
    return session.scalars(found).one_or_none() is not None


def note_use(session: Session, token_hash: bytes) -> None:
    """Note that a token was used, at most once an hour: a feed is read often."""
    session.execute(
        update(FeedTokenRow)
        .where(
            FeedTokenRow.token_hash == token_hash,
            func.coalesce(FeedTokenRow.used_at, func.to_timestamp(0))
            < func.now() - func.make_interval(0, 0, 0, 0, 1),
        )
        .values(used_at=func.now())
    )
