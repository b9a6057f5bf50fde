"""The audit trail as pages read it."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

Value = str | int | float | bool | None
WhoName = Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"]


class AuditEvent(BaseModel):
    id: int
    at: datetime
    who: WhoName
    who_name: str
    """As they were called then."""
    verb: str
    noun: str
    thing: str
    """Id of what it was done to; empty where it has none."""
    name: str
    before: dict[str, Value]
    """What changed, as it was."""
    after: dict[str, Value]
    address: str
    """Where the request came from; empty for the server itself."""


class AuditPage(BaseModel):
    """Events, newest first."""

    rows: list[AuditEvent]
    total: int
    next: str | None
    nouns: list[str]
    """Of everything that is in the trail, whatever is asked for."""
    kept_days: int
    """0: for ever."""
