"""Calls: overview. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import Overview, SeenMark


def overview(project: str, *, since: str | None = None) -> ApiCall[Overview]:
    """Give what the project holds, what changed in it, and what goes on."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/overview",
        Overview,
        query={
            "since": since,
        },
    )


def seen(project: str, *, body: SeenMark) -> ApiCall[None]:
    """Say up to when you have seen what happened."""
    return ApiCall("PUT", f"/projects/{quoted(project)}/seen", None, body=body)
