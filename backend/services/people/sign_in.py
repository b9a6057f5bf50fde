"""Let people and programs in: one-time links, passwords, sessions, and whose a key is."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, Fault, InvalidError, UnauthenticatedError
from backend.domain.people.accounts import Device
from backend.domain.people.audit import AuditActor, Who
from backend.domain.people.projects import Actor, User
from backend.domain.people.tokens import new_token, token_hash
from backend.services.people.audit import record, record_actor, record_nothing_written
from backend.services.people.credentials import demand_enabled, hold_person
from backend.services.people.passwords import hash_password, is_outdated, is_password
from backend.services.people.throttle_sign_in import SignInSource, SignInThrottle
from backend.storage.people import access, accounts, browser_sessions

UNKNOWN = Device()


def issue_sign_in_link(session: Session, email: str, name: str, minutes: int) -> str:
    """Return the token of a link that signs an administrator in, once, for so many minutes."""
    user = access.ensure_user(session, email, name, is_admin=True)
    held = accounts.hold(session, user.id)
    if held is None or held.is_disabled or not held.is_admin:
        raise ConflictError(
            f"{email} is disabled or no administrator any more;"
            f" undo that first: tidemark admin enable {email},"
            f" tidemark admin make-administrator {email}"
        )
    record(session, user.id, email)
    token = new_token()
    access.add_sign_in_link(
        session, user.id, token_hash(token), datetime.now(UTC) + timedelta(minutes=minutes)
    )
    return token


def redeem_sign_in_link(
    session: Session, token: str, days: int, device: Device = UNKNOWN
) -> str:  # fmt: skip
    """Exchange a link's token for the token of a browser session.

    Raises UnauthenticatedError where the link was used before or has expired.
    """
    user_id = access.use_sign_in_link(session, token_hash(token))
    held = accounts.hold(session, user_id) if user_id is not None else None
    if held is None or held.is_disabled:
        raise UnauthenticatedError("this sign-in link was used before or has expired")
    return begin_session(session, held.id, days, device)


def sign_in_by_password(
    session: Session,
    throttle: SignInThrottle,
    source: SignInSource,
    password: str,
    way: tuple[int, Device],
) -> str:
    """Exchange e-mail address and password for the token of a browser session.

    A wrong address and a wrong password get the same answer after the same work.
    """
    throttle.attempt(source)
    account = accounts.find(session, source.email)
    stored = account.password_hash if account else None
    is_right = is_password(stored, password)
    # held after the slow comparison: what took the password away meanwhile counts
    held = accounts.hold(session, account.id) if account and is_right else None
    if held is None or stored is None or held.password_hash != stored:
        raise UnauthenticatedError("the e-mail address or the password is wrong")
    demand_enabled(held)
    throttle.succeeded(source)
    if is_outdated(stored):
        accounts.set_password(session, held.id, hash_password(password, held.email))
    days, device = way
    return begin_session(session, held.id, days, device)


def begin_session(session: Session, user_id: int, days: int, device: Device = UNKNOWN) -> str:
    """Return the token of a new session; no token that a browser brought is ever used on.

    Callers hold the account.
    """
    record_actor(session, AuditActor(Who.PERSON, user_id))
    token = new_token()
    until = datetime.now(UTC) + timedelta(days=days)
    browser_sessions.add(session, user_id, token_hash(token), until, device)
    return token


def change_password(
    session: Session,
    throttle: SignInThrottle,
    user: User,
    given: tuple[str | None, str],
    address: str,
) -> None:
    """Take a new password, and end the user's other sessions.

    Whoever has one must say it; whoever signed in by a link only has none yet. Wrong ones make
    one wait as at signing in: a session that somebody else got hold of is no way to guess.
    """
    old, new = given
    source = SignInSource(user.email, address)
    throttle.attempt(source)
    account = hold_person(session, user)
    if account.password_hash is not None and not is_password(account.password_hash, old or ""):
        fault = Fault("/old", "it is not the present password", "enter the present one")
        raise InvalidError("the password was not changed", [fault])
    throttle.succeeded(source)
    stored = hash_password(new, account.email)
    accounts.set_password(session, user.id, stored)
    accounts.end_links(session, user.id)
    browser_sessions.end_all(session, user.id, but=user.session_id)


def actor_of_key(session: Session, key: str) -> Actor:
    found = access.find_key(session, token_hash(key))
    if found is None:
        raise UnauthenticatedError("this API key is unknown, expired or revoked")
    return Actor(key=found)


def actor_of_browser(session: Session, token: str, address: str = "") -> Actor:
    return Actor(user=browser_sessions.find(session, token_hash(token), address))


def sign_out(session: Session, token: str) -> int | None:
    """End a session; returns whose it was, None where there was none."""
    return browser_sessions.end(session, token_hash(token))


def end_own_session(session: Session, token: str | None) -> None:
    """End the session that a browser brought, if it is one."""
    user_id = sign_out(session, token) if token is not None else None
    if user_id is None:
        record_nothing_written(session)
    else:
        record_actor(session, AuditActor(Who.PERSON, user_id))
