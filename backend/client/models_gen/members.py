"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import Role


class CreatedInvitation(Struct):
    created_at: str
    email: str
    expires_at: str
    id: int
    invited_by: str
    path: str
    role: Literal["viewer", "triager", "maintainer", "owner"]


class Invitation(Struct):
    created_at: str
    email: str
    expires_at: str
    id: int
    invited_by: str
    role: Literal["viewer", "triager", "maintainer", "owner"]


class NewInvitation(Struct):
    email: str
    expires_in_days: int | UnsetType = UNSET
    role: Literal["viewer", "triager", "maintainer", "owner"] | UnsetType = UNSET


class RoleChange(Struct):
    role: Literal["viewer", "triager", "maintainer", "owner"]


class Member(Struct):
    email: str
    id: int
    name: str
    role: Role
    since: str


class MemberList(Struct):
    invitations: list[Invitation]
    members: list[Member]
