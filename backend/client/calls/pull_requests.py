"""Calls: pull requests. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    ForgeEdit,
    ForgeFinding,
    ForgeSetup,
    JobDetail,
    JobList,
    MadeForgeConnection,
    MadePullAcceptance,
    NewForgeConnection,
    NewPullAcceptance,
    PullDetail,
    PullPage,
    PullRequest,
    StoredConnection,
    WebhookReceipt,
    WebhookSecret,
)


def webhook(hook: str) -> ApiCall[WebhookReceipt]:
    """Take a webhook of a forge; its signature opens the call, and each delivery counts once."""
    return ApiCall("POST", f"/forges/{quoted(hook)}/webhook", WebhookReceipt)


def read_connection(project: str) -> ApiCall[ForgeSetup]:
    """Return the connection, how it does, and the newest webhooks."""
    return ApiCall("GET", f"/projects/{quoted(project)}/forge", ForgeSetup)


def connect(project: str, *, body: NewForgeConnection) -> ApiCall[MadeForgeConnection]:
    """Connect a repository; the secret of its webhook is shown this once."""
    return ApiCall("POST", f"/projects/{quoted(project)}/forge", MadeForgeConnection, body=body)


def change(project: str, *, body: ForgeEdit) -> ApiCall[StoredConnection]:
    """Change the token, what fails the check, or whether the comment has a picture."""
    return ApiCall("PATCH", f"/projects/{quoted(project)}/forge", StoredConnection, body=body)


def disconnect(project: str) -> ApiCall[None]:
    """Say nothing more there; what was said stays."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/forge", None)


def reconnect(project: str) -> ApiCall[None]:
    """Bring back the connection that was removed last, as it was."""
    return ApiCall("POST", f"/projects/{quoted(project)}/forge/restore", None)


def renew_secret(project: str) -> ApiCall[WebhookSecret]:
    """Put another secret in place of the one that signs webhooks; it is shown this once."""
    return ApiCall("POST", f"/projects/{quoted(project)}/forge/secret", WebhookSecret)


def try_it(project: str) -> ApiCall[list[ForgeFinding]]:
    """Ask the forge who we are and what we may there; says what is missing."""
    return ApiCall("POST", f"/projects/{quoted(project)}/forge/trials", list[ForgeFinding])


def pulls(
    project: str,
    *,
    open: bool | None = None,
    state: Literal["waiting", "failed", "accepted", "passed", "undecided"] | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> ApiCall[PullPage]:
    """List pull requests and merge groups, the newest first."""
    return ApiCall(
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


def pull(project: str, pull_id: int) -> ApiCall[PullDetail]:
    """Return one: its verdict, the comment as posted, the check, acceptances and webhooks."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}", PullDetail
    )


def accept(project: str, pull_id: int, *, body: NewPullAcceptance) -> ApiCall[MadePullAcceptance]:
    """Take what fails the gate now as it is; it holds until something else does or gets worse."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}/acceptances",
        MadePullAcceptance,
        body=body,
    )


def withdraw(project: str, pull_id: int, acceptance_id: int) -> ApiCall[None]:
    """Take an acceptance back."""
    return ApiCall(
        "DELETE",
        f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}/acceptances/{quoted(acceptance_id)}",
        None,
    )


def again(project: str, pull_id: int) -> ApiCall[PullRequest]:
    """Read the forge, judge, and tell it again; also where that was given up."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}/again", PullRequest
    )


def jobs_of_pull(project: str, pull_id: int) -> ApiCall[JobList]:
    """List the jobs that measured base and head, newest first, and what another would cost."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}/jobs", JobList
    )


def measure_again(project: str, pull_id: int) -> ApiCall[JobDetail]:
    """Have base and head measured again in turns, each suite where it was measured."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/pull-requests/{quoted(pull_id)}/jobs", JobDetail
    )
