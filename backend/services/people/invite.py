"""Invite people to a project by a link that works once, and let them accept it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.people.accounts import SignInAccount
from backend.domain.people.audit import AuditActor, Who
from backend.domain.people.members import Invitation, Member, read_email
from backend.domain.people.projects import Actor, Project, User
from backend.domain.people.rights import Role
from backend.domain.people.tokens import new_token, token_hash
from backend.services.people.audit import account_of, record, record_actor, record_change
from backend.services.people.credentials import Proof, demand_enabled, hold_person, prove
from backend.services.people.passwords import hash_password
from backend.storage.people import accounts, members, projects

BY_MAIL = "a mailed link"
GONE = "this invitation was used, withdrawn, or has expired; ask for a new one"


@dataclass(frozen=True, slots=True)
class OpenedInvitation:
    """What somebody sees who opens the link."""

    invitation: Invitation
    project: Project
    account: SignInAccount | None

    @property
    def has_account(self) -> bool:
        """Whoever opens the link must sign in first.

        The link that only the address was sent opens an account whose address nobody has proven:
        what was set up there before goes.
        """
        account = self.account
        return account is not None and (account.is_proven or not self.invitation.is_mailed)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who accepts without an account."""

    name: str
    password: str


def invite(
    session: Session, project: Project, actor: Actor, told: tuple[str, Role], days: int
) -> tuple[Invitation, str]:
    """Keep an invitation; the second value is the link's token, which nobody can ask for again."""
    address, role = read_email(told[0]), told[1]
    if any(member.email == address for member in members.members_of(session, project.id)):
        raise ConflictError(f"{address} is a member already; change the role instead")
    token = new_token()
    until = datetime.now(UTC) + timedelta(days=days)
    by = actor.name
    kept = members.add_invitation(
        session, project.id, token_hash(token), (address, role, by), until
    )
    record(session, kept.id, address, role=role, days=days)
    return kept, token


def open_invitation(session: Session, token: str) -> OpenedInvitation:
    invitation = members.find_invitation(session, token_hash(token))
    project = projects.get(session, invitation.project_id) if invitation else None
    if invitation is None or project is None:
        raise NotFoundError(GONE)
    return OpenedInvitation(invitation, project, accounts.hold_of(session, invitation.email))


def accept_invitation(
    session: Session, token: str, signed_in: User | None, newcomer: Newcomer | None
) -> tuple[int, Project]:
    """Make the person of the invited address a member: who is signed in, or a newcomer.

    The link alone never opens an account that exists: its owner signs in first. An account made by
    a link that others could have opened counts as unproven.
    """
    opened = open_invitation(session, token)
    invitation, project = opened.invitation, opened.project
    if signed_in is not None:
        user_id = _of_signed_in(session, opened, signed_in)
    elif opened.has_account or newcomer is None:
        raise ConflictError(f"there is an account for {invitation.email}; sign in, then accept")
    else:
        user_id = _of_newcomer(session, opened, newcomer)
    members.set_role(session, project.id, user_id, invitation.role)
    members.close_invitation(session, invitation.id)
    record_actor(session, AuditActor(Who.PERSON, user_id))
    account_of(session).project_id = project.id
    record(session, invitation.id, invitation.email, role=invitation.role)
    return user_id, project


def _of_signed_in(session: Session, opened: OpenedInvitation, user: User) -> int:
    """Return who is signed in, if it is who was invited; the mailed link proves their address."""
    email = opened.invitation.email
    if user.email != email:
        raise ConflictError(
            f"this invitation is for {email}, and you are signed in as {user.email};"
            " sign out and open the link again, or ask for an invitation of your address"
        )
    account = hold_person(session, user)
    if opened.invitation.is_mailed:
        prove(session, account, Proof(BY_MAIL, by_holder=True))
    return account.id


def _of_newcomer(session: Session, opened: OpenedInvitation, newcomer: Newcomer) -> int:
    """Make an account, or take one whose address nobody has proven, by the mailed link."""
    email, account = opened.invitation.email, opened.account
    stored = hash_password(newcomer.password, email)
    if account is not None:
        demand_enabled(account)
        prove(session, account, Proof(BY_MAIL))
        accounts.set_password(session, account.id, stored)
        accounts.set_name(session, account.id, newcomer.name)
        return account.id
    is_proven = opened.invitation.is_mailed
    made = accounts.add(session, email, newcomer.name, stored, is_proven=is_proven)
    if made is None:
        raise ConflictError(f"there is an account for {email} by now; sign in, then accept")
    return made


def withdraw_invitation(session: Session, project: Project, invitation_id: int) -> None:
    address = members.withdraw_invitation(session, project.id, invitation_id)
    if address is None:
        raise NotFoundError(f"there is no open invitation {invitation_id} in this project")
    record(session, name=address)


def change_role(session: Session, project: Project, user_id: int, role: Role) -> None:
    before = _member(session, project, user_id)
    members.set_role(session, project.id, user_id, role)
    record(session, name=before.email)
    record_change(session, {"role": before.role}, {"role": role})


def remove_member(session: Session, project: Project, user_id: int) -> None:
    before = _member(session, project, user_id)
    members.remove(session, project.id, user_id)
    record(session, name=before.email)
    account_of(session).before["role"] = before.role


def _member(session: Session, project: Project, user_id: int) -> Member:
    """Return a member, whom nobody else changes meanwhile."""
    found = members.lock_member(session, project.id, user_id)
    if found is None:
        raise NotFoundError(f"nobody with the id {user_id} is a member of this project")
    return found
