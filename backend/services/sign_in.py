"""Let people and programs in: one-time links, browser sessions, and whose a key is."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.errors import UnauthenticatedError
from backend.domain.projects import Actor
from backend.domain.tokens import new_token, token_hash
from backend.storage import access


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
