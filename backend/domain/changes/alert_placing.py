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
    GroupingInput,
    GroupingKey,
    GroupState,
    by_urgency,
    common_range,
    divided,
    grouping_key_of,
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
    key: GroupingKey
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
    key: GroupingKey
    members: list[GroupingInput]
    """The worst first."""
    first_position: int
    last_position: int
    absorbed: list[HeldGroup] = field(default_factory=list)
    """Groups that have become part of this one."""


def spans_of(inputs: Iterable[GroupingInput]) -> list[Span]:
    """Return the parts of branches that these ranges cover together."""
    spans: list[Span] = []
    places = ((one.branch_id, one.first_position, one.last_position) for one in inputs)
    for branch, first, last in sorted(places):
        if spans and spans[-1][0] == branch and first <= spans[-1][2]:
            spans[-1] = (branch, spans[-1][1], max(last, spans[-1][2]))
        else:
            spans.append((branch, first, last))
    return spans


def placed(held: Sequence[HeldGroup], inputs: Iterable[GroupingInput]) -> list[GroupPlacement]:
    """Put every change point that makes a group into one, held ones first by their number."""
    known = {one.id: one for one in inputs}
    kept, free = [], dict(known)
    for group in sorted(held, key=lambda one: one.number):
        members = [free.pop(id_) for id_ in group.members if id_ in free]
        placement, left = _stay_and_leave(group, members)
        free |= {one.id: one for one in left}
        if placement is not None:
            kept.append(placement)
    waiting = [one for one in free.values() if one.state in GROUPED]
    made = _made(_joined(kept, waiting))
    return [_ordered(one) for one in [*_united(kept), *made]]


def placed_by_person(inputs: Iterable[GroupingInput]) -> GroupPlacement:
    """Return a new group of change points that a person puts together."""
    members = list(inputs)
    most: list[GroupingInput] = max(divided(members), key=len)
    return _ordered(GroupPlacement(None, grouping_key_of(members[0]), members, *common_range(most)))


def _stay_and_leave(
    group: HeldGroup, members: list[GroupingInput]
) -> tuple[GroupPlacement | None, list[GroupingInput]]:
    """Return what stays in a group, and what has moved away from it."""
    live = [one for one in members if one.state in LIVE]
    bound = [one for one in live if group.members[one.id]]
    loose = [one for one in live if not group.members[one.id]]
    key = _key_of_most(loose) or group.key
    agreed = [one for one in loose if grouping_key_of(one) == key]
    if group.culprit_position is None:
        buckets = divided(agreed)
        agreed = max(buckets, key=lambda bucket: (len(bucket), -bucket[0].id), default=[])
    staying = {one.id for one in (*agreed, *bound)}
    left = [one for one in loose if one.id not in staying]
    gone = {one.id for one in left}
    stay = [one for one in members if one.id not in gone]
    if not stay:
        return None, left
    return GroupPlacement(group, key, stay, *_range_of(group, agreed or bound)), left


def _key_of_most(members: Sequence[GroupingInput]) -> GroupingKey | None:
    counted = Counter(map(grouping_key_of, members))
    return max(counted, key=lambda key: (counted[key], key), default=None)


def _range_of(group: HeldGroup, members: Sequence[GroupingInput]) -> tuple[int, int]:
    """Return where the cause of members lies; where they disagree, what most of them say."""
    if group.culprit_position is not None:
        return group.culprit_position, group.culprit_position
    if not members:
        return group.first_position, group.last_position
    most: list[GroupingInput] = max(divided(members), key=len)
    return common_range(most)


def _joined(
    kept: Sequence[GroupPlacement], waiting: Iterable[GroupingInput]
) -> list[GroupingInput]:
    """Let change points join groups that they may belong to; returns those that found none."""
    open_by_key: dict[GroupingKey, list[GroupPlacement]] = defaultdict(list)
    for placement in kept:
        if placement.held is not None and placement.held.state is not GroupState.INVALID:
            open_by_key[placement.key].append(placement)
    for found in open_by_key.values():
        found.sort(key=lambda one: one.last_position)
    ends = {key: [one.last_position for one in found] for key, found in open_by_key.items()}
    left = []
    for change in sorted(waiting, key=lambda one: (one.last_position, one.first_position)):
        key = grouping_key_of(change)
        place = bisect_left(ends.get(key, []), change.first_position)
        group = next(iter(open_by_key.get(key, [])[place : place + 1]), None)
        if group is None or not _reaches(change, group):
            left.append(change)
        else:
            _take(group, change)
            ends[key][place] = group.last_position
    return left


def _reaches(change: GroupingInput, group: GroupPlacement) -> bool:
    return (
        change.first_position <= group.last_position
        and group.first_position <= change.last_position
    )


def _take(group: GroupPlacement, change: GroupingInput) -> None:
    group.members.append(change)
    if group.held is None or group.held.culprit_position is None:
        group.first_position = max(group.first_position, change.first_position)
        group.last_position = min(group.last_position, change.last_position)


def _made(left: Iterable[GroupingInput]) -> list[GroupPlacement]:
    by_key: dict[GroupingKey, list[GroupingInput]] = defaultdict(list)
    for change in left:
        by_key[grouping_key_of(change)].append(change)
    return [
        GroupPlacement(None, key, bucket, *common_range(bucket))
        for key, found in by_key.items()
        for bucket in divided(found)
    ]


def _united(kept: Sequence[GroupPlacement]) -> list[GroupPlacement]:
    """Make one group of neighbours whose ranges have come to overlap; the older one stays."""
    ordered = sorted(kept, key=lambda one: (one.key, one.first_position, one.last_position))
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
        first.key == second.key
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
        older.key,
        [*older.members, *younger.members],
        older.first_position if is_told else first,
        older.last_position if is_told else last,
        [*older.absorbed, *younger.absorbed, *gone],
    )


def _ordered(placement: GroupPlacement) -> GroupPlacement:
    placement.members = list(by_urgency(placement.members))
    return placement
