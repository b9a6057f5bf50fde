"""Make and revoke API keys."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.errors import ForbiddenError, NotFoundError
from backend.domain.people.audit import list_of
from backend.domain.people.projects import Actor, Project
from backend.domain.people.rights import Scope, grantable
from backend.domain.people.tokens import new_key, token_hash
from backend.services.people.audit import record
from backend.services.people.credentials import maker_of
from backend.storage.people import access
from backend.storage.people.access import ApiKey


@dataclass(frozen=True, slots=True)
class WantedKey:
    name: str
    scopes: frozenset[Scope]
    testbed: str | None = None
    """None: every testbed."""
    days: int | None = None
    """None: until it is revoked."""


def give_key(
    session: Session, project: Project, actor: Actor, wanted: WantedKey
) -> tuple[ApiKey, str]:
    """Create key for a project; nobody makes one that may more than they may themselves.

    It stops with the account of who made it, and so do keys that were made by it.
    """
    beyond = wanted.scopes - set(grantable(actor.rights_in(project)))
    if beyond:
        raise ForbiddenError(f"you cannot give what you may not do: {', '.join(sorted(beyond))}")
    return _add(session, project.id, wanted, maker_of(session, actor))


def create_key(
    session: Session,
    project_id: int | None,
    name: str,
    scopes: Iterable[Scope],
    testbed: str | None = None,
) -> tuple[ApiKey, str]:
    """Create key that is nobody's, as the shell does; the second value is the secret."""
    return _add(session, project_id, WantedKey(name, frozenset(scopes), testbed), None)


def key_of_agent(
    session: Session, project_id: int, wanted: WantedKey, made_by: int | None
) -> tuple[ApiKey, str]:
    """Create key for an agent that enrols; it stops with the account of who let it enrol."""
    return _add(session, project_id, wanted, made_by)


def _add(
    session: Session, project_id: int | None, wanted: WantedKey, made_by: int | None
) -> tuple[ApiKey, str]:
    """Create key; the second value is the secret, which nobody can ask for again."""
    secret = new_key()
    until = None if wanted.days is None else datetime.now(UTC) + timedelta(days=wanted.days)
    stored = access.add_key(
        session,
        project_id=project_id,
        name=wanted.name,
        prefix=secret[:10],
        key_hash=token_hash(secret),
        scopes=wanted.scopes,
        testbed=wanted.testbed,
        made_by=made_by,
        expires_at=until,
    )
    told = {"scopes": list_of(stored.scopes), "testbed": wanted.testbed, "days": wanted.days}
    record(session, stored.id, wanted.name, **told)
    return stored, secret


def revoke_key(session: Session, project_id: int, key_id: int) -> ApiKey:
    revoked = access.revoke_key(session, project_id, key_id)
    if revoked is None:
        raise NotFoundError(f"there is no key {key_id} in this project")
    record(session, key_id, revoked.name)
    return revoked
