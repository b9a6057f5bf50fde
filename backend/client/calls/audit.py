"""Calls: audit. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import AuditPage


def list_events_of_installation(
    *,
    cursor: str | None = None,
    limit: int | None = None,
    who: str | None = None,
    kind: Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"]
    | None = None,
    noun: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> ApiCall[AuditPage]:
    """Tell who came in, and what was done to the whole installation."""
    return ApiCall(
        "GET",
        "/audit",
        AuditPage,
        query={
            "cursor": cursor,
            "limit": limit,
            "who": who,
            "kind": kind,
            "noun": noun,
            "since": since,
            "until": until,
        },
    )


def save_events_of_installation(
    *,
    who: str | None = None,
    kind: Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"]
    | None = None,
    noun: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> ApiCall[bytes]:
    """Give the newest hundred thousand events of the installation as a table."""
    return ApiCall(
        "GET",
        "/audit.csv",
        bytes,
        query={
            "who": who,
            "kind": kind,
            "noun": noun,
            "since": since,
            "until": until,
        },
    )


def list_events(
    project: str,
    *,
    cursor: str | None = None,
    limit: int | None = None,
    who: str | None = None,
    kind: Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"]
    | None = None,
    noun: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> ApiCall[AuditPage]:
    """Tell who wrote what in a project, newest first; `who` is part of a name."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/audit",
        AuditPage,
        query={
            "cursor": cursor,
            "limit": limit,
            "who": who,
            "kind": kind,
            "noun": noun,
            "since": since,
            "until": until,
        },
    )


def save_events(
    project: str,
    *,
    who: str | None = None,
    kind: Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"]
    | None = None,
    noun: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> ApiCall[bytes]:
    """Give the newest hundred thousand events as a table."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/audit.csv",
        bytes,
        query={
            "who": who,
            "kind": kind,
            "noun": noun,
            "since": since,
            "until": until,
        },
    )
