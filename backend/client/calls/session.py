"""Calls: session. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Any

from backend.client.call import Call, quoted
from backend.client.models_gen import (
    Acceptance,
    AcceptedInvitation,
    InvitationToken,
    LinkRequest,
    LinkToken,
    NewPassword,
    OpenedInvitation,
    OpenedReset,
    OwnSessions,
    PasswordChange,
    Session,
    SignIn,
)


def list_sessions() -> Call[OwnSessions]:
    """Return the browsers in which one is signed in, the one seen last first."""
    return Call("GET", "/account/sessions", OwnSessions)


def end_others() -> Call[None]:
    """End every session of one's own but this one."""
    return Call("DELETE", "/account/sessions", None)


def end_one(session_id: int) -> Call[None]:
    """End a session of one's own; whoever uses it is out at once."""
    return Call("DELETE", f"/account/sessions/{quoted(session_id)}", None)


def join(*, body: Acceptance) -> Call[AcceptedInvitation]:
    """Become a member, once; a newcomer gets an account and is signed in."""
    return Call("POST", "/invitations/accepted", AcceptedInvitation, body=body)


def look_at_invitation(*, body: InvitationToken) -> Call[OpenedInvitation]:
    """Tell what an invitation is for."""
    return Call("POST", "/invitations/opened", OpenedInvitation, body=body)


def look_at_link(*, body: LinkToken) -> Call[OpenedReset]:
    """Tell whose password a link is for."""
    return Call("POST", "/password-links/opened", OpenedReset, body=body)


def ask(*, body: LinkRequest) -> Call[Any]:
    """Have a link mailed by which a new password can be set."""
    return Call("POST", "/password-links/requests", Any, body=body)


def use_link(*, body: NewPassword) -> Call[None]:
    """Set a new password by a link, once; every session of the account ends."""
    return Call("POST", "/password-links/used", None, body=body)


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
