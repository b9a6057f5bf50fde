"""What people say of alert groups, as they send it and as it is answered."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from backend.api.schemas.changes.alert_groups import AlertGroup, ChangeSurroundings
from backend.api.schemas.changes.points import ChangePoint
from backend.api.schemas.inputs import Label, Sent, Text
from backend.api.schemas.noisy_machines import NoisyMachine

Number = Annotated[int, Field(ge=1, lt=2**63)]
Numbers = Annotated[list[Number], Field(min_length=1, max_length=200)]
Tag = Annotated[Label, Field(max_length=60)]
GroupStateName = Literal["open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn"]


class NewGroupJudgement(Sent):
    """A state that a person brings groups into, and why."""

    groups: Numbers
    state: Literal["open", "acknowledged", "fixed", "accepted", "invalid"]
    why: Annotated[Text, Field(max_length=2_000)] = ""


class GroupBefore(BaseModel):
    number: int
    state: GroupStateName
    """As it stood before."""


class RefusedGroup(BaseModel):
    number: int
    reason: str


class GroupJudgements(BaseModel):
    changed: list[GroupBefore]
    refused: list[RefusedGroup]
    """Those it does not apply to; they are as they were."""


class GroupEdit(Sent):
    """What is to be kept of groups; what is left out stays as it is, null takes it away."""

    groups: Numbers
    assignee: Number | None = None
    due_on: date | None = None
    tags: Annotated[list[Tag], Field(max_length=20)] = []
    issue_url: Annotated[Text, Field(max_length=2_000)] = ""
    culprit: Number | None = None
    """The id of the commit at which the cause is."""


class Details(BaseModel):
    assignee: int | None
    due_on: date | None
    tags: list[str]
    issue_url: str
    culprit: int | None


class DetailsBefore(BaseModel):
    """What was kept of a group before it was edited."""

    number: int
    details: Details


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


class Deed(BaseModel):
    """One entry of the story of a group."""

    id: int
    kind: str
    text: str
    author: str
    """Empty: Tidemark itself."""
    created_at: datetime


class MergedPull(BaseModel):
    id: int
    number: int | None
    title: str
    headline: str
    """What was said of it before it was merged."""


class GroupPlace(BaseModel):
    """A testbed on which series like those of a group are measured, and how many moved there."""

    testbed_id: int
    testbed: str
    of: int
    """Variants and metrics of the group, wherever they moved."""
    measured: int
    """Of them so many have results here before the commits in question and after them."""
    moved: int
    """Of them so many are in the group."""


class GroupSplit(BaseModel):
    """A split at a commit of a group, as it was judged last."""

    id: int
    headline: str
    net: str
    """The net effect in words; empty where it was not judged yet."""
    state: Literal["open", "accepted", "rejected"]


class AlertGroupDetail(BaseModel):
    """One alert group with all that is known around it."""

    group: AlertGroup
    comparison_url: str | None
    """Where the commits between both levels of its worst change can be read."""
    witness: ChangePoint
    """The change whose reports tell most of what else changed; one of several the worst."""
    surroundings: ChangeSurroundings
    """What else changed with that one."""
    places: list[GroupPlace]
    """Where its series are measured, the one with the most that moved in front; none where a
    machine is the cause."""
    splits: list[GroupSplit]
    """Who gains and who pays at its commits, as kept; none where all went one way."""
    noisy_machines: list[NoisyMachine]
    """Where the runs around its worst change speak against their machines."""
    story: list[Deed]
    """What happened to it and what people did, the oldest first."""
    near: list[AlertGroup]
    """Groups on the same branch whose commits in question overlap: perhaps one cause."""
    alike: list[AlertGroup]
    """Groups that moved mostly the same series."""
    pulls: list[MergedPull]
    """Pull requests that became one of the commits in question."""
