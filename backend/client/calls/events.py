"""Calls: events. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted


def listen(project: str) -> Call[None]:
    """Stream `report`, `run`, `change`, `split`, `agent` events; a comment every 15 s: alive."""
    return Call("GET", f"/projects/{quoted(project)}/events", None)
