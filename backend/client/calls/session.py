"""Calls: session. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Any

from backend.client.call import ApiCall, quoted
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


def list_sessions() -> ApiCall[OwnSessions]:
    """Return the browsers in which one is signed in, the one seen last first."""
    return ApiCall("GET", "/account/sessions", OwnSessions)


def end_others() -> ApiCall[None]:
    """End every session of one's own but this one."""
    return ApiCall("DELETE", "/account/sessions", None)


def end_one(session_id: int) -> ApiCall[None]:
    """End a session of one's own; whoever uses it is out at once."""
    return ApiCall("DELETE", f"/account/sessions/{quoted(session_id)}", None)


def join(*, body: Acceptance) -> ApiCall[AcceptedInvitation]:
    """Become a member, once; a newcomer gets an account and is signed in."""
    return ApiCall("POST", "/invitations/accepted", AcceptedInvitation, body=body)


def look_at_invitation(*, body: InvitationToken) -> ApiCall[OpenedInvitation]:
    """Tell what an invitation is for."""
    return ApiCall("POST", "/invitations/opened", OpenedInvitation, body=body)


def look_at_link(*, body: LinkToken) -> ApiCall[OpenedReset]:
    """Tell whose password a link is for."""
    return ApiCall("POST", "/password-links/opened", OpenedReset, body=body)


def ask(*, body: LinkRequest) -> ApiCall[Any]:
    """Have a link mailed by which a new password can be set."""
    return ApiCall("POST", "/password-links/requests", Any, body=body)


def use_link(*, body: NewPassword) -> ApiCall[None]:
    """Set a new password by a link, once; every session of the account ends."""
    return ApiCall("POST", "/password-links/used", None, body=body)


def read_session() -> ApiCall[Session]:
    """Tell who is signed in and which projects they may see."""
    return ApiCall("GET", "/session", Session)


def begin(*, body: SignIn) -> ApiCall[None]:
    """Sign in by e-mail address and password; wrong ones make one wait longer and longer."""
    return ApiCall("POST", "/session", None, body=body)


def end_session() -> ApiCall[None]:
    """Sign out."""
    return ApiCall("DELETE", "/session", None)


def replace_password(*, body: PasswordChange) -> ApiCall[None]:
    """Take a new password; sessions in other browsers end."""
    return ApiCall("PUT", "/session/password", None, body=body)
