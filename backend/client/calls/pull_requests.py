"""Calls: pull requests. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import Call, quoted
from backend.client.models_gen import (
    ForgeAccess,
    ForgeConnection,
    ForgeEdit,
    ForgeFinding,
    Heard,
    MadeForgeConnection,
    MadePullAcceptance,
    NewForgeConnection,
    NewPullAcceptance,
    PullDetail,
    PullPage,
    PullRequest,
    WebhookSecret,
)


def webhook(hook: str) -> Call[Heard]:
    """Take a webhook of a forge; its signature opens the call, and each delivery counts once."""
    return Call("POST", f"/forges/{quoted(hook)}/webhook", Heard)


def read_connection(project: str) -> Call[ForgeAccess]:
    """Return the connection, how it does, and the newest webhooks."""
    return Call("GET", f"/projects/{quoted(project)}/forge", ForgeAccess)


def connect(project: str, *, body: NewForgeConnection) -> Call[MadeForgeConnection]:
    """Connect a repository; the secret of its webhook is shown this once."""
    return Call("POST", f"/projects/{quoted(project)}/forge", MadeForgeConnection, body=body)


def change(project: str, *, body: ForgeEdit) -> Call[ForgeConnection]:
    """Change the token, what fails the check, or whether the comment has a picture."""
    return Call("PATCH", f"/projects/{quoted(project)}/forge", ForgeConnection, body=body)


def disconnect(project: str) -> Call[None]:
    """Say nothing more there; what was said stays."""
    return Call("DELETE", f"/projects/{quoted(project)}/forge", None)


def reconnect(project: str) -> Call[None]:
    """Bring back the connection that was removed last, as it was."""
    return Call("POST", f"/projects/{quoted(project)}/forge/restore", None)


def renew_secret(project: str) -> Call[WebhookSecret]:
    """Put another secret in place of the one that signs webhooks; it is shown this once."""
    return Call("POST", f"/projects/{quoted(project)}/forge/secret", WebhookSecret)


def try_it(project: str) -> Call[list[ForgeFinding]]:
    """Ask the forge who we are and what we may there; says what is missing."""
    return Call("POST", f"/projects/{quoted(project)}/forge/trials", list[ForgeFinding])


def pulls(
    project: str,
    *,
    open: bool | None = None,
    state: Literal["waiting", "failed", "accepted", "passed", "undecided"] | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> Call[PullPage]:
    """List pull requests and merge groups, the newest first."""
    return Call(
        "GET",
        f"/projects/{quoted(project)}/pull-requests",
        PullPage,
        query={
            "open": open,
            "state": state,
            "cursor": cursor,
            "limit": limit,
        },
    )


def pull(project: str, pull_id: int) -> Call[PullDetail]:
    """Return one: its verdict, the comment as posted, the check, acceptances and webhooks."""
    return Call("GET", f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}", PullDetail)


def accept(project: str, pull_id: int, *, body: NewPullAcceptance) -> Call[MadePullAcceptance]:
    """Take what fails the gate now as it is; it holds until something else does or gets worse."""
    return Call(
        "POST",
        f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}/acceptances",
        MadePullAcceptance,
        body=body,
    )


def withdraw(project: str, pull_id: int, acceptance_id: int) -> Call[None]:
    """Take an acceptance back."""
    return Call(
        "DELETE",
        f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}/acceptances/{quoted(acceptance_id)}",
        None,
    )


def again(project: str, pull_id: int) -> Call[PullRequest]:
    """Read the forge, judge, and tell it again; also where that was given up."""
    return Call(
        "POST", f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}/again", PullRequest
    )
