"""Calls: session. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call
from backend.client.models_gen import (
    Acceptance,
    AcceptedInvitation,
    InvitationToken,
    OpenedInvitation,
    PasswordChange,
    Session,
    SignIn,
)


def join(*, body: Acceptance) -> Call[AcceptedInvitation]:
    """Become a member, once; a newcomer gets an account and is signed in."""
    return Call("POST", "/invitations/accepted", AcceptedInvitation, body=body)


def look_at_invitation(*, body: InvitationToken) -> Call[OpenedInvitation]:
    """Tell what an invitation is for."""
    return Call("POST", "/invitations/opened", OpenedInvitation, body=body)


def read_session() -> Call[Session]:
    """Tell who is signed in and which projects they may see."""
    return Call("GET", "/session", Session)


def begin(*, body: SignIn) -> Call[None]:
    """Sign in by e-mail address and password; wrong ones make one wait longer and longer."""
    return Call("POST", "/session", None, body=body)


def end_session() -> Call[None]:
    """Sign out."""
    return Call("DELETE", "/session", None)


def replace_password(*, body: PasswordChange) -> Call[None]:
    """Take a new password; sessions in other browsers end."""
    return Call("PUT", "/session/password", None, body=body)
