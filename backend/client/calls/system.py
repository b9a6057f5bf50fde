"""Calls: system. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Any

from backend.client.call import Call
from backend.client.models_gen import ReadyAnswer


def health() -> Call[dict[str, Any]]:
    """Answer while this process does; neither a thread nor the database is asked."""
    return Call("GET", "/health", dict[str, Any])


def ready() -> Call[ReadyAnswer]:
    """Answer whether all components do their work, from memory; 503 names those that do not."""
    return Call("GET", "/ready", ReadyAnswer)


def report_schema() -> Call[dict[str, Any]]:
    """Return the JSON Schema of report v1."""
    return Call("GET", "/schemas/report-v1.json", dict[str, Any])
