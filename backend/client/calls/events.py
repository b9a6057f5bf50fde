"""Calls: events. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted


def listen(project: str) -> ApiCall[None]:
    """Stream `report`, `run`, `change`, `agent`, `job`, … events; a comment every 15 s: alive."""
    return ApiCall("GET", f"/projects/{quoted(project)}/events", None)
