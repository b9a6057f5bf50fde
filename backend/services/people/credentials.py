"""What opens an account: made only while it is open, and taken away when its address is proven."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.errors import ForbiddenError, UnauthenticatedError
from backend.domain.people import audit
from backend.domain.people.accounts import Shed, SignInAccount
from backend.domain.people.audit import AuditActor, AuditedAction, Who
from backend.domain.people.projects import Actor, User
from backend.services.people.audit import record_also
from backend.storage.people import accounts, browser_sessions

DISABLED = "this account is disabled; an administrator can enable it"


@dataclass(frozen=True, slots=True)
class Proof:
    """How an address was proven, and whether whoever proved it had the account already."""

    by: str
    by_holder: bool = False


def hold_person(session: Session, user: User) -> SignInAccount:
    """Return the account of who asks, held, if their session has not ended meanwhile."""
    held = accounts.hold(session, user.id)
    if held is None or held.is_disabled:
        raise UnauthenticatedError("this account is gone or disabled")
    if user.session_id and not browser_sessions.is_there(session, user.id, user.session_id):
        raise UnauthenticatedError("this session has ended; sign in again")
    return held


def maker_of(session: Session, actor: Actor) -> int | None:
    """Return whose a new credential is: who asks, or whose the key is that asks."""
    if actor.user is not None and actor.user.id:
        return hold_person(session, actor.user).id
    made_by = actor.key.made_by if actor.key is not None else None
    if made_by is not None:
        held = accounts.hold(session, made_by)
        if held is None or held.is_disabled:
            raise UnauthenticatedError("the key's account is disabled")
    return made_by


def demand_enabled(account: SignInAccount) -> None:
    if account.is_disabled:
        raise ForbiddenError(DISABLED)


def prove(session: Session, account: SignInAccount, proof: Proof) -> Shed:
    """Note that an address, whose account is held, is its owner's.

    Until then anybody who had a link could have come in under it. So whatever opened the account
    goes, unless who proves it is signed in there: password, sessions, keys, addresses of feeds.
    """
    if account.is_proven:
        return Shed()
    accounts.set_proven(session, account.id)
    lost = Shed() if proof.by_holder else accounts.shed(session, account.id)
    told = audit.AuditRecord(thing=str(account.id), name=account.email)
    told.actor = AuditActor(Who.PERSON, account.id)
    told.after = {
        "by": proof.by,
        "password removed": lost.password,
        "sessions ended": lost.sessions,
        "keys revoked": lost.keys,
        "feeds ended": lost.feeds,
    }
    record_also(session, AuditedAction("proved", "address"), told)
    return lost
