"""Calls: members. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import CreatedInvitation, MemberList, NewInvitation, RoleChange


def add_invitation(project: str, *, body: NewInvitation) -> ApiCall[CreatedInvitation]:
    """Invite somebody by a link that works once; send it yourself, the server sends nothing."""
    return ApiCall("POST", f"/projects/{quoted(project)}/invitations", CreatedInvitation, body=body)


def end_invitation(project: str, invitation_id: int) -> ApiCall[None]:
    """Withdraw an invitation that is open."""
    return ApiCall(
        "DELETE", f"/projects/{quoted(project)}/invitations/{quoted(invitation_id)}", None
    )


def list_members(project: str) -> ApiCall[MemberList]:
    """Return the members by name, and the invitations that are open."""
    return ApiCall("GET", f"/projects/{quoted(project)}/members", MemberList)


def give_role(project: str, user_id: int, *, body: RoleChange) -> ApiCall[None]:
    """Give a member another role."""
    return ApiCall("PUT", f"/projects/{quoted(project)}/members/{quoted(user_id)}", None, body=body)


def end_membership(project: str, user_id: int) -> ApiCall[None]:
    """Remove a member; what they did stays, and so does their account."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/members/{quoted(user_id)}", None)
