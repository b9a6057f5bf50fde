"""Change points with one cause: the same branch, and a commit that all of them may come from.

Every change point names the commits among which its cause lies (95 %). Change points of one branch
whose ranges have a commit in common are put together, into as few groups as do it; what is left of
the range once all of them are heard is often narrower than that of any single one. What was
refuted, cleared or taken back shares no cause with what stands: it is grouped by itself.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from backend.domain.change_states import CLOSED, State
from backend.domain.findings import Kind, Verdict
from backend.domain.pages import Page, cursor_at, read_place

SHARED = 0.5
"""Part of the series of two groups together that both must hold to be called alike."""


class Cause(StrEnum):
    """What can have made a step."""

    CODE = "code"
    SAME_BINARY = "same_binary"
    """Every run around it measured one binary or one commit."""
    MACHINE = "machine"


class GroupState(StrEnum):
    """Where a group stands: that of its member which asks for most."""

    OPEN = "open"
    """Confirmed, and nobody takes care of it yet."""
    ACKNOWLEDGED = "acknowledged"
    SUSPECTED = "suspected"
    FIXED = "fixed"
    REFUTED = "refuted"
    WITHDRAWN = "withdrawn"
    CLEARED = "cleared"


class Sighting(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Change points of one cause, the worst in front."""

    members: tuple[Sighting, ...]
    first_position: int
    last_position: int
    """Positions that every member's range holds."""

    @property
    def lead(self) -> Sighting:
        return self.members[0]

    @property
    def cause(self) -> Cause:
        return cause_of(self.lead)

    @property
    def state(self) -> GroupState:
        return state_of(self.lead)

    @property
    def time(self) -> float:
        """When the newest commit at a new level was made."""
        return max(member.time for member in self.members)

    @property
    def size(self) -> float:
        """Distance of the worst effect from no change."""
        return size_of(self.lead)

    def count(self, verdict: Verdict) -> int:
        return sum(member.verdict == verdict for member in self.members)


def cause_of(sighting: Sighting) -> Cause:
    if sighting.kind == Kind.ENVIRONMENT:
        return Cause.MACHINE
    return Cause.SAME_BINARY if sighting.same_code else Cause.CODE


def state_of(sighting: Sighting) -> GroupState:
    """Return the state of one change point in the words of groups."""
    return _STATES[sighting.state, sighting.is_acknowledged]


_STATES = {
    (state.value, acknowledged): GroupState(state.value)
    if state is not State.CONFIRMED
    else GroupState.ACKNOWLEDGED
    if acknowledged
    else GroupState.OPEN
    for state in State
    for acknowledged in (False, True)
}
"""Looked up rather than worked out: lists hold thousands."""


def size_of(sighting: Sighting) -> float:
    """Return |ln ratio|: half as much and twice as much are changes of one size.

    Without a ratio it is as large as can be, except where no verdict is given at all.
    """
    if sighting.kind == _ENVIRONMENT:
        return -1.0
    ratio = sighting.ratio
    return abs(math.log(ratio)) if 0.0 < ratio < math.inf else math.inf


def grouped(sightings: Iterable[Sighting]) -> list[ChangeGroup]:
    """Put change points of one cause together, the newest group first.

    Taken by where their ranges end, each joins the open group if its range reaches back to the end
    of the first range of that group; so all of a group have that commit in common, and no other
    way of dividing them needs fewer groups. Machines and unchanged binaries are told apart by
    testbed, since nothing of the code connects them.
    """
    kin: dict[tuple[int, str, int, str], list[Sighting]] = defaultdict(list)
    step = Kind.STEP.value
    for sighting in sightings:
        is_of_code = sighting.kind == step and not sighting.same_code
        place = (0, "") if is_of_code else (sighting.testbed_id, sighting.kind)
        closed = sighting.state if sighting.state in CLOSED else ""
        kin[sighting.branch_id, closed, *place].append(sighting)
    groups = [group for found in kin.values() for group in _divided(found)]
    return sorted(groups, key=place_by_time, reverse=True)


def without_repeats(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Leave out what was cleared or taken back where the same series has the change otherwise.

    A change that is found again somewhere else is a new change point, and the old one stays on
    record; who asks for all changes is told of each one once, in the state it is in now.
    """
    found = list(sightings)
    if not any(sighting.state in _GONE for sighting in found):
        return found
    kept: list[Sighting] = []
    standing: dict[tuple[int, str], list[Sighting]] = defaultdict(list)
    for sighting in sorted(found, key=_newest_standing_first):
        mine = standing[sighting.series_id, sighting.kind]
        if sighting.state not in _GONE or not any(_meet(sighting, other) for other in mine):
            kept.append(sighting)
            mine.append(sighting)
    return kept


def _newest_standing_first(sighting: Sighting) -> tuple[bool, int]:
    return sighting.state in _GONE, -sighting.id


def _meet(one: Sighting, other: Sighting) -> bool:
    return one.first_position <= other.last_position and other.first_position <= one.last_position


_GONE = frozenset({State.CLEARED, State.WITHDRAWN})


def _divided(sightings: list[Sighting]) -> list[ChangeGroup]:
    sightings.sort(key=attrgetter("last_position", "first_position", "id"))
    heaps: list[list[Sighting]] = []
    for sighting in sightings:
        if heaps and sighting.first_position <= heaps[-1][0].last_position:
            heaps[-1].append(sighting)
        else:
            heaps.append([sighting])
    return [_group(heap) for heap in heaps]


def _group(heap: Sequence[Sighting]) -> ChangeGroup:
    return ChangeGroup(
        members=tuple(heap[place] for place in _by_urgency(heap)),
        first_position=max(member.first_position for member in heap),
        last_position=heap[0].last_position,
    )


def _by_urgency(heap: Sequence[Sighting]) -> list[int]:
    """Order by what asks for attention, then by which way it went, then by size, the newest last.

    Worked out as columns: a heap may hold thousands.
    """
    states = [_STATE_RANK[one.state, one.is_acknowledged] for one in heap]
    verdicts = [_VERDICT_RANK[one.verdict] for one in heap]
    sizes = [-size_of(one) for one in heap]
    ids = [one.id for one in heap]
    order: list[int] = np.lexsort((ids, sizes, verdicts, states)).tolist()
    return order


_ENVIRONMENT = Kind.ENVIRONMENT.value
_STATE_RANK = {standing: list(GroupState).index(state) for standing, state in _STATES.items()}
_VERDICT_RANK = {
    Verdict.REGRESSION.value: 0,
    Verdict.CHANGE.value: 1,
    Verdict.IMPROVEMENT.value: 2,
}


def place_by_time(group: ChangeGroup) -> tuple[float, ...]:
    return group.time, group.lead.id


def place_by_size(group: ChangeGroup) -> tuple[float, ...]:
    return group.size, group.time, group.lead.id


def page_of_groups(
    groups: Iterable[ChangeGroup], cursor: str | None, limit: int, *, is_largest_first: bool
) -> Page[ChangeGroup]:
    """Cut a page out behind a place of the order, which stays when groups come, go or change."""
    place_of = place_by_size if is_largest_first else place_by_time
    ordered = sorted(groups, key=place_of, reverse=True)
    places = [place_of(group) for group in ordered]
    after = read_place(cursor, 3 if is_largest_first else 2)
    start = 0 if after is None else sum(place >= after for place in places)
    end = start + limit
    following = cursor_at(places[end - 1]) if end < len(ordered) else None
    return Page(ordered[start:end], len(ordered), following)


def worse_first(groups: Iterable[ChangeGroup]) -> list[ChangeGroup]:
    """Put what got worse in front and leave the order alone otherwise."""
    return sorted(groups, key=lambda group: group.lead.verdict != Verdict.REGRESSION)


def worst_of(groups: Iterable[ChangeGroup]) -> Sighting | None:
    """Return the largest regression; where nothing got worse, the largest change."""
    leads = [group.lead for group in groups]
    worse = [one for one in leads if one.verdict == Verdict.REGRESSION]
    return max(worse or leads, key=_finite_size, default=None)


def _finite_size(sighting: Sighting) -> float:
    """Return the size; a change without a ratio is told of, but never as the largest."""
    size = size_of(sighting)
    return size if math.isfinite(size) else -1.0


def group_of(groups: Iterable[ChangeGroup], change_id: int) -> ChangeGroup | None:
    return next((one for one in groups if any(m.id == change_id for m in one.members)), None)


def alike(group: ChangeGroup, others: Iterable[ChangeGroup]) -> list[ChangeGroup]:
    """Return groups that moved mostly the same series as this one, the newest first."""
    mine = {member.series_id for member in group.members}
    found = [
        other
        for other in others
        if other.cause is group.cause
        and (other.first_position, other.lead.branch_id)
        != (group.first_position, group.lead.branch_id)
        and _share(mine, {member.series_id for member in other.members}) >= SHARED
    ]
    return sorted(found, key=lambda other: other.time, reverse=True)


def _share(mine: set[int], theirs: set[int]) -> float:
    return len(mine & theirs) / len(mine | theirs)


@dataclass(frozen=True, slots=True)
class News:
    """What came into its present state since somebody looked last, by cause."""

    appeared: Sequence[ChangeGroup]
    """Confirmed since then, of the code."""
    ended: Sequence[ChangeGroup]
    """Fixed, or taken back."""
    machines: Sequence[ChangeGroup]
    """A machine changed, or one binary differs from itself."""


def news_of(sightings: Iterable[Sighting]) -> News:
    """Divide what changed its state; suspicions are no news yet."""
    now = without_repeats(sightings)
    told = [one for one in now if one.state not in (State.SUSPECTED, State.CLEARED)]
    fresh = grouped(one for one in told if one.state == State.CONFIRMED)
    return News(
        appeared=[group for group in fresh if group.cause is Cause.CODE],
        ended=grouped(one for one in told if one.state != State.CONFIRMED),
        machines=[group for group in fresh if group.cause is not Cause.CODE],
    )
