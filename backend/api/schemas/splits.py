"""Splits: one change that helps some members and hurts others."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from backend.api.schemas.inputs import Label, Name, Sent, Text
from backend.api.schemas.labels import PageOf
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.splits.alternatives import Alternative
from backend.domain.splits.stored import SplitEvent
from backend.services.splits.read import SplitSide

StateName = Literal["open", "accepted", "rejected"]
OriginName = Literal["proposed", "person", "suite"]
KindName = Literal["measured", "published"]
MemberVerdictName = Literal["gain", "loss", "same", "unknown"]
NetVerdictName = Literal["gain", "loss", "cancels out", "unknown", "apart"]
SplitVerdictName = Literal["split", "gains", "losses", "same", "unknown"]
Weights = Annotated[dict[Name, Annotated[float, Field(ge=0.0, allow_inf_nan=False)]],
                    Field(max_length=2_000)]  # fmt: skip
Values = Annotated[dict[Name, Annotated[list[Name], Field(max_length=50)]], Field(max_length=32)]
Names = Annotated[list[Name], Field(max_length=50)]


class Net(BaseModel):
    """The weighted mean of all members; a gain is positive, 0.01 is 1 %.

    `apart`: members are measured in several dimensions, which have no common sum.
    """

    verdict: NetVerdictName
    gain: float | None
    low: float | None
    high: float | None
    """95 % interval; null where a member that is weighed has none."""
    text: str


class DimensionNet(Net):
    """The net effect on the members that are measured in one dimension."""

    dimension: str


class SplitRow(BaseModel):
    id: int
    kind: KindName
    origin: OriginName
    name: str
    change: str
    """What is compared, in words."""
    suites: list[str]
    testbeds: list[str]
    headline: str
    verdict: SplitVerdictName | None
    claimed: bool
    net: Net | None
    members: int
    gains: int
    losses: int
    basis: str
    state: StateName
    state_changed_at: datetime | None
    decided_by: str
    note: str
    created_at: datetime
    created_by: str
    judged_at: datetime | None
    """When the verdict of this row was made; the page of a split makes it again."""


class SplitPage(PageOf):
    rows: list[SplitRow]


class SplitMember(BaseModel):
    """One series under the change."""

    name: str
    tags: dict[str, str]
    metric: str
    unit: str
    direction: Literal["lower", "higher"]
    series_id: int | None
    """Series of the contender; null for published figures."""
    verdict: MemberVerdictName
    claimed: bool
    gain: float
    low: float | None
    high: float | None
    """Relative gain in the member's own numbers; the interval misses with `miss`."""
    miss: float | None
    sentence: str
    baseline: float
    contender: float
    n: int
    basis: str
    weight: float
    """Its part of the load: all weights sum to 1."""
    usual_weight: float
    """What it is given where nobody says: metrics of one variant share 1."""
    share: float | None
    """Its part of the total loss; null if it does not pay."""


class SplitGroup(BaseModel):
    """The net effect on the members that carry one value of a tag."""

    tag: str
    members: list[str]
    verdict: NetVerdictName
    gain: float
    low: float | None
    high: float | None
    gains: int
    losses: int
    warnings: list[str]


class BreakEven(BaseModel):
    """The share of the load at which the losers would eat up the gains of the rest."""

    weight: float
    low: float | None
    high: float | None
    current: float


class OtherEffect(BaseModel):
    """A metric that is not weighed and moved all the same."""

    name: str
    metric: str
    unit: str
    direction: Literal["lower", "higher"]
    ratio: float
    low: float | None
    high: float | None
    verdict: Literal["regression", "improvement"]
    baseline: float
    contender: float


class ObjectiveName(BaseModel):
    name: str
    unit: str
    direction: Literal["lower", "higher"]


class Alternatives(BaseModel):
    kind: Literal["values", "commits", "published"]
    objectives: list[ObjectiveName]
    x: str
    y: str
    rows: list[Alternative]
    sentences: list[str]


class GivenWeights(Sent):
    """Weights as a person gave them; empty: all members count alike."""

    members: Weights = {}
    tags: Weights = {}


class SplitDetail(BaseModel):
    """A split judged from what is stored now."""

    id: int | None
    """Null: it is not kept."""
    kind: KindName
    origin: OriginName
    name: str
    change: str
    source: str
    """Where published figures come from."""
    state: StateName
    state_changed_at: datetime | None
    decided_by: str
    reason: str
    note: str
    created_at: datetime | None
    created_by: str
    suites: list[str]
    testbeds: list[str]
    """Where its runs were measured; published figures do not say."""
    headline: str
    verdict: SplitVerdictName
    claimed: bool
    p: float | None
    """Of "some gained and some lost"."""
    net: Net
    nets: list[DimensionNet]
    """One of each dimension that has a say."""
    sentences: list[str]
    basis: str
    measured: Literal["in turns", "in one run", "in runs apart", "published"]
    warnings: list[str]
    noisy_machines: list[NoisyMachine]
    """Machines of both sides, where the runs that are compared speak against them."""
    baseline: SplitSide | None
    contender: SplitSide | None
    members: list[SplitMember]
    payers: list[str]
    hangs_on: list[str]
    break_even: BreakEven | None
    tags: list[str]
    """Tags by which members fall into groups."""
    group: str
    groups: list[SplitGroup]
    weights: GivenWeights
    """By which it is judged here."""
    saved_weights: GivenWeights
    beside: list[OtherEffect]
    alternatives: Alternatives | None
    events: list[SplitEvent]


class NewSplit(Sent):
    """Two sides to be kept as a split."""

    baseline: Annotated[Text, Field(min_length=1, max_length=500)]
    contender: Annotated[Text, Field(min_length=1, max_length=500)]
    baseline_parameters: Values = {}
    contender_parameters: Values = {}
    suite: Names = []
    testbed: Names = []
    branch: Names = []
    metric: Names = []
    """What is weighed; empty: elapsed time, else the metric that most results have."""
    name: Label = ""


class SavedSplit(BaseModel):
    id: int
    is_new: bool
    """False: one of the same sides was kept already."""


class SplitDecision(Sent):
    state: StateName
    reason: Annotated[Text, Field(max_length=2_000)] = ""


class SplitNote(Sent):
    note: Annotated[Text, Field(max_length=8_000)]


class TableColumn(BaseModel):
    head: str
    name: str
    unit: str
    role: Literal["setting", "higher", "lower", "cost higher", "cost lower", "ignore"]
    """What it seems to be; a cost is shown and not weighed."""


class PublishedTable(BaseModel):
    """A table as it was read; nothing is stored."""

    layout: Literal["alternatives", "members"]
    columns: list[TableColumn]
    rows: list[str]
    """What its rows are called, in order."""
