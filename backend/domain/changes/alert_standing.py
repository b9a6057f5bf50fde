"""How an alert group stands: what evidence and people say together, and what is news of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.changes.alert_groups import (
    OF_CODE,
    GroupCause,
    GroupDirection,
    GroupingInput,
    GroupState,
    direction_of,
    size_of,
)
from backend.domain.changes.alert_placing import LIVE, GroupPlacement, HeldGroup
from backend.domain.changes.findings import FindingVerdict
from backend.domain.changes.states import State


class AlertEvent(StrEnum):
    """What can happen to a group that somebody may want to hear of."""

    OPENED = "opened"
    GREW = "grew"
    NARROWED = "narrowed"
    FIXED = "fixed"
    REOPENED = "reopened"
    WITHDRAWN = "withdrawn"
    """Taken back: told to those alone who were told that it had opened."""


ALARMS = frozenset({AlertEvent.OPENED, AlertEvent.GREW, AlertEvent.NARROWED, AlertEvent.REOPENED})
"""What says that something is wrong, and is followed by an end for those who were told."""
ENDS = frozenset({AlertEvent.FIXED, AlertEvent.WITHDRAWN})


MARKED = frozenset({GroupState.ACKNOWLEDGED, GroupState.ACCEPTED, GroupState.FIXED})
"""States said by a person in which the confirmed members are marked as taken care of."""
TAKEN_BACK = frozenset({GroupState.INVALID, GroupState.WITHDRAWN})
ENDED = TAKEN_BACK | {GroupState.FIXED}
WHY_TAKEN_BACK = {
    GroupState.WITHDRAWN: "later results do not show it",
    GroupState.INVALID: "measured again, it does not show",
}
"""What evidence says where no person did."""


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """How a group stands from now on."""

    state: GroupState
    is_said: bool
    """A person brought it there."""
    marked: Sequence[int] = ()
    unmarked: Sequence[int] = ()
    """Members that are taken care of from now on, or not any more."""


@dataclass(frozen=True, slots=True)
class GroupFacts:
    """What lists and orders need to know of a group without reading its members."""

    first_position: int
    last_position: int
    direction: GroupDirection
    lead_id: int
    size: float
    time: float
    changes: int
    """Members that count: confirmed ones; where none is, all."""
    series: int
    regressions: int
    improvements: int
    changed_at: float
    opened_at: float


def standing_of(placement: GroupPlacement) -> GroupStanding:
    """Return how a group stands, given its members and how it stood."""
    held = placement.held
    confirmed = [one for one in placement.members if one.state == State.CONFIRMED]
    waiting = [one.id for one in confirmed if not one.is_acknowledged]
    if confirmed or any(one.state == State.SUSPECTED for one in placement.members):
        return _standing(held, confirmed, waiting)
    if any(one.state == State.FIXED for one in placement.members):
        return _ended(held, GroupState.FIXED)
    is_refuted = any(one.state == State.REFUTED for one in placement.members)
    return _ended(held, GroupState.INVALID if is_refuted else GroupState.WITHDRAWN)


def _standing(
    held: HeldGroup | None, confirmed: Sequence[GroupingInput], waiting: Sequence[int]
) -> GroupStanding:
    """Return how a group stands whose evidence stands."""
    in_hand = GroupState.ACKNOWLEDGED if confirmed and not waiting else GroupState.OPEN
    if held is None:
        return GroupStanding(in_hand, is_said=False)
    joined = {one.id for one in confirmed if one.id not in held.members}
    if held.state in (GroupState.ACKNOWLEDGED, GroupState.ACCEPTED):
        if set(waiting) <= joined:
            # what turns up later of a cause that is in hand is in hand too
            return GroupStanding(held.state, held.is_said, marked=waiting)
        return GroupStanding(GroupState.OPEN, is_said=False)
    if held.state is GroupState.FIXED and held.is_said and not waiting:
        return GroupStanding(held.state, held.is_said)
    if held.state in ENDED:
        return GroupStanding(GroupState.OPEN, is_said=False, unmarked=[one.id for one in confirmed])
    is_same = in_hand is held.state
    return GroupStanding(in_hand, is_said=held.is_said if is_same else in_hand in MARKED)


def _ended(held: HeldGroup | None, state: GroupState) -> GroupStanding:
    """Return how a group stands whose evidence has come to an end; what a person said stays."""
    if held is not None and held.state is GroupState.ACCEPTED:
        return GroupStanding(held.state, held.is_said)
    if held is not None and held.state is GroupState.INVALID and state is not GroupState.FIXED:
        return GroupStanding(held.state, held.is_said)
    return GroupStanding(state, is_said=False)


def facts_of(placement: GroupPlacement) -> GroupFacts:
    """Sum a group up, its members being in order."""
    members = placement.members
    counted = [one for one in members if one.state == State.CONFIRMED] or members
    regressions = sum(one.verdict == FindingVerdict.REGRESSION for one in counted)
    improvements = sum(one.verdict == FindingVerdict.IMPROVEMENT for one in counted)
    lead = members[0]
    return GroupFacts(
        first_position=placement.first_position,
        last_position=placement.last_position,
        direction=direction_of(regressions, improvements),
        lead_id=lead.id,
        size=size_of(lead),
        time=max(one.time for one in counted),
        changes=len(counted),
        series=len({one.series_id for one in counted}),
        regressions=regressions,
        improvements=improvements,
        changed_at=max(one.changed_at for one in members),
        opened_at=min(one.confirmed_at or one.changed_at for one in members),
    )


def events_of(placement: GroupPlacement, standing: GroupStanding) -> list[AlertEvent]:
    """Return what is news of a group: machines and unchanged binaries alert nobody."""
    held, state = placement.held, standing.state
    if placement.key.cause not in OF_CODE:
        return []
    if held is None:
        return [AlertEvent.OPENED] if state is GroupState.OPEN else []
    if state is not held.state:
        return news_of_state(held.state, state)
    if state not in (GroupState.OPEN, GroupState.ACKNOWLEDGED, GroupState.ACCEPTED):
        return []
    return _news_of_evidence(held, placement)


def news_of_state(before: GroupState, now: GroupState) -> list[AlertEvent]:
    """Return what is news where a group ends that stood, or is open again: of ends the first."""
    if before in ENDED:
        return [AlertEvent.REOPENED] if now is GroupState.OPEN else []
    if now is GroupState.FIXED:
        return [AlertEvent.FIXED]
    return [AlertEvent.WITHDRAWN] if now in TAKEN_BACK else []


def _news_of_evidence(held: HeldGroup, placement: GroupPlacement) -> list[AlertEvent]:
    found = []
    live = sum(one.state in LIVE for one in placement.members)
    if live > held.changes:
        found.append(AlertEvent.GREW)
    before = held.last_position - held.first_position
    is_narrower = placement.last_position - placement.first_position < before
    if is_narrower and placement.key.cause is GroupCause.CODE:
        # the ends of a drift move with each look, and no single commit is sought
        found.append(AlertEvent.NARROWED)
    return found
