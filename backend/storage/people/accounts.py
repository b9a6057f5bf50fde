"""Accounts of people in the database: who they are, whether they may come in, what opens them."""

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.people.accounts import Shed, SignInAccount
from backend.storage.people import browser_sessions
from backend.storage.tables.notifications import FeedTokenRow
from backend.storage.tables.people.access import (
    AccountLinkRow,
    AgentEnrolmentRow,
    ApiKeyRow,
    SignInLinkRow,
    UserRow,
)


def find(session: Session, email: str) -> SignInAccount | None:
    row = session.scalars(select(UserRow).where(UserRow.email == email)).one_or_none()
    return _account(row) if row else None


def hold(session: Session, user_id: int) -> SignInAccount | None:
    """Return an account whose ways in nobody else changes until the transaction ends.

    Whatever opens an account is made, and taken away, by a transaction that holds it: a password
    or a key that is on its way while an account is closed never comes after that.
    """
    found = select(UserRow).where(UserRow.id == user_id)
    held = found.with_for_update().execution_options(populate_existing=True)
    row = session.scalars(held).one_or_none()
    return _account(row) if row else None


def hold_of(session: Session, email: str) -> SignInAccount | None:
    """Return the account of an address as `hold` does."""
    found = find(session, email)
    return hold(session, found.id) if found else None


def add(
    session: Session, email: str, name: str, password_hash: str | None, *, is_proven: bool = False
) -> int | None:
    """Make an account and return its id; None where the address has one already."""
    made = insert(UserRow).values(
        email=email,
        name=name,
        password_hash=password_hash,
        proven_at=func.now() if is_proven else None,
    )
    kept = made.on_conflict_do_nothing(index_elements=["email"]).returning(UserRow.id)
    return session.scalars(kept).one_or_none()


def set_password(session: Session, user_id: int, password_hash: str | None) -> None:
    _change(session, user_id, password_hash=password_hash)


def set_name(session: Session, user_id: int, name: str) -> None:
    _change(session, user_id, name=name)


def set_proven(session: Session, user_id: int) -> None:
    _change(session, user_id, proven_at=func.coalesce(UserRow.proven_at, func.now()))


def set_unproven(session: Session, user_id: int) -> None:
    _change(session, user_id, proven_at=None)


def move(session: Session, user_id: int, email: str) -> bool:
    """Give an account another address, which is proven; False where that belongs to somebody."""
    try:
        with session.begin_nested():
            _change(session, user_id, email=email, proven_at=func.now())
    except IntegrityError:
        return False
    return True


def shed(session: Session, user_id: int) -> Shed:
    """Take from an account whatever opens it; memberships and what was done with it stay."""
    had_password = session.scalars(
        select(UserRow.password_hash.is_not(None)).where(UserRow.id == user_id)
    ).one()
    set_password(session, user_id, None)
    end_links(session, user_id)
    sessions = browser_sessions.end_all(session, user_id)
    session.execute(delete(AgentEnrolmentRow).where(AgentEnrolmentRow.made_by == user_id))
    keys = session.scalars(
        update(ApiKeyRow)
        .where(ApiKeyRow.made_by == user_id, ApiKeyRow.revoked_at.is_(None))
        .values(revoked_at=func.now())
        .returning(ApiKeyRow.id)
    )
    feeds = session.scalars(
        delete(FeedTokenRow)
        .where(FeedTokenRow.user_id == user_id)
        .returning(FeedTokenRow.project_id)
    )
    return Shed(had_password, sessions, len(keys.all()), len(feeds.all()))


def set_disabled(session: Session, user_id: int, *, is_disabled: bool) -> None:
    _change(session, user_id, disabled_at=func.now() if is_disabled else None)


def set_administrator(session: Session, user_id: int, *, is_admin: bool) -> None:
    _change(session, user_id, is_admin=is_admin)


def hold_with_administrators(
    session: Session, user_id: int
) -> tuple[SignInAccount | None, set[int]]:
    """Hold an account together with those of all enabled administrators; returns it, and their ids.

    Everybody who changes who administers holds all of them in one order, so that nobody counts
    on one who is unmade at the same time.
    """
    is_enabled = UserRow.is_admin & UserRow.disabled_at.is_(None)
    wanted = select(UserRow).where(is_enabled | (UserRow.id == user_id)).order_by(UserRow.id)
    held = wanted.with_for_update().execution_options(populate_existing=True)
    found = {row.id: _account(row) for row in session.scalars(held)}
    able = {one.id for one in found.values() if one.is_admin and not one.is_disabled}
    return found.get(user_id), able


def end_links(session: Session, user_id: int) -> None:
    """Make every link that lets somebody into an account worth nothing."""
    for table in (SignInLinkRow, AccountLinkRow):
        session.execute(delete(table).where(table.user_id == user_id))


def _change(session: Session, user_id: int, **values: object) -> None:
    session.execute(update(UserRow).where(UserRow.id == user_id).values(**values))


def _account(row: UserRow) -> SignInAccount:
    return filled(
        SignInAccount,
        row,
        is_proven=row.proven_at is not None,
        is_disabled=row.disabled_at is not None,
    )
