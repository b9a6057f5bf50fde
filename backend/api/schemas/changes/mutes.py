"""Mutes, as they are sent and answered."""

from datetime import datetime
from typing import Annotated

from pydantic import AwareDatetime, BaseModel, Field

from backend.api.schemas.inputs import Name, Sent, Text


class NewMute(Sent):
    """Series that alert nobody until then: those that have every name that is given."""

    suite: Name | None = None
    benchmark: Name | None = None
    metric: Name | None = None
    testbed: Name | None = None
    branch: Name | None = None
    until: AwareDatetime
    why: Annotated[Text, Field(min_length=1, max_length=2_000)]


class Mute(BaseModel):
    id: int
    suite: str | None
    benchmark: str | None
    metric: str | None
    testbed: str | None
    branch: str | None
    until: datetime
    why: str
    author: str
    created_at: datetime
    lifted_at: datetime | None


class MuteList(BaseModel):
    rows: list[Mute]
    """Those that hold now, the one that ends first in front."""
