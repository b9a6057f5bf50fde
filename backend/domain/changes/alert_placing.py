"""Which change points belong to which alert group as evidence grows: groups keep their identity.

A change point stays in its group as long as the others of the group may have the same cause, and
leaves when its range has moved away. A new one joins the group whose commits it may come from; what
fits nowhere makes new groups. What a person has put somewhere stays there. Two groups whose ranges
come to overlap become one, unless a person has worked on the younger one.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from backend.domain.changes.alert_groups import (
    ChangeSighting,
    GroupState,
    Kin,
    by_urgency,
    common_range,
    divided,
    kin_of,
)
from backend.domain.changes.states import State

LIVE = frozenset({State.CONFIRMED.value, State.FIXED.value, State.SUSPECTED.value})
"""States in which a member has a say in where the cause lies."""
GROUPED = frozenset({State.CONFIRMED.value, State.FIXED.value})
"""States in which a change point makes or joins a group; later it stays, whatever becomes of it."""
Span = tuple[int, int, int]
"""A branch, and the first and last position of a part of it."""


@dataclass(frozen=True, slots=True)
class HeldGroup:
    """A stored group, as far as placing and standing need it."""

    id: int
    number: int
    kin: Kin
    state: GroupState
    is_said: bool
    """A person brought it into its state."""
    first_position: int
    last_position: int
    culprit_position: int | None
    """Where a person says that the cause is."""
    is_worked_on: bool
    """A person has done something to it: it does not vanish into another one by itself."""
    episode: int
    changes: int
    """Confirmed members when it was written last."""
    members: Mapping[int, bool]
    """Each member, and whether a person put it there."""


@dataclass(slots=True)
class GroupPlacement:
    """The members of one group from now on; a group that has lost all of them is left out."""

    held: HeldGroup | None
    kin: Kin
    members: list[ChangeSighting]
    """The worst in front."""
    first_position: int
    last_position: int
    absorbed: list[HeldGroup] = field(default_factory=list)
    """Groups that have become part of this one."""


def spans_of(sightings: Iterable[ChangeSighting]) -> list[Span]:
    """Return the parts of branches that these ranges cover together."""
    spans: list[Span] = []
    places = ((one.branch_id, one.first_position, one.last_position) for one in sightings)
    for branch, first, last in sorted(places):
        if spans and spans[-1][0] == branch and first <= spans[-1][2]:
            spans[-1] = (branch, spans[-1][1], max(last, spans[-1][2]))
        else:
            spans.append((branch, first, last))
    return spans


def placed(held: Sequence[HeldGroup], sightings: Iterable[ChangeSighting]) -> list[GroupPlacement]:
    """Put every change point that makes a group into one, held ones in front by their number."""
    known = {one.id: one for one in sightings}
    kept, free = [], dict(known)
    for group in sorted(held, key=lambda one: one.number):
        members = [free.pop(id_) for id_ in group.members if id_ in free]
        placement, left = _kept(group, members)
        free |= {one.id: one for one in left}
        if placement is not None:
            kept.append(placement)
    waiting = [one for one in free.values() if one.state in GROUPED]
    made = _made(_joined(kept, waiting))
    return [_ordered(one) for one in [*_united(kept), *made]]


def placed_as_told(sightings: Iterable[ChangeSighting]) -> GroupPlacement:
    """Return a new group of change points that a person puts together."""
    members = list(sightings)
    most: list[ChangeSighting] = max(divided(members), key=len)
    return _ordered(GroupPlacement(None, kin_of(members[0]), members, *common_range(most)))


def _kept(
    group: HeldGroup, members: list[ChangeSighting]
) -> tuple[GroupPlacement | None, list[ChangeSighting]]:
    """Return what stays in a group, and what has moved away from it."""
    live = [one for one in members if one.state in LIVE]
    bound = [one for one in live if group.members[one.id]]
    loose = [one for one in live if not group.members[one.id]]
    kin = _kin_of_most(loose) or group.kin
    agreed = [one for one in loose if kin_of(one) == kin]
    if group.culprit_position is None:
        heaps = divided(agreed)
        agreed = max(heaps, key=lambda heap: (len(heap), -heap[0].id), default=[])
    staying = {one.id for one in (*agreed, *bound)}
    left = [one for one in loose if one.id not in staying]
    gone = {one.id for one in left}
    stay = [one for one in members if one.id not in gone]
    if not stay:
        return None, left
    return GroupPlacement(group, kin, stay, *_range_of(group, agreed or bound)), left


def _kin_of_most(members: Sequence[ChangeSighting]) -> Kin | None:
    counted = Counter(map(kin_of, members))
    return max(counted, key=lambda kin: (counted[kin], kin), default=None)


def _range_of(group: HeldGroup, members: Sequence[ChangeSighting]) -> tuple[int, int]:
    """Return where the cause of members lies; where they disagree, what most of them say."""
    if group.culprit_position is not None:
        return group.culprit_position, group.culprit_position
    if not members:
        return group.first_position, group.last_position
    most: list[ChangeSighting] = max(divided(members), key=len)
    return common_range(most)


def _joined(
    kept: Sequence[GroupPlacement], waiting: Iterable[ChangeSighting]
) -> list[ChangeSighting]:
    """Let change points join groups that they may belong to; returns those that found none."""
    open_by_kin: dict[Kin, list[GroupPlacement]] = defaultdict(list)
    for placement in kept:
        if placement.held is not None and placement.held.state is not GroupState.INVALID:
            open_by_kin[placement.kin].append(placement)
    for found in open_by_kin.values():
        found.sort(key=lambda one: one.last_position)
    ends = {kin: [one.last_position for one in found] for kin, found in open_by_kin.items()}
    left = []
    for sighting in sorted(waiting, key=lambda one: (one.last_position, one.first_position)):
        kin = kin_of(sighting)
        place = bisect_left(ends.get(kin, []), sighting.first_position)
        group = next(iter(open_by_kin.get(kin, [])[place : place + 1]), None)
        if group is None or not _reaches(sighting, group):
            left.append(sighting)
        else:
            _take(group, sighting)
            ends[kin][place] = group.last_position
    return left


def _reaches(sighting: ChangeSighting, group: GroupPlacement) -> bool:
    return (
        sighting.first_position <= group.last_position
        and group.first_position <= sighting.last_position
    )


def _take(group: GroupPlacement, sighting: ChangeSighting) -> None:
    group.members.append(sighting)
    if group.held is None or group.held.culprit_position is None:
        group.first_position = max(group.first_position, sighting.first_position)
        group.last_position = min(group.last_position, sighting.last_position)


def _made(left: Iterable[ChangeSighting]) -> list[GroupPlacement]:
    kindred: dict[Kin, list[ChangeSighting]] = defaultdict(list)
    for sighting in left:
        kindred[kin_of(sighting)].append(sighting)
    return [
        GroupPlacement(None, kin, heap, *common_range(heap))
        for kin, found in kindred.items()
        for heap in divided(found)
    ]


def _united(kept: Sequence[GroupPlacement]) -> list[GroupPlacement]:
    """Make one group of neighbours whose ranges have come to overlap; the older one stays."""
    ordered = sorted(kept, key=lambda one: (one.kin, one.first_position, one.last_position))
    result: list[GroupPlacement] = []
    for placement in ordered:
        if result and _is_one(result[-1], placement):
            older, younger = sorted((result[-1], placement), key=_number)
            if _may_vanish(younger):
                result[-1] = _absorbed(older, younger)
                continue
        result.append(placement)
    return result


def _is_one(first: GroupPlacement, second: GroupPlacement) -> bool:
    return (
        first.kin == second.kin
        and second.first_position <= first.last_position
        and all(any(one.state in LIVE for one in group.members) for group in (first, second))
        and all(
            group.held is not None and group.held.state is not GroupState.INVALID
            for group in (first, second)
        )
    )


def _number(placement: GroupPlacement) -> int:
    return placement.held.number if placement.held else 0


def _may_vanish(placement: GroupPlacement) -> bool:
    held = placement.held
    return held is not None and not held.is_worked_on


def _absorbed(older: GroupPlacement, younger: GroupPlacement) -> GroupPlacement:
    is_told = older.held is not None and older.held.culprit_position is not None
    first = max(older.first_position, younger.first_position)
    last = min(older.last_position, younger.last_position)
    gone = [younger.held] if younger.held else []
    return GroupPlacement(
        older.held,
        older.kin,
        [*older.members, *younger.members],
        older.first_position if is_told else first,
        older.last_position if is_told else last,
        [*older.absorbed, *younger.absorbed, *gone],
    )


def _ordered(placement: GroupPlacement) -> GroupPlacement:
    placement.members = list(by_urgency(placement.members))
    return placement
