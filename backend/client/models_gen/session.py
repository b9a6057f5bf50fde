"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import KnownProject, Who


class Acceptance(Struct):
    """
    Name and password make an account; who is signed in leaves them out.
    """

    token: str
    name: str | None | UnsetType = UNSET
    password: str | None | UnsetType = UNSET


class AcceptedInvitation(Struct):
    project: str


class AgentUpdates(Struct):
    """
    Where new agents are told to look for newer versions, once somebody turns that on.
    """

    channel: str
    key: str


class Device(Struct):
    """
    What a browser says of itself, and where it asks from.
    """

    address: str = ""
    user_agent: str = ""


class InvitationToken(Struct):
    token: str


class LinkRequest(Struct):
    email: str


class LinkToken(Struct):
    token: str


class NewPassword(Struct):
    password: str
    token: str


class OpenedInvitation(Struct):
    """
    What an invitation is for.
    """

    email: str
    expires_at: str
    has_account: bool
    invited_by: str
    project: str
    project_name: str
    role: Literal["viewer", "triager", "maintainer", "owner"]


class OpenedReset(Struct):
    """
    What somebody sees who opens the link.
    """

    email: str
    expires_at: str


class OwnSession(Struct):
    """
    A session of a person, as they see it.
    """

    created_at: str
    device: Device
    expires_at: str
    id: int
    is_this: bool
    seen_at: str


class OwnSessions(Struct):
    """
    The sessions of a person.
    """

    rows: list[OwnSession]


class PasswordChange(Struct):
    new: str
    old: str | None | UnsetType = UNSET


class SignIn(Struct):
    email: str
    password: str


class User(Struct):
    email: str
    id: int
    is_admin: bool
    name: str


class Session(Struct):
    """
    Who is signed in; `user` is null for a visitor.
    """

    agent_updates: AgentUpdates | None
    projects: list[KnownProject]
    provider: str | None
    sends_mail: bool
    user: User | None
