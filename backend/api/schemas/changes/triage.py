"""What people say of alert groups, as they send it and as it is answered."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from backend.api.schemas.inputs import Label, Sent, Text

Number = Annotated[int, Field(ge=1, lt=2**63)]
Numbers = Annotated[list[Number], Field(min_length=1, max_length=200)]
Tag = Annotated[Label, Field(max_length=60)]
GroupStateName = Literal["open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn"]


class NewGroupJudgement(Sent):
    """A state that a person brings groups into, and why."""

    groups: Numbers
    state: Literal["open", "acknowledged", "fixed", "accepted", "invalid"]
    why: Annotated[Text, Field(max_length=2_000)] = ""


class GroupEdit(Sent):
    """What is to be kept of groups; what is left out stays as it is, null takes it away."""

    groups: Numbers
    assignee: Number | None = None
    due_on: date | None = None
    tags: Annotated[list[Tag], Field(max_length=20)] = []
    issue_url: Annotated[Text, Field(max_length=2_000)] = ""
    culprit: Number | None = None
    """The id of the commit at which the cause is."""


class NewMove(Sent):
    """Changes that go to another group: named, or all of some groups; null: to a new one."""

    changes: Annotated[list[Number], Field(max_length=1_000)] = []
    groups: Annotated[list[Number], Field(max_length=200)] = []
    to: Number | None = None
    is_kept: bool = True
    """Evidence does not take them away from there."""


class MovedFrom(BaseModel):
    number: int
    changes: list[int]


class Moved(BaseModel):
    to: int
    """The number of the group that has them now."""
    from_groups: list[MovedFrom]


class ChangeJudgement(Sent):
    """What a person says of a change point."""

    is_change: bool
    """False: it is none, whatever later results show. True: take that back."""
