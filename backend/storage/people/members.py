"""Members of projects and invitations in the database."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Select, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.people.members import Assignable, Invitation, Member
from backend.domain.people.rights import Role
from backend.storage.tables.people.access import InvitationRow, MembershipRow, UserRow


def members_of(session: Session, project_id: int) -> list[Member]:
    """Return the members of a project by name."""
    rows = session.execute(_members(project_id).order_by(func.lower(UserRow.name), UserRow.id))
    return [Member(id_, name, email, Role(role), at) for id_, name, email, role, at in rows]


def assignable(session: Session, project_id: int) -> list[Assignable]:
    """Return who can be given work: members by name, then administrators that are none."""
    is_member = select(MembershipRow.user_id).where(
        MembershipRow.project_id == project_id, MembershipRow.user_id == UserRow.id
    )
    is_administrator = UserRow.is_admin & UserRow.disabled_at.is_(None)
    rows = session.execute(
        select(UserRow.id, UserRow.name, UserRow.email)
        .where(or_(is_member.exists(), is_administrator))
        .order_by(is_member.exists().desc(), func.lower(UserRow.name), UserRow.id)
    )
    return [Assignable(id_, name or email, email.partition("@")[0]) for id_, name, email in rows]


def lock_member(session: Session, project_id: int, user_id: int) -> Member | None:
    """Return a member whose role nobody else changes until the transaction ends."""
    one = _members(project_id).where(UserRow.id == user_id).with_for_update(of=MembershipRow)
    row = session.execute(one).one_or_none()
    return Member(row[0], row[1], row[2], Role(row[3]), row[4]) if row else None


def _members(project_id: int) -> Select[int, str, str, str, datetime]:
    return (
        select(UserRow.id, UserRow.name, UserRow.email, MembershipRow.role,
               MembershipRow.created_at)
        .join(MembershipRow, MembershipRow.user_id == UserRow.id)
        .where(MembershipRow.project_id == project_id)
    )  # fmt: skip


def set_role(session: Session, project_id: int, user_id: int, role: Role) -> None:
    """Make somebody a member of a project, or give them another role."""
    session.execute(
        insert(MembershipRow)
        .values(project_id=project_id, user_id=user_id, role=role)
        .on_conflict_do_update(index_elements=["project_id", "user_id"], set_={"role": role})
    )


def remove(session: Session, project_id: int, user_id: int) -> None:
    session.execute(
        delete(MembershipRow).where(
            MembershipRow.project_id == project_id, MembershipRow.user_id == user_id
        )
    )


def add_invitation(
    session: Session,
    project_id: int,
    token_hash: bytes,
    told: tuple[str, Role, str],
    until: datetime,
) -> Invitation:
    """Keep an invitation: for which address, as what, and by whom."""
    email, role, invited_by = told
    row = session.scalars(
        insert(InvitationRow)
        .values(
            project_id=project_id,
            token_hash=token_hash,
            email=email,
            role=role,
            invited_by=invited_by,
            expires_at=until,
        )
        .returning(InvitationRow)
    ).one()
    return _invitation(row)


_OPEN = (
    InvitationRow.accepted_at.is_(None),
    InvitationRow.withdrawn_at.is_(None),
    InvitationRow.expires_at > func.now(),
)


def open_invitations(session: Session, project_id: int) -> list[Invitation]:
    rows = session.scalars(
        select(InvitationRow)
        .where(InvitationRow.project_id == project_id, *_OPEN)
        .order_by(InvitationRow.id.desc())
    )
    return [_invitation(row) for row in rows]


def invitations_for(session: Session, email: str) -> list[Invitation]:
    """Return what an address is invited to; nobody else accepts it meanwhile."""
    rows = session.scalars(
        select(InvitationRow)
        .where(InvitationRow.email == email, *_OPEN)
        .order_by(InvitationRow.id)
        .with_for_update()
    )
    return [_invitation(row) for row in rows]


def find_invitation(session: Session, token_hash: bytes) -> Invitation | None:
    """Return an invitation that can be accepted; nobody else accepts it meanwhile."""
    of_link = InvitationRow.token_hash == token_hash
    of_mail = InvitationRow.mailed_token_hash == token_hash
    row = session.scalars(
        select(InvitationRow).where(or_(of_link, of_mail), *_OPEN).with_for_update()
    ).one_or_none()
    if row is None:
        return None
    return replace(_invitation(row), is_mailed=row.token_hash != token_hash)


def close_invitation(session: Session, invitation_id: int) -> None:
    session.execute(
        update(InvitationRow)
        .where(InvitationRow.id == invitation_id)
        .values(accepted_at=func.now())
    )


def withdraw_invitation(session: Session, project_id: int, invitation_id: int) -> str | None:
    """Make an invitation worth nothing; returns whom it was for, None where none is open."""
    withdrawn = session.execute(
        update(InvitationRow)
        .where(InvitationRow.project_id == project_id, InvitationRow.id == invitation_id, *_OPEN)
        .values(withdrawn_at=func.now())
        .returning(InvitationRow.email)
    )
    return withdrawn.scalar_one_or_none()


def _invitation(row: InvitationRow) -> Invitation:
    return Invitation(
        id=row.id,
        project_id=row.project_id,
        email=row.email,
        role=Role(row.role),
        invited_by=row.invited_by,
        created_at=row.created_at,
        expires_at=row.expires_at,
    )
