"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import UNSET, Meta, Struct, UnsetType
from backend.client.models_gen.shared import (
    AlertGroup,
    ChangePoint,
    ChangeSurroundings,
    GroupState,
    NoisyMachine,
    Who,
)


class Assignable(Struct):
    """
    Who can be given work in a project: a member, or an administrator of all.
    """

    id: int
    name: str
    nick: str


class Details(Struct):
    """
    What people keep of a group beside its state.
    """

    assignee: int | None
    culprit: int | None
    due_on: str | None
    issue_url: str
    tags: list[str]


class DetailsBefore(Struct):
    """
    What was kept of a group before it was edited.
    """

    details: Details
    number: int


class GroupEdit(Struct):
    """
    What is to be kept of groups; what is left out stays as it is, null takes it away.
    """

    groups: list[int]
    assignee: int | None | UnsetType = UNSET
    culprit: int | None | UnsetType = UNSET
    due_on: str | None | UnsetType = UNSET
    issue_url: str | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET


class GroupEvent(Struct):
    """
    One entry of the story of a group; no author: Tidemark itself.
    """

    author: str
    created_at: str
    id: int
    kind: str
    text: str


class GroupPlace(Struct):
    """
    A testbed on which series like those of a group are measured, and how many moved there.
    """

    measured: int
    moved: int
    of: int
    testbed: str
    testbed_id: int


class MergedPull(Struct):
    """
    A pull request that was merged, and what was said of it before.
    """

    headline: str
    id: int
    number: int | None
    title: str


class MovedFrom(Struct):
    changes: list[int]
    number: int


class Mute(Struct):
    """
    A mute as it is kept.
    """

    author: str
    benchmark: str | None
    branch: str | None
    created_at: str
    id: int
    lifted_at: str | None
    metric: str | None
    suite: str | None
    testbed: str | None
    until: str
    why: str


class MuteList(Struct):
    rows: list[Mute]


class NewGroupJudgement(Struct):
    """
    A state that a person brings groups into, and why.
    """

    groups: list[int]
    state: Literal["open", "acknowledged", "fixed", "accepted", "invalid"]
    why: str | UnsetType = UNSET


class NewMove(Struct):
    """
    Changes that go to another group: named, or all of some groups; null: to a new one.
    """

    changes: list[int] | UnsetType = UNSET
    groups: list[int] | UnsetType = UNSET
    is_kept: bool | UnsetType = UNSET
    to: int | None | UnsetType = UNSET


class NewMute(Struct):
    """
    Series that alert nobody until then: those that have every name that is given.
    """

    until: str
    why: str
    benchmark: str | None | UnsetType = UNSET
    branch: str | None | UnsetType = UNSET
    metric: str | None | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


class RefusedGroup(Struct):
    number: int
    reason: str


SplitState: TypeAlias = Annotated[
    Literal["open", "accepted", "rejected"],
    Meta(description="What a person has decided."),
]


class GroupBefore(Struct):
    """
    A group as it stood before something was done to it: what takes it back.
    """

    number: int
    state: GroupState


class GroupJudgements(Struct):
    """
    What became of a judgement on several groups.
    """

    changed: list[GroupBefore]
    refused: list[RefusedGroup]


class GroupSplit(Struct):
    """
    A kept split in a line; one that was never judged has no headline but its change.
    """

    headline: str
    id: int
    net: str
    state: SplitState


class Moved(Struct):
    from_groups: list[MovedFrom]
    to: int


class AlertGroupDetail(Struct):
    """
    One group with its story and what is near it.
    """

    alike: list[AlertGroup]
    comparison_url: str | None
    group: AlertGroup
    near: list[AlertGroup]
    noisy_machines: list[NoisyMachine]
    places: list[GroupPlace]
    pulls: list[MergedPull]
    splits: list[GroupSplit]
    story: list[GroupEvent]
    surroundings: ChangeSurroundings
    witness: ChangePoint


class AlertGroupPage(Struct):
    """
    Groups in order, and what all of them hold: see GroupCounts.
    """

    aside_changes: int
    asides: int
    changes: int
    history: int
    history_changes: int
    in_pulls: int
    next: str | None
    rows: list[AlertGroup]
    total: int


class TriageReport(Struct):
    better: list[AlertGroup]
    ended: list[AlertGroup]
    found: list[AlertGroup]
    markdown: str
    muted: list[AlertGroup]
    new: list[AlertGroup]
    waiting: list[AlertGroup]
    week: str
