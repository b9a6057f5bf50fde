"""Who may come in, and what they are in a project. Secrets are stored as hashes."""

from datetime import datetime

from sqlalchemy import ARRAY, CheckConstraint, ForeignKey, Identity, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, created


class UserRow(Base):
    __tablename__ = "user_account"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    password_hash: Mapped[str | None]
    """Argon2id; null: signs in by links only."""
    is_admin: Mapped[bool] = mapped_column(server_default="false")
    proven_at: Mapped[datetime | None]
    """When somebody showed that the address is theirs; null: anybody with a link may have come."""
    disabled_at: Mapped[datetime | None]
    """Null: may come in."""
    last_seen_at: Mapped[datetime | None]
    """When their sessions that have ended were last used; those that go on say it themselves."""
    created_at: Mapped[datetime] = created()


class MembershipRow(Base):
    """What a person is in a project."""

    __tablename__ = "membership"
    __table_args__ = (
        CheckConstraint("role in ('viewer', 'triager', 'maintainer', 'owner')", name="role"),
    )

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    role: Mapped[str]
    created_at: Mapped[datetime] = created()


class InvitationRow(Base):
    """A link by which somebody becomes a member, once."""

    __tablename__ = "invitation"
    __table_args__ = (
        CheckConstraint("role in ('viewer', 'triager', 'maintainer', 'owner')", name="role"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), index=True
    )
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    mailed_token_hash: Mapped[bytes | None] = mapped_column(unique=True)
    """Of the link that only the address was sent: whoever opens it has shown the address."""
    email: Mapped[str]
    role: Mapped[str]
    invited_by: Mapped[str]
    created_at: Mapped[datetime] = created()
    expires_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    withdrawn_at: Mapped[datetime | None]


class AgentEnrolmentRow(Base):
    """A token by which an agent gets a key of its own, once."""

    __tablename__ = "agent_enrolment"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), index=True
    )
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    testbed: Mapped[str | None]
    """Null: the one that the agent names."""
    made_by: Mapped[int | None] = mapped_column(
        ForeignKey("user_account.id", ondelete="CASCADE"), index=True
    )
    """Whose it is, and whose the key will be; null: of the server's shell, or not known."""
    asked_by: Mapped[str]
    """Name of whoever asked for it."""
    api_key_id: Mapped[int | None] = mapped_column(
        ForeignKey("api_key.id", ondelete="CASCADE"), index=True
    )
    """By which it was made, and with which it ends."""
    created_at: Mapped[datetime] = created()
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    withdrawn_at: Mapped[datetime | None]


class SignInLinkRow(Base):
    __tablename__ = "sign_in_link"

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = created()
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class AccountLinkRow(Base):
    """A link that lets somebody set a new password, or show that an address is theirs, once."""

    __tablename__ = "account_link"
    __table_args__ = (CheckConstraint("purpose in ('password', 'address')", name="purpose"),)

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(
        ForeignKey("user_account.id", ondelete="CASCADE"), index=True
    )
    purpose: Mapped[str]
    is_mailed: Mapped[bool] = mapped_column(server_default="false")
    """Only the address was sent it: whoever opens it has shown the address."""
    created_at: Mapped[datetime] = created()
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class AccountMailRow(Base):
    """A mail to a person that waits or is under way. The link in it is made when it is sent."""

    __tablename__ = "account_mail"
    __table_args__ = (
        CheckConstraint("kind in ('invitation', 'password', 'address')", name="kind"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    kind: Mapped[str]
    email: Mapped[str]
    invitation_id: Mapped[int | None] = mapped_column(
        ForeignKey("invitation.id", ondelete="CASCADE"), index=True
    )
    attempts: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[datetime] = created()
    due_at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)
    done_at: Mapped[datetime | None]
    """It was sent, or nobody is to get it: kept for a while, so that nobody is sent many."""


class BrowserSessionRow(Base):
    __tablename__ = "browser_session"

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    id: Mapped[int] = mapped_column(Identity(), unique=True)
    """What a list calls it by: the hash is nobody's business."""
    user_id: Mapped[int] = mapped_column(
        ForeignKey("user_account.id", ondelete="CASCADE"), index=True
    )
    user_agent: Mapped[str] = mapped_column(server_default="")
    address: Mapped[str] = mapped_column(server_default="")
    """Where it was last seen."""
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    """To the minute."""
    created_at: Mapped[datetime] = created()
    expires_at: Mapped[datetime]


class SeenMarkRow(Base):
    """Up to when a person has seen what happened in a project."""

    __tablename__ = "seen_mark"

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True
    )
    seen_at: Mapped[datetime]


class ApiKeyRow(Base):
    __tablename__ = "api_key"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    project_id: Mapped[int | None] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    """Null: every project (administration)."""
    name: Mapped[str]
    prefix: Mapped[str]
    key_hash: Mapped[bytes] = mapped_column(unique=True)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    testbed: Mapped[str | None]
    """Null: every testbed."""
    made_by: Mapped[int | None] = mapped_column(
        ForeignKey("user_account.id", ondelete="SET NULL"), index=True
    )
    """Whose it is: it stops with their account. Null: of the server's shell, or not known."""
    created_at: Mapped[datetime] = created()
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]
