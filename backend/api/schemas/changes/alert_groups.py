"""Alert groups, and what people say of changes."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from backend.api.schemas.changes.points import ChangePoint
from backend.api.schemas.inputs import Sent, Text
from backend.api.schemas.labels import CommitRef, PageOf, SeriesLabel
from backend.api.schemas.noisy_machines import NoisyMachine
from backend.api.schemas.reports.runs import AttributeChange

CauseName = Literal["code", "same_binary", "machine"]
GroupStateName = Literal[
    "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected"
]
DirectionName = Literal["regression", "improvement", "mixed", "change"]
JudgementName = Literal["acknowledged", "unacknowledged", "rejected", "reopened"]
MOST_JUDGED = 1_000


class CommonCommits(BaseModel):
    """Commits that may be the cause of every change of a group."""

    named: list[CommitRef]
    """In their order; of a long range only both ends."""
    count: int
    """Including those never measured."""
    since: CommitRef
    """The first commit at the new level: that of the worst change where all others allow it, else
    the last that they do."""


class GroupMember(BaseModel):
    """One change point of a group in short."""

    id: int
    series: SeriesLabel
    state: Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"]
    kind: Literal["step", "environment"]
    verdict: Literal["regression", "improvement", "change"]
    same_code: bool
    is_acknowledged: bool
    ratio: float | None
    low: float | None
    high: float | None
    before: float
    after: float
    before_n: int
    after_n: int


class Assignee(BaseModel):
    """Who takes care of a group."""

    id: int
    name: str


class Triage(BaseModel):
    """What people made of a group, and since when it stands as it does."""

    is_said: bool
    """A person brought it into its state."""
    by: str | None
    at: datetime
    why: str
    assignee: Assignee | None
    due_on: date | None
    tags: list[str]
    issue_url: str
    muted_until: datetime | None
    """Until when it alerts nobody; past times do not count."""
    fixed_in: CommitRef | None
    """The commit with which the level of its worst change came back."""
    culprit: CommitRef | None
    """Where a person says that the cause is."""
    merged_into: int | None
    """The number of the group that has its changes now."""


class AlertGroup(BaseModel):
    """Changes of one branch whose commit ranges have a commit in common: one cause."""

    number: int | None
    """What people call it; suspicions are no group yet and have none."""
    cause: CauseName
    state: GroupStateName
    direction: DirectionName
    branch: str
    lead: ChangePoint
    """The worst one; of those that pass the filters."""
    commits: CommonCommits
    changes: int
    """Changes that count: confirmed ones; where none is, all."""
    series: int
    regressions: int
    improvements: int
    members: list[GroupMember]
    """The worst in front; lists name at most 12."""
    opened_at: datetime
    changed_at: datetime
    """When the last of them came into its state."""
    triage: Triage | None


class AlertGroupPage(PageOf):
    rows: list[AlertGroup]
    changes: int
    """Change points in all groups together, as far as they pass the filters."""
    asides: int
    """Groups of these whose cause is not the code: a machine that changed, or one binary."""
    aside_changes: int
    """Change points in those."""


class Side(BaseModel):
    """The run surely before a change, or surely after it."""

    run_id: int | None
    binary_hash: str | None
    benchmark_version: str | None
    control: Literal["steady", "moved", "veto"] | None
    """What the fixed work around the run said."""
    control_reason: str
    names_environment: bool
    """Its report says something of toolchain or settings."""
    names_machine: bool
    """Its report says something of the machine: it has a fingerprint."""
    profile_id: int | None
    """The nearest profile of the variant on this side."""


class Neighbours(BaseModel):
    """The last run of the series before a change, and the first run at it."""

    before: int | None
    at: int | None


class ChangeSurroundings(BaseModel):
    """What else may have changed, the code first."""

    before: Side
    after: Side
    neighbours: Neighbours
    """Next to the change; the runs surely before and after it may lie further apart."""
    binary: Literal["same", "different", "unknown"]
    workload: Literal["same", "different", "unknown"]
    """The definition of the benchmark; where it differs, other work was measured."""
    attributes: list[AttributeChange]


class SimilarChange(BaseModel):
    why: Literal["same_series", "same_benchmark"]
    """It moved mostly the same series, or the same metric of the same benchmark."""
    change: GroupMember
    commit: CommitRef
    series: int
    """How many series moved with it."""


class ChangeNote(BaseModel):
    id: int
    change: int
    kind: Literal["note", "acknowledged", "unacknowledged", "rejected", "reopened"]
    text: str
    author: str
    created_at: datetime


class ChangeDetail(BaseModel):
    """One change point with all that is known around it."""

    change: ChangePoint
    group: AlertGroup
    """With every change of the same cause."""
    comparison_url: str | None
    """Where the commits between both levels can be read with their diffstat."""
    surroundings: ChangeSurroundings
    noisy_machines: list[NoisyMachine]
    """Where the runs around the change speak against their machines."""
    similar: list[SimilarChange]
    notes: list[ChangeNote]
    """Of every change of the group, the oldest first."""


class NewNote(Sent):
    text: Annotated[Text, Field(min_length=1, max_length=8_000)]


class NewJudgements(Sent):
    changes: Annotated[list[int], Field(min_length=1, max_length=MOST_JUDGED)]
    judgement: JudgementName


class RefusedJudgement(BaseModel):
    change: int
    reason: str


class Judgements(BaseModel):
    changed: list[int]
    refused: list[RefusedJudgement]
    """Those it does not apply to; they are as they were."""
