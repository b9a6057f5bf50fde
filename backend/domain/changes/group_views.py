"""Groups of change points as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.changes.alert_groups import GroupCause, GroupDirection, GroupState
from backend.domain.changes.views import (
    ChangeKindName,
    ChangePoint,
    ChangeStateName,
    ChangeVerdictName,
    Ratio,
)

HISTORY_AGE = timedelta(days=90)
"""A change found so long after its commit was made came with results that were imported later."""


@dataclass(frozen=True, slots=True)
class CommonCommits:
    """Commits that may be the cause of all of a group, in their order, and how many there are.

    Of a long range only both ends are named.
    """

    named: Sequence[CommitRef]
    """In their order; of a long range only both ends."""
    count: int
    """Including those never measured."""
    since: CommitRef
    """The first commit at the new level: that of the worst change where all others allow it, else
    the last that they do. A series measured rarely shows its change late."""


@dataclass(frozen=True, slots=True)
class GroupMember:
    """One change point of a group in short."""

    id: int
    series: SeriesLabel
    state: ChangeStateName
    kind: ChangeKindName
    verdict: ChangeVerdictName
    same_code: bool
    is_acknowledged: bool
    ratio: Ratio
    low: Ratio
    high: Ratio
    before: float
    after: float
    before_n: int
    after_n: int
    aspect: str
    """What moved: p90, p99, p99.9, max or spread; empty: the centre."""
    modes_before: Sequence[float]
    """Centres of the modes before, where their number is another one; else empty."""
    modes_after: Sequence[float]
    """Centres of the modes after, where their number is another one; else empty."""


@dataclass(frozen=True, slots=True)
class Assignee:
    """Assignee of the alert group."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class GroupTriage:
    """What people made of a group, and since when it stands as it does."""

    is_said: bool
    """A person brought it into its state."""
    by: str | None
    at: datetime
    why: str
    assignee: Assignee | None
    due_on: date | None
    tags: Sequence[str]
    issue_url: str
    muted_until: datetime | None
    """Until when it alerts nobody; past times do not count."""
    fixed_in: CommitRef | None
    """The commit with which the level of its worst change came back."""
    culprit: CommitRef | None
    """Where a person says that the cause is."""
    merged_into: int | None
    """The number of the group that has its changes now."""


@dataclass(frozen=True, slots=True)
class AlertGroup:
    """One alert group in one row: its worst change, what moved with it, the commits in question."""

    number: int | None
    """What people call it; suspicions are no group yet and have none."""
    cause: GroupCause
    state: GroupState
    direction: GroupDirection
    branch: str
    lead: ChangePoint
    """The worst one; of those that pass the filters."""
    commits: CommonCommits
    changes: int
    """Changes that count: confirmed ones; where none is, all."""
    series: int
    regressions: int
    improvements: int
    members: Sequence[GroupMember]
    """The worst first, at most as many as were asked for."""
    opened_at: datetime
    changed_at: datetime
    """When the last of them came into its state."""
    triage: GroupTriage | None
    is_history: bool = False
    """It was found more than 90 days after its commit was made, in results that came late."""


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """A testbed on which series like those of a group are measured, and how many moved there."""

    testbed_id: int
    testbed: str
    of: int
    """Variants and metrics of the group, wherever they moved."""
    measured: int
    """Of them so many have results here before the commits in question and after them."""
    moved: int
    """Of them so many are in the group."""


@dataclass(frozen=True, slots=True)
class GroupEvent:
    """One entry of the story of a group; no author: Tidemark itself."""

    id: int
    kind: str
    text: str
    author: str
    """Empty: Tidemark itself."""
    created_at: datetime
