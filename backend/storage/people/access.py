"""Users, one-time links and API keys in the database."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.people.projects import Key, User
from backend.domain.people.rights import Scope
from backend.storage.engine import raw_connection
from backend.storage.tables.people.access import (
    ApiKeyRow,
    SignInLinkRow,
    UserRow,
)


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key as lists show it; the secret is not known to anybody."""

    id: int
    name: str
    prefix: str
    """The first characters, enough to recognise the key."""
    scopes: tuple[Scope, ...]
    testbed: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class CreatedApiKey(ApiKey):
    secret: str
    """Shown once; only its hash is stored."""


def ensure_user(session: Session, email: str, name: str, *, is_admin: bool) -> User:
    """Return the user with that address, made if there is none."""
    row = session.scalars(
        insert(UserRow)
        .values(email=email, name=name, is_admin=is_admin)
        .on_conflict_do_update(index_elements=["email"], set_={"email": email})
        .returning(UserRow)
    ).one()
    return _user(row)


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


GOOD_KEY: LiteralString = """revoked_at is null and coalesce(expires_at > now(), true)
  and not exists (select from user_account where id = made_by and disabled_at is not null)
"""
"""What is so of an `api_key` by which somebody may ask."""
_KEY: LiteralString = (
    """
select id, name, project_id, scopes, testbed, made_by,
       coalesce(last_used_at < now() - interval '1 minute', true) as is_stale
from api_key
where key_hash = %s and """
    + GOOD_KEY
)
_USED = """
update api_key set last_used_at = now()
where id in (
    select id from api_key
    where id = %s and coalesce(last_used_at < now() - interval '1 minute', true)
    for update skip locked
)
"""


def find_key(session: Session, key_hash: bytes) -> Key | None:
    """Return a key that is good, and note its use.

    Once a minute is exact enough for that, and spares a write for each request; a request that
    finds another one noting it waits for nobody.
    """
    connection = raw_connection(session)
    row = connection.execute(_KEY, (key_hash,)).fetchone()
    if row is None:
        return None
    id_, name, project_id, scopes, testbed, made_by, is_stale = row
    if is_stale:
        connection.execute(_USED, (id_,))
    named = frozenset(Scope(one) for one in scopes)
    return Key(id_, name, project_id, named, testbed, made_by)


def add_key(  # noqa: PLR0913  a key is exactly these columns
    session: Session,
    *,
    project_id: int | None,
    name: str,
    prefix: str,
    key_hash: bytes,
    scopes: Iterable[Scope],
    testbed: str | None,
    made_by: int | None,
    expires_at: datetime | None,
) -> ApiKey:
    row = session.scalars(
        insert(ApiKeyRow)
        .values(
            project_id=project_id,
            name=name,
            prefix=prefix,
            key_hash=key_hash,
            scopes=sorted(scopes),
            testbed=testbed,
            made_by=made_by,
            expires_at=expires_at,
        )
        .returning(ApiKeyRow)
    ).one()
    return _stored(row)


def keys_of(session: Session, project_id: int) -> list[ApiKey]:
    rows = session.scalars(
        select(ApiKeyRow).where(ApiKeyRow.project_id == project_id).order_by(ApiKeyRow.id.desc())
    )
    return [_stored(row) for row in rows]


def revoke_key(session: Session, project_id: int, key_id: int) -> ApiKey | None:
    row = session.scalars(
        update(ApiKeyRow)
        .where(ApiKeyRow.project_id == project_id, ApiKeyRow.id == key_id)
        .values(revoked_at=func.coalesce(ApiKeyRow.revoked_at, func.now()))
        .returning(ApiKeyRow)
    ).one_or_none()
    return _stored(row) if row else None


def _user(row: UserRow) -> User:
    return User(row.id, row.name, row.email, row.is_admin)


def _stored(row: ApiKeyRow) -> ApiKey:
    return filled(ApiKey, row, scopes=tuple(Scope(name) for name in row.scopes))
