"""Find the account that an identity of the provider opens, and link the two."""

from sqlalchemy.orm import Session

from backend.domain.people import audit
from backend.domain.people.accounts import Shed, SignInAccount
from backend.domain.people.audit import AuditActor, AuditedAction, Who
from backend.domain.people.identities import Hindrance, Identity, SignInHinderedError, is_of_domain
from backend.services.people.audit import record, record_also
from backend.services.people.credentials import DISABLED, Proof, prove
from backend.storage.people import accounts, identities, members


def open_account(
    session: Session, identity: Identity, domains: frozenset[str]
) -> tuple[int, Shed]:  # fmt: skip
    """Return the account of an identity, and what it lost: the linked one, else its address's.

    An address opens an account only where the provider has verified it, and its domain is trusted
    or somebody has invited it. An account whose address nobody had proven loses whatever opened it:
    somebody else could have made that.
    """
    known = identities.user_of(session, identity)
    if known is not None:
        account = _held(session, known)
        return account.id, _follow_address(session, account, identity)
    account = _link(session, identity, domains)
    return account.id, prove(session, account, Proof(identity.issuer))


def _held(session: Session, user_id: int) -> SignInAccount:
    account = accounts.hold(session, user_id)
    if account is None or account.is_disabled:
        raise SignInHinderedError(Hindrance.DISABLED, DISABLED)
    return account


def _link(session: Session, identity: Identity, domains: frozenset[str]) -> SignInAccount:
    """Link the account of an address, made if there is none."""
    if identity.email is None:
        raise SignInHinderedError(
            Hindrance.UNVERIFIED, "no account is linked, and the address is not verified"
        )
    invitations = members.invitations_for(session, identity.email)
    if not invitations and not is_of_domain(identity.email, domains):
        raise SignInHinderedError(Hindrance.UNINVITED, f"{identity.email} has not been invited")
    account = _account_of(session, identity, identity.email)
    identities.link(session, identity, account.id)
    for invitation in invitations:
        members.set_role(session, invitation.project_id, account.id, invitation.role)
        members.close_invitation(session, invitation.id)
    record(session, linked=identity.issuer, invitations=len(invitations))
    return account


def _account_of(session: Session, identity: Identity, email: str) -> SignInAccount:
    """Return the account of an address, held, unless somebody else there opens it already.

    A provider may give the address of somebody who left to somebody new.
    """
    accounts.add(session, email, identity.name, None, is_proven=True)
    found = accounts.find(session, email)
    account = _held(session, found.id if found else 0)
    if identities.is_linked(session, identity.issuer, account.id):
        raise SignInHinderedError(
            Hindrance.TAKEN,
            f"another account of the provider opens {email}; an administrator can end that link",
        )
    return account


def _follow_address(session: Session, account: SignInAccount, identity: Identity) -> Shed:
    """Bring the address of a linked account to what the provider says of it now.

    The old one may be somebody else's by now: a link to set a password must not go there.
    """
    if identity.email is None:
        return Shed()
    if identity.email != account.email:
        if not accounts.move(session, account.id, identity.email):
            accounts.set_unproven(session, account.id)
            return Shed()
        told = audit.AuditRecord(thing=str(account.id), name=identity.email)
        told.actor = AuditActor(Who.PERSON, account.id)
        told.before, told.after = {"email": account.email}, {"email": identity.email}
        record_also(session, AuditedAction("changed", "address"), told)
    return prove(session, account, Proof(identity.issuer))
