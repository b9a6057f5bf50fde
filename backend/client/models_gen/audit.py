"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from msgspec import Struct
from backend.client.models_gen.shared import Who


class AuditEvent(Struct):
    """
    One row of the trail, as it is read.
    """

    address: str
    after: dict[str, str | int | float | bool | None]
    at: str
    before: dict[str, str | int | float | bool | None]
    id: int
    name: str
    noun: str
    thing: str
    verb: str
    who: Who
    who_name: str


class AuditPage(Struct):
    """
    Events, newest first, and what they can be filtered by.
    """

    kept_days: int
    next: str | None
    nouns: list[str]
    rows: list[AuditEvent]
    total: int
