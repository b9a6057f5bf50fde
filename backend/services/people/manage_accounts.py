"""Disable and enable accounts, end sessions of others, and say who administers."""

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, ForbiddenError, NotFoundError
from backend.domain.people.accounts import SignInAccount
from backend.domain.people.projects import Actor
from backend.services.people.audit import record, record_change, record_nothing_written
from backend.storage.people import accounts, browser_sessions, identities


def disable_account(session: Session, actor: Actor, user_id: int) -> None:
    """Let a person in no more: sessions and links end, keys stop until it is enabled again."""
    account, able = _hold(session, actor, user_id)
    if account.is_disabled:
        record_nothing_written(session)
        return
    _demand_another(account, able)
    accounts.set_disabled(session, account.id, is_disabled=True)
    _end_ways_in(session, account)


def enable_account(session: Session, actor: Actor, user_id: int) -> None:
    """Let a person in again; their keys work again, sessions must be begun again."""
    account, _ = _hold(session, actor, user_id)
    if not account.is_disabled:
        record_nothing_written(session)
        return
    accounts.set_disabled(session, account.id, is_disabled=False)
    record(session, account.id, account.email)


def set_administrator(session: Session, actor: Actor, user_id: int, *, is_admin: bool) -> None:
    """Let somebody administer the installation, or no more."""
    account, able = _hold(session, actor, user_id)
    if account.is_admin == is_admin:
        record_nothing_written(session)
        return
    if not is_admin:
        _demand_another(account, able)
    accounts.set_administrator(session, account.id, is_admin=is_admin)
    record(session, account.id, account.email)
    record_change(session, {"administrator": account.is_admin}, {"administrator": is_admin})


def end_sessions_of(session: Session, actor: Actor, user_id: int) -> None:
    """End every session of a person, and the links that would begin one."""
    account, _ = _hold(session, actor, user_id)
    _end_ways_in(session, account)


def end_provider_link(session: Session, actor: Actor, user_id: int) -> None:
    """Let nobody at the identity provider open an account until its address is linked again."""
    account, _ = _hold(session, actor, user_id)
    ended = identities.unlink(session, account.id)
    if not ended:
        raise ConflictError(f"{account.email} is linked to no account of an identity provider")
    record(session, account.id, account.email, links=ended)


def find_account(session: Session, email: str) -> int:
    """Return the id of an address's account, for who knows addresses only."""
    found = accounts.find(session, email.strip().lower())
    if found is None:
        raise NotFoundError(f"nobody here has the address {email}")
    return found.id


def _hold(session: Session, actor: Actor, user_id: int) -> tuple[SignInAccount, set[int]]:
    """Hold an account and all administrators, of whom who asks must still be one."""
    account, able = accounts.hold_with_administrators(session, user_id)
    if actor.user is not None and actor.user.id and actor.user.id not in able:
        raise ForbiddenError("you are no administrator any more")
    if account is None:
        raise NotFoundError(f"there is no account {user_id}")
    return account, able


def _demand_another(account: SignInAccount, able: set[int]) -> None:
    if able == {account.id}:
        raise ConflictError(
            f"{account.email} is the only administrator who can come in; make another one first"
        )


def _end_ways_in(session: Session, account: SignInAccount) -> None:
    ended = browser_sessions.end_all(session, account.id)
    accounts.end_links(session, account.id)
    record(session, account.id, account.email, **{"sessions ended": ended})
