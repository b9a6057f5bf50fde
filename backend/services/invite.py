"""Invite people to a project by a link that works once, and let them accept it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.audit import Doer, Who
from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.members import Invitation, Member, read_email
from backend.domain.projects import Actor, Project, User
from backend.domain.rights import Role
from backend.domain.tokens import new_token, token_hash
from backend.services.audit import account_of, tell, tell_change, tell_doer
from backend.services.passwords import hash_password
from backend.storage import access, members, projects

GONE = "this invitation was used, withdrawn, or has expired; ask for a new one"


@dataclass(frozen=True, slots=True)
class OpenedInvitation:
    """What somebody sees who opens the link."""

    invitation: Invitation
    project: Project
    has_account: bool
    """Somebody with that address signs in already."""


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
    tell(session, kept.id, address, role=role, days=days)
    return kept, token


def open_invitation(session: Session, token: str) -> OpenedInvitation:
    invitation = members.find_invitation(session, token_hash(token))
    project = projects.get(session, invitation.project_id) if invitation else None
    if invitation is None or project is None:
        raise NotFoundError(GONE)
    known = access.find_account(session, invitation.email)
    return OpenedInvitation(invitation, project, known is not None)


def accept_invitation(
    session: Session, token: str, signed_in: User | None, newcomer: Newcomer | None
) -> tuple[int, Project]:
    """Make somebody a member: who is signed in, or a newcomer with a new account.

    The link alone never opens an account that exists: its owner signs in first.
    """
    opened = open_invitation(session, token)
    invitation, project = opened.invitation, opened.project
    if signed_in is not None:
        user_id = signed_in.id
    elif opened.has_account or newcomer is None:
        raise ConflictError(f"there is an account for {invitation.email}; sign in, then accept")
    else:
        stored = hash_password(newcomer.password, invitation.email)
        user_id = access.add_account(session, invitation.email, newcomer.name, stored)
    members.set_role(session, project.id, user_id, invitation.role)
    members.close_invitation(session, invitation.id)
    tell_doer(session, Doer(Who.PERSON, user_id))
    account_of(session).project_id = project.id
    tell(session, invitation.id, invitation.email, role=invitation.role)
    return user_id, project


def withdraw_invitation(session: Session, project: Project, invitation_id: int) -> None:
    address = members.withdraw_invitation(session, project.id, invitation_id)
    if address is None:
        raise NotFoundError(f"there is no open invitation {invitation_id} in this project")
    tell(session, name=address)


def change_role(session: Session, project: Project, user_id: int, role: Role) -> None:
    before = _member(session, project, user_id)
    members.set_role(session, project.id, user_id, role)
    tell(session, name=before.email)
    tell_change(session, {"role": before.role}, {"role": role})


def remove_member(session: Session, project: Project, user_id: int) -> None:
    before = _member(session, project, user_id)
    members.remove(session, project.id, user_id)
    tell(session, name=before.email)
    account_of(session).before["role"] = before.role


def _member(session: Session, project: Project, user_id: int) -> Member:
    """Return a member, whom nobody else changes meanwhile."""
    found = members.lock_member(session, project.id, user_id)
    if found is None:
        raise NotFoundError(f"nobody with the id {user_id} is a member of this project")
    return found
