"""Alert groups: change points with one cause, on one branch, with a commit they may all come from.

Every change point names the commits among which its cause lies (95 %). Change points of one branch
whose ranges have a commit in common are put together, into as few groups as do it; what is left of
the range once all of them are heard is often narrower than that of any single one. How groups keep
their identity while evidence grows is `alert_placing`, how they stand is `alert_standing`.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from backend.domain.changes.findings import FindingKind, FindingVerdict
from backend.domain.changes.states import State


class GroupCause(StrEnum):
    """What can have made a step."""

    CODE = "code"
    DRIFT = "drift"
    """Many small steps, or none: no single commit made it."""
    SAME_BINARY = "same_binary"
    """Every run around it measured one binary or one commit."""
    MACHINE = "machine"


OF_CODE = (GroupCause.CODE, GroupCause.DRIFT)
"""Causes that ask for attention and may alert."""


class GroupState(StrEnum):
    """Where a group stands."""

    OPEN = "open"
    """Confirmed, and not acknowledged yet."""
    ACKNOWLEDGED = "acknowledged"
    FIXED = "fixed"
    """The level came back, or a person says that it will."""
    ACCEPTED = "accepted"
    """It is there, and it stays."""
    INVALID = "invalid"
    """It is no change: a person or re-runs said so."""
    WITHDRAWN = "withdrawn"
    """Later results took all of it back."""
    SUSPECTED = "suspected"
    """Nothing is claimed yet; such a group is worked out when somebody looks and has no number."""


class GroupDirection(StrEnum):
    """Which way a group went."""

    REGRESSION = "regression"
    IMPROVEMENT = "improvement"
    MIXED = "mixed"
    CHANGE = "change"
    """Of metrics without a direction."""


class GroupingInput(NamedTuple):
    """A change point, as far as grouping and ordering need it."""

    id: int
    series_id: int
    branch_id: int
    testbed_id: int
    kind: str
    state: str
    is_acknowledged: bool
    same_code: bool
    verdict: str
    ratio: float
    first_position: int
    last_position: int
    """Positions on the branch that hold the cause, both included."""
    time: float
    """When its commit was made, in seconds since 1970."""
    changed_at: float
    """When it came into its state."""
    confirmed_at: float = 0.0
    """When it was confirmed for the first time; 0 where it never was."""


class GroupingKey(NamedTuple):
    """What change points must share, besides a commit, to have one cause."""

    branch_id: int
    testbed_id: int
    """0 for code: it reaches every testbed."""
    cause: GroupCause


@dataclass(frozen=True, slots=True)
class GroupedChanges:
    """Change points of one cause, the worst first, and the positions that all ranges hold."""

    key: GroupingKey
    members: tuple[GroupingInput, ...]
    first_position: int
    last_position: int

    @property
    def lead(self) -> GroupingInput:
        return self.members[0]


def cause_of(change: GroupingInput) -> GroupCause:
    if change.kind == _ENVIRONMENT:
        return GroupCause.MACHINE
    if change.kind == _DRIFT and not change.same_code:
        return GroupCause.DRIFT
    return GroupCause.SAME_BINARY if change.same_code else GroupCause.CODE


def grouping_key_of(change: GroupingInput) -> GroupingKey:
    """Return what a change point can be grouped by.

    Machines and unchanged binaries are told apart by testbed: nothing of the code connects them.
    """
    cause = cause_of(change)
    return GroupingKey(change.branch_id, 0 if cause in OF_CODE else change.testbed_id, cause)


def size_of(change: GroupingInput) -> float:
    """Return |ln ratio|: half as much and twice as much are changes of one size.

    Without a ratio it is as large as can be, except where no verdict is given at all.
    """
    if change.kind == _ENVIRONMENT:
        return -1.0
    ratio = change.ratio
    return abs(math.log(ratio)) if 0.0 < ratio < math.inf else math.inf


def grouped(inputs: Iterable[GroupingInput]) -> list[GroupedChanges]:
    """Put change points of one cause together, in no order."""
    by_key: dict[GroupingKey, list[GroupingInput]] = defaultdict(list)
    for change in inputs:
        by_key[grouping_key_of(change)].append(change)
    return [
        GroupedChanges(key, by_urgency(bucket), *common_range(bucket))
        for key, found in by_key.items()
        for bucket in divided(found)
    ]


def divided(inputs: Iterable[GroupingInput]) -> list[list[GroupingInput]]:
    """Divide change points of one grouping key so that those of a bucket have a commit in common.

    Taken by where their ranges end, each joins the open bucket if its range reaches back to the
    end of the first range of that bucket; no other way of dividing them needs fewer buckets, and
    what the buckets have in common does not overlap.
    """
    buckets: list[list[GroupingInput]] = []
    for change in sorted(inputs, key=attrgetter("last_position", "first_position", "id")):
        if buckets and change.first_position <= buckets[-1][0].last_position:
            buckets[-1].append(change)
        else:
            buckets.append([change])
    return buckets


def common_range(bucket: Iterable[GroupingInput]) -> tuple[int, int]:
    """Return the positions that the ranges of all have in common."""
    found = list(bucket)
    return (
        max(one.first_position for one in found),
        min(one.last_position for one in found),
    )


def by_urgency(bucket: Sequence[GroupingInput]) -> tuple[GroupingInput, ...]:
    """Order by what asks for attention, then by which way it went, then by size, the newest last.

    Worked out as columns: a bucket may hold thousands.
    """
    states = [
        _STATE_RANK[one.state] + (one.is_acknowledged and one.state == _OPEN) for one in bucket
    ]
    verdicts = [_VERDICT_RANK[one.verdict] for one in bucket]
    sizes = [-size_of(one) for one in bucket]
    ids = [one.id for one in bucket]
    order: list[int] = np.lexsort((ids, sizes, verdicts, states)).tolist()
    return tuple(bucket[place] for place in order)


def direction_of(regressions: int, improvements: int) -> GroupDirection:
    if regressions and improvements:
        return GroupDirection.MIXED
    if regressions:
        return GroupDirection.REGRESSION
    return GroupDirection.IMPROVEMENT if improvements else GroupDirection.CHANGE


def newest_first(bucket: GroupedChanges) -> tuple[float, int]:
    return max(one.time for one in bucket.members), bucket.lead.id


_DRIFT = FindingKind.DRIFT.value
_ENVIRONMENT = FindingKind.ENVIRONMENT.value
_OPEN = State.CONFIRMED.value
_STATE_RANK = {
    State.CONFIRMED.value: 0,
    # 1: confirmed and acknowledged
    State.SUSPECTED.value: 2,
    State.FIXED.value: 3,
    State.REFUTED.value: 4,
    State.WITHDRAWN.value: 5,
    State.CLEARED.value: 6,
}
_VERDICT_RANK = {
    FindingVerdict.REGRESSION.value: 0,
    FindingVerdict.CHANGE.value: 1,
    FindingVerdict.IMPROVEMENT.value: 2,
}
