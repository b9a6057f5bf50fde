"""Set a new password by a link that works once, made by an administrator or sent by mail."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.people.accounts import OpenedReset, ResetLink, SignInAccount
from backend.domain.people.audit import AuditActor, Who
from backend.domain.people.members import read_email
from backend.domain.people.tokens import new_token, token_hash
from backend.services.people.audit import record, record_actor
from backend.services.people.credentials import Proof, demand_enabled, prove
from backend.services.people.passwords import hash_password
from backend.services.people.throttle_sign_in import SignInSource, SignInThrottle
from backend.settings import Settings
from backend.storage.people import account_links, accounts, browser_sessions, identities
from backend.wording.account_mails import ResetHindrance, hindrance_of

PAGE = "/reset?token="
HANDED_ON = timedelta(hours=24)
"""How long a link works that an administrator hands on."""
MAILED = timedelta(minutes=60)
GONE = "this link was used before or has expired; ask for a new one"
NO_MAIL = "this installation sends no mail; ask an administrator for a link"
BY_MAIL = "a mailed link"


def make_password_link(session: Session, settings: Settings, user_id: int) -> ResetLink:
    """Return a link that lets a person set a password; ConflictError where they may have none."""
    account = accounts.hold(session, user_id)
    if account is None:
        raise NotFoundError(f"there is no account {user_id}")
    hindrance = hindrance_at(session, settings.oidc_issuer, account)
    if hindrance is ResetHindrance.DISABLED:
        raise ConflictError(f"{account.email} is disabled; enable the account first")
    if hindrance is ResetHindrance.BY_PROVIDER:
        raise ConflictError(
            f"{account.email} signs in with {settings.oidc_name} and has no password, which would"
            " be a way around it; end the link to the provider first if that is what you want"
        )
    record(session, account.id, account.email)
    return new_link(session, account, HANDED_ON, is_mailed=False)


def new_link(
    session: Session, account: SignInAccount, valid: timedelta, *, is_mailed: bool
) -> ResetLink:  # fmt: skip
    """Keep a link of an account that is held; only its hash is stored."""
    token, until = new_token(), datetime.now(UTC) + valid
    account_links.add(session, account.id, token_hash(token), until, is_mailed=is_mailed)
    return ResetLink(account.email, PAGE + token, until)


def hindrance_at(session: Session, issuer: str, account: SignInAccount) -> ResetHindrance | None:
    """Say what keeps an account from a new password, where people sign in by this provider."""
    is_linked = bool(issuer) and identities.is_linked(session, issuer, account.id)
    return hindrance_of(account, is_by_provider=is_linked)


def ask_for_link(session: Session, settings: Settings, email: str) -> None:
    """Let a link be sent to an address, if it has an account.

    What is done and answered is the same for every address; whether it is known is looked up when
    the mail is sent.
    """
    if not settings.smtp_host:
        raise ConflictError(NO_MAIL)
    account_links.ask_for_mail(session, read_email(email))


def open_password_link(session: Session, token: str) -> OpenedReset:
    link = account_links.find(session, token_hash(token))
    account = accounts.hold(session, link.user_id) if link else None
    if link is None or account is None:
        raise NotFoundError(GONE)
    demand_enabled(account)
    return OpenedReset(account.email, link.expires_at)


def use_password_link(
    session: Session, throttle: SignInThrottle, given: tuple[str, str], address: str
) -> None:
    """Set a password by a link's token, once; whatever is signed in there ends.

    A mailed link proves the address as well: an account that nobody had proven loses what others
    could have set up there.
    """
    token, password = token_hash(given[0]), given[1]
    link = account_links.find(session, token)
    account = accounts.hold(session, link.user_id) if link else None
    if link is None or account is None:
        raise NotFoundError(GONE)
    demand_enabled(account)
    stored = hash_password(password, account.email)
    if not account_links.use(session, token):
        raise NotFoundError(GONE)
    lost = prove(session, account, Proof(BY_MAIL)) if link.is_mailed else None
    accounts.set_password(session, account.id, stored)
    accounts.end_links(session, account.id)
    ended = browser_sessions.end_all(session, account.id) + (lost.sessions if lost else 0)
    throttle.succeeded(SignInSource(account.email, address))
    record_actor(session, AuditActor(Who.PERSON, account.id))
    record(session, account.id, account.email, **{"sessions ended": ended})
