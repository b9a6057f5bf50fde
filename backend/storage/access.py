"""Users, one-time links, browser sessions and API keys in the database."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.projects import Key, User
from backend.domain.rights import Role, Scope
from backend.storage.engine import raw_connection
from backend.storage.tables.access import (
    ApiKeyRow,
    BrowserSessionRow,
    SignInLinkRow,
    UserRow,
)


@dataclass(frozen=True, slots=True)
class StoredKey:
    """An API key as lists show it; the secret is not known to anybody."""

    id: int
    name: str
    prefix: str
    scopes: tuple[Scope, ...]
    testbed: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


def ensure_user(session: Session, email: str, name: str, *, is_admin: bool) -> User:
    """Return the user with that address, made if there is none."""
    row = session.scalars(
        insert(UserRow)
        .values(email=email, name=name, is_admin=is_admin)
        .on_conflict_do_update(index_elements=["email"], set_={"email": email})
        .returning(UserRow)
    ).one()
    return _user(row)


@dataclass(frozen=True, slots=True)
class Account:
    """What signing in by a password needs to know of a user."""

    id: int
    email: str
    password_hash: str | None


def find_account(session: Session, email: str) -> Account | None:
    row = session.scalars(select(UserRow).where(UserRow.email == email)).one_or_none()
    return Account(row.id, row.email, row.password_hash) if row else None


def add_account(session: Session, email: str, name: str, password_hash: str | None) -> int:
    """Make a user who signs in by a password, or else by an identity provider."""
    made = insert(UserRow).values(email=email, name=name, password_hash=password_hash)
    return session.scalars(made.returning(UserRow.id)).one()


def set_password(session: Session, user_id: int, password_hash: str) -> None:
    session.execute(
        update(UserRow).where(UserRow.id == user_id).values(password_hash=password_hash)
    )


def add_sign_in_link(session: Session, user_id: int, token_hash: bytes, until: datetime) -> None:
    session.add(SignInLinkRow(token_hash=token_hash, user_id=user_id, expires_at=until))


def use_sign_in_link(session: Session, token_hash: bytes) -> int | None:
    """Return the user of a link that is good, and make it good no more."""
    return session.scalars(
        update(SignInLinkRow)
        .where(
            SignInLinkRow.token_hash == token_hash,
            SignInLinkRow.used_at.is_(None),
            SignInLinkRow.expires_at > func.now(),
        )
        .values(used_at=func.now())
        .returning(SignInLinkRow.user_id)
    ).one_or_none()


def add_browser_session(session: Session, user_id: int, token_hash: bytes, until: datetime) -> None:
    session.add(BrowserSessionRow(token_hash=token_hash, user_id=user_id, expires_at=until))


_BROWSER_SESSION = """
select account.id, account.name, account.email, account.is_admin,
       (select coalesce(jsonb_object_agg(project_id, role), '{}') from membership
        where user_id = account.id)
from browser_session join user_account as account on account.id = user_id
where token_hash = %s and expires_at > now()
"""


def find_browser_session(session: Session, token_hash: bytes) -> User | None:
    """Return who is behind a browser session, with their roles."""
    row = raw_connection(session).execute(_BROWSER_SESSION, (token_hash,)).fetchone()
    if row is None:
        return None
    id_, name, email, is_admin, roles = row
    named = {int(project): Role(role) for project, role in roles.items()}
    return User(id_, name, email, is_admin, named)


def end_other_sessions(session: Session, user_id: int, token_hash: bytes) -> None:
    """End every session of a user but one."""
    session.execute(
        delete(BrowserSessionRow).where(
            BrowserSessionRow.user_id == user_id, BrowserSessionRow.token_hash != token_hash
        )
    )


def end_browser_session(session: Session, token_hash: bytes) -> int | None:
    """End a session; returns its user, None where there is none."""
    return session.scalars(
        delete(BrowserSessionRow)
        .where(BrowserSessionRow.token_hash == token_hash)
        .returning(BrowserSessionRow.user_id)
    ).one_or_none()


_KEY = """
select id, name, project_id, scopes, testbed,
       coalesce(last_used_at < now() - interval '1 minute', true) as is_stale
from api_key
where key_hash = %s and revoked_at is null and coalesce(expires_at > now(), true)
"""
_USED = """
update api_key set last_used_at = now()
where id = %s and coalesce(last_used_at < now() - interval '1 minute', true)
"""


def find_key(session: Session, key_hash: bytes) -> Key | None:
    """Return a key that is good, and note its use.

    Once a minute is exact enough for that, and spares a write for each request.
    """
    connection = raw_connection(session)
    row = connection.execute(_KEY, (key_hash,)).fetchone()
    if row is None:
        return None
    id_, name, project_id, scopes, testbed, is_stale = row
    if is_stale:
        connection.execute(_USED, (id_,))
    return Key(id_, name, project_id, frozenset(Scope(one) for one in scopes), testbed)


def add_key(  # noqa: PLR0913  a key is exactly these columns
    session: Session,
    *,
    project_id: int | None,
    name: str,
    prefix: str,
    key_hash: bytes,
    scopes: Iterable[Scope],
    testbed: str | None,
    expires_at: datetime | None,
) -> StoredKey:
    row = session.scalars(
        insert(ApiKeyRow)
        .values(
            project_id=project_id,
            name=name,
            prefix=prefix,
            key_hash=key_hash,
            scopes=sorted(scopes),
            testbed=testbed,
            expires_at=expires_at,
        )
        .returning(ApiKeyRow)
    ).one()
    return _stored(row)


def keys_of(session: Session, project_id: int) -> list[StoredKey]:
    rows = session.scalars(
        select(ApiKeyRow).where(ApiKeyRow.project_id == project_id).order_by(ApiKeyRow.id.desc())
    )
    return [_stored(row) for row in rows]


def revoke_key(session: Session, project_id: int, key_id: int) -> StoredKey | None:
    row = session.scalars(
        update(ApiKeyRow)
        .where(ApiKeyRow.project_id == project_id, ApiKeyRow.id == key_id)
        .values(revoked_at=func.coalesce(ApiKeyRow.revoked_at, func.now()))
        .returning(ApiKeyRow)
    ).one_or_none()
    return _stored(row) if row else None


def _user(row: UserRow) -> User:
    return User(row.id, row.name, row.email, row.is_admin)


def _stored(row: ApiKeyRow) -> StoredKey:
    return StoredKey(
        id=row.id,
        name=row.name,
        prefix=row.prefix,
        scopes=tuple(Scope(name) for name in row.scopes),
        testbed=row.testbed,
        created_at=row.created_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        last_used_at=row.last_used_at,
    )
