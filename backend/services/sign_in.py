"""Let people and programs in: one-time links, passwords, sessions, and whose a key is."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.audit import Doer, Who
from backend.domain.errors import Fault, InvalidError, UnauthenticatedError
from backend.domain.projects import Actor, User
from backend.domain.tokens import new_token, token_hash
from backend.services.audit import tell, tell_doer, tell_nothing_written
from backend.services.passwords import hash_password, is_outdated, is_password
from backend.services.slow_guessing import Brake, Guesser
from backend.storage import access


def issue_sign_in_link(session: Session, email: str, name: str, minutes: int) -> str:
    """Return the token of a link that signs an administrator in, once, for so many minutes."""
    user = access.ensure_user(session, email, name, is_admin=True)
    tell(session, user.id, email)
    token = new_token()
    access.add_sign_in_link(
        session, user.id, token_hash(token), datetime.now(UTC) + timedelta(minutes=minutes)
    )
    return token


def redeem_sign_in_link(session: Session, token: str, days: int) -> str:
    """Exchange a link's token for the token of a browser session.

    Raises UnauthenticatedError where the link was used before or has expired.
    """
    user_id = access.use_sign_in_link(session, token_hash(token))
    if user_id is None:
        raise UnauthenticatedError("this sign-in link was used before or has expired")
    return begin_session(session, user_id, days)


def sign_in_by_password(
    session: Session, brake: Brake, guesser: Guesser, password: str, days: int
) -> str:
    """Exchange e-mail address and password for the token of a browser session.

    A wrong address and a wrong password get the same answer after the same work.
    """
    brake.attempt(guesser)
    account = access.find_account(session, guesser.email)
    stored = account.password_hash if account else None
    if not is_password(stored, password) or account is None or stored is None:
        raise UnauthenticatedError("the e-mail address or the password is wrong")
    brake.succeeded(guesser)
    if is_outdated(stored):
        access.set_password(session, account.id, hash_password(password, account.email))
    return begin_session(session, account.id, days)


def begin_session(session: Session, user_id: int, days: int) -> str:
    """Return the token of a new session; no token that a browser brought is ever used on."""
    tell_doer(session, Doer(Who.PERSON, user_id))
    token = new_token()
    access.add_browser_session(
        session, user_id, token_hash(token), datetime.now(UTC) + timedelta(days=days)
    )
    return token


def change_password(session: Session, user: User, given: tuple[str | None, str], mine: str) -> None:
    """Take a new password, and end the user's other sessions.

    Whoever has one must say it; whoever signed in by a link only has none yet.
    """
    old, new = given
    account = access.find_account(session, user.email)
    if account is None:
        raise UnauthenticatedError("this account is gone")
    if account.password_hash is not None and not is_password(account.password_hash, old or ""):
        fault = Fault("/old", "it is not the present password", "enter the present one")
        raise InvalidError("the password was not changed", [fault])
    access.set_password(session, user.id, hash_password(new, user.email))
    access.end_other_sessions(session, user.id, token_hash(mine))


def actor_of_key(session: Session, key: str) -> Actor:
    found = access.find_key(session, token_hash(key))
    if found is None:
        raise UnauthenticatedError("this API key is unknown, expired or revoked")
    return Actor(key=found)


def actor_of_browser(session: Session, token: str) -> Actor:
    return Actor(user=access.find_browser_session(session, token_hash(token)))


def sign_out(session: Session, token: str) -> int | None:
    """End a session; returns whose it was, None where there was none."""
    return access.end_browser_session(session, token_hash(token))


def end_own_session(session: Session, token: str | None) -> None:
    """End the session that a browser brought, if it is one."""
    user_id = sign_out(session, token) if token is not None else None
    if user_id is None:
        tell_nothing_written(session)
    else:
        tell_doer(session, Doer(Who.PERSON, user_id))
