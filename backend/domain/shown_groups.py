"""Groups of change points as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.change_groups import Cause, GroupState
from backend.domain.labels import CommitRef, SeriesLabel
from backend.domain.shown_changes import ShownChange


@dataclass(frozen=True, slots=True)
class CommonCommits:
    """Commits that may be the cause of all of a group, in their order, and how many there are.

    Of a long range only both ends are named.
    """

    named: Sequence[CommitRef]
    count: int


@dataclass(frozen=True, slots=True)
class GroupMember:
    """One change point of a group in short."""

    id: int
    series: SeriesLabel
    state: str
    kind: str
    verdict: str
    same_code: bool
    is_acknowledged: bool
    ratio: float
    low: float
    high: float
    before: float
    after: float
    before_n: int
    after_n: int


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """One cause in one row: its worst change, what moved with it, and the commits in question."""

    cause: Cause
    state: GroupState
    branch: str
    lead: ShownChange
    commits: CommonCommits
    series: int
    regressions: int
    improvements: int
    members: Sequence[GroupMember]
    """The worst in front, at most as many as were asked for."""
    ids: Sequence[int]
    """Of all its change points, in the same order."""
    changed_at: datetime
    """When the last of them came into its state."""
