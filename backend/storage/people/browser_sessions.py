"""Browser sessions in the database."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Row, delete, func, select
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.people.accounts import Device, OwnSession
from backend.domain.people.projects import User
from backend.domain.people.rights import Role
from backend.storage.engine import raw_connection
from backend.storage.tables.people.access import BrowserSessionRow


def add(
    session: Session, user_id: int, token_hash: bytes, until: datetime, device: Device
) -> None:  # fmt: skip
    said = device.short()
    session.add(
        BrowserSessionRow(
            token_hash=token_hash,
            user_id=user_id,
            expires_at=until,
            user_agent=said.user_agent,
            address=said.address,
        )
    )
    session.flush()


_FIND = """
select account.id, account.name, account.email, account.is_admin, browser_session.id,
       (select coalesce(jsonb_object_agg(project_id, role), '{}') from membership
        where user_id = account.id),
       seen_at < now() - interval '1 minute' as is_stale
from browser_session join user_account as account on account.id = user_id
where token_hash = %s and expires_at > now() and account.disabled_at is null
"""
_SEEN = """
update browser_session set seen_at = now(), address = %s
where token_hash in (
    select token_hash from browser_session
    where token_hash = %s and seen_at < now() - interval '1 minute'
    for update skip locked
)
"""


def find(session: Session, token_hash: bytes, address: str) -> User | None:
    """Return who is behind a session that is good, with their roles, and note where it was seen.

    One query answers whether somebody may still be here: the session, the account and the
    memberships end in it. Once a minute it is noted as seen; a request that finds another one
    noting that waits for nobody.
    """
    connection = raw_connection(session)
    row = connection.execute(_FIND, (token_hash,)).fetchone()
    if row is None:
        return None
    id_, name, email, is_admin, session_id, roles, is_stale = row
    if is_stale:
        connection.execute(_SEEN, (address, token_hash))
    named = {int(project): Role(role) for project, role in roles.items()}
    return User(id_, name, email, is_admin, named, session_id)


def sessions_of(session: Session, user: User) -> list[OwnSession]:
    """Return the sessions of a person, the one seen last first."""
    rows = session.scalars(
        select(BrowserSessionRow)
        .where(BrowserSessionRow.user_id == user.id, BrowserSessionRow.expires_at > func.now())
        .order_by(BrowserSessionRow.seen_at.desc(), BrowserSessionRow.id.desc())
    )
    return [
        filled(
            OwnSession,
            row,
            device=Device(row.user_agent, row.address),
            is_this=row.id == user.session_id,
        )
        for row in rows
    ]


def is_there(session: Session, user_id: int, session_id: int) -> bool:
    """Tell whether a session has not ended meanwhile."""
    found = select(BrowserSessionRow.id).where(
        BrowserSessionRow.user_id == user_id, BrowserSessionRow.id == session_id
    )
    return session.scalars(found).one_or_none() is not None


def end(session: Session, token_hash: bytes) -> int | None:
    """End a session; returns its user, None where there is none."""
    ended = _end(session, BrowserSessionRow.token_hash == token_hash)
    return ended[0].user_id if ended else None


def end_one(session: Session, user_id: int, session_id: int) -> str | None:
    """End a session of a person; returns what its browser said of itself, None where none is."""
    of_person = BrowserSessionRow.user_id == user_id
    ended = _end(session, of_person & (BrowserSessionRow.id == session_id))
    return ended[0].user_agent if ended else None


def end_all(session: Session, user_id: int, *, but: int = 0) -> int:
    """End every session of a person but one; returns how many ended."""
    of_person = BrowserSessionRow.user_id == user_id
    return len(_end(session, of_person & (BrowserSessionRow.id != but)))


_LAST_SEEN = """
update user_account set last_seen_at = greatest(last_seen_at, %s)
where id = (select id from user_account where id = %s for update skip locked)
"""


def _end(session: Session, which: ColumnElement[bool]) -> Sequence[Row[int, str, datetime]]:
    """End sessions of one person, and note when they were last used.

    A request that holds the account already does more than that; nobody waits for it.
    """
    ended = session.execute(
        delete(BrowserSessionRow)
        .where(which)
        .returning(
            BrowserSessionRow.user_id, BrowserSessionRow.user_agent, BrowserSessionRow.seen_at
        )
    ).all()
    if ended:
        last = max(row.seen_at for row in ended)
        raw_connection(session).execute(_LAST_SEEN, (last, ended[0].user_id))
    return ended
