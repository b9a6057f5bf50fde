"""Let people and programs in: one-time links, browser sessions, API keys."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError, UnauthenticatedError
from backend.domain.projects import Actor, Scope
from backend.domain.tokens import new_key, new_token, token_hash
from backend.storage import access
from backend.storage.access import StoredKey


def issue_sign_in_link(session: Session, email: str, name: str, minutes: int) -> str:
    """Return the token of a link that signs an administrator in, once, for so many minutes."""
    user = access.ensure_user(session, email, name, is_admin=True)
    token = new_token()
    access.add_sign_in_link(
        session, user.id, token_hash(token), datetime.now(UTC) + timedelta(minutes=minutes)
    )
    return token


def redeem_sign_in_link(session: Session, token: str, days: int) -> str:
    """Exchange a link's token for the token of a browser session."""
    user_id = access.use_sign_in_link(session, token_hash(token))
    if user_id is None:
        raise UnauthenticatedError(
            "this sign-in link was used before or has expired; `tidemark sign-in` prints a new one"
        )
    session_token = new_token()
    access.add_browser_session(
        session, user_id, token_hash(session_token), datetime.now(UTC) + timedelta(days=days)
    )
    return session_token


def actor_of_key(session: Session, key: str) -> Actor:
    found = access.find_key(session, token_hash(key))
    if found is None:
        raise UnauthenticatedError("this API key is unknown, expired or revoked")
    return Actor(key=found)


def actor_of_browser(session: Session, token: str) -> Actor:
    return Actor(user=access.find_browser_session(session, token_hash(token)))


def sign_out(session: Session, token: str) -> None:
    access.end_browser_session(session, token_hash(token))


def create_key(
    session: Session,
    project_id: int | None,
    name: str,
    scopes: Iterable[Scope],
    testbed: str | None = None,
    days: int | None = None,
) -> tuple[StoredKey, str]:
    """Make a key; the second value is the secret, which nobody can ask for again."""
    secret = new_key()
    until = None if days is None else datetime.now(UTC) + timedelta(days=days)
    stored = access.add_key(
        session,
        project_id=project_id,
        name=name,
        prefix=secret[:10],
        key_hash=token_hash(secret),
        scopes=scopes,
        testbed=testbed,
        expires_at=until,
    )
    return stored, secret


def revoke_key(session: Session, project_id: int, key_id: int) -> StoredKey:
    revoked = access.revoke_key(session, project_id, key_id)
    if revoked is None:
        raise NotFoundError(f"there is no key {key_id} in this project")
    return revoked
