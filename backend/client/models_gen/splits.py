"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal
from msgspec import UNSET, Meta, Struct, UnsetType
from backend.client.models_gen.shared import ListedRun, NoisyMachine


class AlternativeResult(Struct):
    high: float | None
    low: float | None
    value: float


class BreakEven(Struct):
    """
    The share of the load at which the losers would eat up the gains of the rest.
    """

    current: float
    high: float | None
    low: float | None
    weight: float


class DimensionNet(Struct):
    """
    The net effect on the members that are measured in one dimension.
    """

    dimension: str
    gain: float | None
    high: float | None
    low: float | None
    text: str
    verdict: Literal["gain", "loss", "cancels out", "unknown", "apart"]


class GivenWeights(Struct):
    """
    Weights as a person gave them; empty: all members count alike.
    """

    members: Annotated[dict[str, float], Meta(max_length=2000)] | UnsetType = UNSET
    tags: Annotated[dict[str, float], Meta(max_length=2000)] | UnsetType = UNSET


class Net(Struct):
    """
    The weighted mean of all members; a gain is positive, 0.01 is 1 %.

    `apart`: members are measured in several dimensions, which have no common sum.
    """

    gain: float | None
    high: float | None
    low: float | None
    text: str
    verdict: Literal["gain", "loss", "cancels out", "unknown", "apart"]


class NewSplit(Struct):
    """
    Two sides to be kept as a split.
    """

    baseline: str
    contender: str
    baseline_parameters: Annotated[dict[str, list[str]], Meta(max_length=32)] | UnsetType = UNSET
    branch: list[str] | UnsetType = UNSET
    contender_parameters: Annotated[dict[str, list[str]], Meta(max_length=32)] | UnsetType = UNSET
    metric: list[str] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    suite: list[str] | UnsetType = UNSET
    testbed: list[str] | UnsetType = UNSET


class ObjectiveName(Struct):
    direction: Literal["lower", "higher"]
    name: str
    unit: str


class OtherEffect(Struct):
    """
    A metric that is not weighed and moved all the same.
    """

    baseline: float
    contender: float
    direction: Literal["lower", "higher"]
    high: float | None
    low: float | None
    metric: str
    name: str
    ratio: float
    unit: str
    verdict: Literal["regression", "improvement"]


class SavedSplit(Struct):
    id: int
    is_new: bool


class SplitDecision(Struct):
    state: Literal["open", "accepted", "rejected"]
    reason: str | UnsetType = UNSET


class SplitEvent(Struct):
    """
    What somebody did with a split, and what it came to at that moment.
    """

    action: str
    actor: str
    at: str
    headline: str
    text: str


class SplitGroup(Struct):
    """
    The net effect on the members that carry one value of a tag.
    """

    gain: float
    gains: int
    high: float | None
    losses: int
    low: float | None
    members: list[str]
    tag: str
    verdict: Literal["gain", "loss", "cancels out", "unknown", "apart"]
    warnings: list[str]


class SplitMember(Struct):
    """
    One series under the change.
    """

    baseline: float
    basis: str
    claimed: bool
    contender: float
    direction: Literal["lower", "higher"]
    gain: float
    high: float | None
    low: float | None
    metric: str
    miss: float | None
    n: int
    name: str
    sentence: str
    series_id: int | None
    share: float | None
    tags: dict[str, str]
    unit: str
    usual_weight: float
    verdict: Literal["gain", "loss", "same", "unknown"]
    weight: float


class SplitNote(Struct):
    note: str


class SplitRow(Struct):
    basis: str
    change: str
    claimed: bool
    created_at: str
    created_by: str
    decided_by: str
    gains: int
    headline: str
    id: int
    judged_at: str | None
    kind: Literal["measured", "published"]
    losses: int
    members: int
    name: str
    net: Net | None
    note: str
    origin: Literal["proposed", "person", "suite"]
    state: Literal["open", "accepted", "rejected"]
    state_changed_at: str | None
    suites: list[str]
    testbeds: list[str]
    verdict: Literal["split", "gains", "losses", "same", "unknown"] | None


class SplitSide(Struct):
    """
    A side of a split, and the runs that it turned out to be, the newest first.
    """

    asked: str
    parameters: dict[str, list[str]]
    run_count: int
    runs: list[ListedRun]


class TableColumn(Struct):
    head: str
    name: str
    role: Literal["setting", "higher", "lower", "cost higher", "cost lower", "ignore"]
    unit: str


class Alternative(Struct):
    """
    One way to do the same, on the two objectives chosen; `resolution` is over all members.
    """

    beaten_by: str
    is_balanced: bool
    is_claimed: bool
    is_on_front: bool
    name: str
    resolution: str
    role: Literal["baseline", "contender", "alternative"]
    run: int | None
    title: str
    x: AlternativeResult
    y: AlternativeResult


class Alternatives(Struct):
    kind: Literal["values", "commits", "published"]
    objectives: list[ObjectiveName]
    rows: list[Alternative]
    sentences: list[str]
    x: str
    y: str


class PublishedTable(Struct):
    """
    A table as it was read; nothing is stored.
    """

    columns: list[TableColumn]
    layout: Literal["alternatives", "members"]
    rows: list[str]


class SplitDetail(Struct):
    """
    A split judged from what is stored now.
    """

    alternatives: Alternatives | None
    baseline: SplitSide | None
    basis: str
    beside: list[OtherEffect]
    break_even: BreakEven | None
    change: str
    claimed: bool
    contender: SplitSide | None
    created_at: str | None
    created_by: str
    decided_by: str
    events: list[SplitEvent]
    group: str
    groups: list[SplitGroup]
    hangs_on: list[str]
    headline: str
    id: int | None
    kind: Literal["measured", "published"]
    measured: Literal["in turns", "in one run", "in runs apart", "published"]
    members: list[SplitMember]
    name: str
    net: Net
    nets: list[DimensionNet]
    noisy_machines: list[NoisyMachine]
    note: str
    origin: Literal["proposed", "person", "suite"]
    p: float | None
    payers: list[str]
    reason: str
    saved_weights: GivenWeights
    sentences: list[str]
    source: str
    state: Literal["open", "accepted", "rejected"]
    state_changed_at: str | None
    suites: list[str]
    tags: list[str]
    testbeds: list[str]
    verdict: Literal["split", "gains", "losses", "same", "unknown"]
    warnings: list[str]
    weights: GivenWeights


class SplitPage(Struct):
    rows: list[SplitRow]
    total: int
    next: str | None | UnsetType = UNSET
