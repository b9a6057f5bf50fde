"""Members, invitations, and what signs a person in."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from backend.api.schemas.inputs import Name, Sent, Text
from backend.domain.people.members import Member

RoleName = Literal["viewer", "triager", "maintainer", "owner"]
Password = Annotated[Text, Field(max_length=1_000)]
Address = Annotated[Text, Field(min_length=3, max_length=300)]
Token = Annotated[Text, Field(min_length=1, max_length=200)]


class Invitation(BaseModel):
    id: int
    email: str
    role: RoleName
    invited_by: str
    created_at: datetime
    expires_at: datetime


class MemberList(BaseModel):
    members: list[Member]
    invitations: list[Invitation]
    """Those that can still be accepted, newest first."""


class RoleChange(Sent):
    role: RoleName


class NewInvitation(Sent):
    email: Address
    role: RoleName = "viewer"
    expires_in_days: int = Field(default=7, ge=1, le=90)


class CreatedInvitation(Invitation):
    path: str
    """Of the page where it is accepted; shown once, only a hash is stored."""


class InvitationToken(Sent):
    token: Token


class OpenedInvitation(BaseModel):
    """What an invitation is for."""

    email: str
    role: RoleName
    invited_by: str
    project: str
    project_name: str
    expires_at: datetime
    has_account: bool
    """Somebody with that address has an account: sign in, then accept."""


class Acceptance(InvitationToken):
    """Name and password make an account; who is signed in leaves them out."""

    name: Name | None = None
    password: Password | None = None


class AcceptedInvitation(BaseModel):
    project: str


class SignIn(Sent):
    email: Address
    password: Password


class PasswordChange(Sent):
    old: Password | None = None
    """The present one; null where there is none yet."""
    new: Password
