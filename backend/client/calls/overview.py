"""Calls: overview. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import Overview, SeenMark


def overview(project: str, *, since: str | None = None) -> Call[Overview]:
    """Give what the project holds, what changed in it, and what goes on."""
    return Call(
        "GET",
        f"/projects/{quoted(project)}/overview",
        Overview,
        query={
            "since": since,
        },
    )


def seen(project: str, *, body: SeenMark) -> Call[None]:
    """Say up to when you have seen what happened."""
    return Call("PUT", f"/projects/{quoted(project)}/seen", None, body=body)
