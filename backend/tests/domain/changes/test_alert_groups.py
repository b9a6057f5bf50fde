"""Change points with one cause: which belong together, and what a group says of itself."""

from typing import Any

import pytest

from backend.domain.changes.alert_groups import (
    GroupCause,
    GroupingInput,
    GroupingKey,
    GroupState,
    grouped,
)
from backend.domain.changes.alert_placing import GroupPlacement, HeldGroup, placed, spans_of
from backend.domain.changes.alert_standing import AlertEvent, events_of, facts_of, standing_of


def a_sighting(id_: int, first: int, last: int, **changes: Any) -> GroupingInput:
    """Return a confirmed regression of 10 % whose cause lies between two positions."""
    plain = GroupingInput(
        id=id_,
        series_id=id_,
        branch_id=1,
        testbed_id=1,
        kind="step",
        state="confirmed",
        is_acknowledged=False,
        same_code=False,
        verdict="regression",
        ratio=1.1,
        first_position=first,
        last_position=last,
        time=float(last),
        changed_at=0.0,
    )
    return plain._replace(**changes)


def ids(*sightings: GroupingInput) -> list[list[int]]:
    return [sorted(one.id for one in group.members) for group in grouped(sightings)]


def test_changes_that_one_commit_may_have_made_are_one_group_and_its_range_is_what_they_share() -> (
    None
):
    (group,) = grouped([a_sighting(1, 3, 9), a_sighting(2, 7, 12), a_sighting(3, 5, 8)])
    assert len(group.members) == 3
    assert (group.first_position, group.last_position) == (7, 8)


def test_a_chain_of_overlaps_without_a_commit_in_common_is_no_single_cause() -> None:
    chain = [a_sighting(1, 1, 4), a_sighting(2, 3, 8), a_sighting(3, 7, 12)]
    assert ids(*chain) == [[1, 2], [3]]


def test_branches_are_kept_apart_and_so_are_machines_and_unchanged_binaries() -> None:
    found = grouped(
        [
            a_sighting(1, 5, 5),
            a_sighting(2, 5, 5, branch_id=2),
            a_sighting(3, 5, 5, kind="environment", verdict="change"),
            a_sighting(4, 5, 5, kind="environment", verdict="change", testbed_id=2),
            a_sighting(5, 5, 5, same_code=True),
            a_sighting(6, 5, 5, testbed_id=2),
            a_sighting(7, 5, 5, kind="drift"),
            a_sighting(8, 5, 5, kind="drift", testbed_id=2),
        ]
    )
    assert sorted(sorted(one.id for one in group.members) for group in found) == [
        [1, 6],
        [2],
        [3],
        [4],
        [5],
        [7, 8],
    ]
    assert {group.key.cause for group in found} == set(GroupCause)


def test_the_worst_leads_and_what_asks_for_nothing_comes_last() -> None:
    small, large = a_sighting(1, 5, 5), a_sighting(2, 5, 5, ratio=2.0)
    better = a_sighting(3, 5, 5, ratio=0.1, verdict="improvement")
    gone = a_sighting(4, 5, 5, ratio=9.0, state="withdrawn")
    (group,) = grouped([small, gone, better, large])
    assert [one.id for one in group.members] == [2, 1, 3, 4]


def a_group(*members: int, **changes: Any) -> HeldGroup:
    """Return an open group of the code at positions 1 to 20."""
    plain: dict[str, Any] = {
        "id": 7,
        "number": 7,
        "key": GroupingKey(1, 0, GroupCause.CODE),
        "state": GroupState.OPEN,
        "is_said": False,
        "first_position": 1,
        "last_position": 20,
        "culprit_position": None,
        "is_worked_on": False,
        "episode": 1,
        "changes": len(members),
        "members": dict.fromkeys(members, False),
    }
    return HeldGroup(**plain | changes)


def seats(placements: list[GroupPlacement]) -> dict[int | None, list[int]]:
    """Return the members of each group by its number; new ones have none."""
    return {
        one.held.number if one.held else None: sorted(member.id for member in one.members)
        for one in placements
    }


def test_a_group_keeps_its_identity_while_its_range_narrows_and_changes_join() -> None:
    (place,) = placed([a_group(1)], [a_sighting(1, 3, 9), a_sighting(2, 7, 12)])
    assert seats([place]) == {7: [1, 2]}
    assert (place.first_position, place.last_position) == (7, 9)


def test_what_cannot_have_the_cause_of_the_others_any_more_leaves_for_a_group_of_its_own() -> None:
    moved = [a_sighting(1, 3, 9), a_sighting(2, 4, 8), a_sighting(3, 15, 16)]
    assert seats(placed([a_group(1, 2, 3)], moved)) == {7: [1, 2], None: [3]}


def test_what_was_taken_back_stays_a_member_and_has_no_say_in_the_range() -> None:
    gone = a_sighting(2, 15, 16, state="withdrawn")
    (place,) = placed([a_group(1, 2)], [a_sighting(1, 3, 9), gone])
    assert seats([place]) == {7: [1, 2]}
    assert (place.first_position, place.last_position) == (3, 9)


def test_what_a_person_put_into_a_group_stays_there() -> None:
    members = [a_sighting(1, 3, 9), a_sighting(2, 15, 16)]
    held = a_group(1, 2, members={1: False, 2: True})
    assert seats(placed([held], members)) == {7: [1, 2]}
    told = a_group(1, culprit_position=4)
    (place,) = placed([told], [a_sighting(1, 15, 16)])
    assert (place.first_position, place.last_position) == (4, 4)


def test_suspicions_make_no_group_and_nothing_joins_what_is_no_change() -> None:
    assert placed([], [a_sighting(1, 5, 5, state="suspected")]) == []
    invalid = a_group(1, state=GroupState.INVALID)
    members = [a_sighting(1, 5, 5, state="refuted"), a_sighting(2, 5, 5)]
    assert seats(placed([invalid], members)) == {7: [1], None: [2]}


def test_groups_whose_ranges_come_to_overlap_become_one_unless_a_person_worked_on_the_younger() -> (
    None
):
    members = [a_sighting(1, 3, 9), a_sighting(2, 8, 12)]
    older, younger = a_group(1, number=3), a_group(2, id=8, number=8)
    (place,) = placed([younger, older], members)
    assert seats([place]) == {3: [1, 2]}
    assert [one.number for one in place.absorbed] == [8]
    busy = a_group(2, id=8, number=8, is_worked_on=True)
    assert seats(placed([older, busy], members)) == {3: [1], 8: [2]}


def test_ten_thousand_changes_at_once_are_placed_by_looking_at_few_others() -> None:
    class Counted(int):
        """A position that counts how often it is compared."""

        compared = 0

        def __lt__(self, other: int) -> bool:
            Counted.compared += 1
            return int(self) < int(other)

        def __le__(self, other: int) -> bool:
            Counted.compared += 1
            return int(self) <= int(other)

    held = [
        a_group(100_000 + index, id=index, number=index, first_position=10 * index,
                last_position=10 * index + 4)
        for index in range(2_000)
    ]  # fmt: skip
    old = [a_sighting(100_000 + index, 10 * index, 10 * index + 4) for index in range(2_000)]
    new = [
        a_sighting(index, Counted(4 * index), Counted(4 * index + 2)) for index in range(1, 10_001)
    ]
    found = placed(held, [*old, *new])
    assert sum(len(one.members) for one in found) == 12_000
    assert Counted.compared < 100 * len(new)


def settled(held: HeldGroup | None, *members: GroupingInput) -> tuple[GroupState, list[AlertEvent]]:
    """Return how a group stands with these members, and what is news of it."""
    groups = [held] if held else []
    (place,) = placed(groups, members)
    standing = standing_of(place)
    return standing.state, events_of(place, standing)


@pytest.mark.parametrize(
    ("held", "state", "acknowledged", "expected"),
    [
        ("open", "fixed", False, ("fixed", ["fixed"])),
        ("acknowledged", "fixed", True, ("fixed", ["fixed"])),
        ("fixed", "confirmed", False, ("open", ["reopened"])),
        ("open", "withdrawn", False, ("withdrawn", ["withdrawn"])),
        ("fixed", "withdrawn", False, ("withdrawn", [])),
        ("withdrawn", "confirmed", False, ("open", ["reopened"])),
        ("open", "refuted", False, ("invalid", ["withdrawn"])),
        ("open", "confirmed", True, ("acknowledged", [])),
        ("acknowledged", "confirmed", True, ("acknowledged", [])),
        ("acknowledged", "confirmed", False, ("open", [])),
        ("accepted", "fixed", True, ("accepted", [])),
        ("accepted", "confirmed", True, ("accepted", [])),
        ("invalid", "refuted", False, ("invalid", [])),
        ("open", "suspected", False, ("open", [])),
    ],
)
def test_how_a_group_stands_follows_from_how_it_stood_and_from_its_members(
    *, held: str, state: str, acknowledged: bool, expected: tuple[str, list[str]]
) -> None:
    member = a_sighting(1, 1, 20, state=state, is_acknowledged=acknowledged)
    assert settled(a_group(1, state=GroupState(held)), member) == expected


def test_what_joins_a_group_that_is_in_hand_is_in_hand_too_and_is_told_of() -> None:
    known = a_sighting(1, 1, 20, is_acknowledged=True)
    held = a_group(1, state=GroupState.ACCEPTED, is_said=True)
    (place,) = placed([held], [known, a_sighting(2, 1, 20)])
    standing = standing_of(place)
    assert (standing.state, standing.is_said, standing.marked) == (GroupState.ACCEPTED, True, [2])
    assert events_of(place, standing) == [AlertEvent.GREW]


def test_a_drift_is_told_of_and_never_narrows() -> None:
    drift = a_sighting(1, 3, 40, kind="drift")
    assert settled(None, drift) == (GroupState.OPEN, [AlertEvent.OPENED])
    held = a_group(1, key=GroupingKey(1, 0, GroupCause.DRIFT), last_position=60)
    assert settled(held, drift) == (GroupState.OPEN, [])
    gone = a_sighting(1, 3, 40, kind="drift", state="withdrawn")
    assert settled(held, gone) == (GroupState.WITHDRAWN, [AlertEvent.WITHDRAWN])


def test_what_a_person_called_fixed_opens_again_when_more_turns_up() -> None:
    held = a_group(1, state=GroupState.FIXED, is_said=True)
    known = a_sighting(1, 1, 20, is_acknowledged=True)
    assert settled(held, known) == (GroupState.FIXED, [])
    assert settled(held, known, a_sighting(2, 1, 20)) == (GroupState.OPEN, [AlertEvent.REOPENED])


def test_a_new_group_is_news_a_narrower_one_too_and_a_machine_is_none() -> None:
    assert settled(None, a_sighting(1, 5, 5)) == (GroupState.OPEN, [AlertEvent.OPENED])
    assert settled(None, a_sighting(1, 5, 5, state="fixed")) == (GroupState.FIXED, [])
    assert settled(a_group(1), a_sighting(1, 3, 9))[1] == [AlertEvent.NARROWED]
    machine = a_sighting(1, 5, 5, kind="environment", verdict="change")
    assert settled(None, machine) == (GroupState.OPEN, [])


def test_a_group_is_summed_up_by_its_confirmed_members() -> None:
    (place,) = placed(
        [],
        [
            a_sighting(1, 5, 5, ratio=1.1),
            a_sighting(2, 5, 5, ratio=1.5),
            a_sighting(3, 5, 5, ratio=0.5, verdict="improvement"),
            a_sighting(4, 5, 5, ratio=9.0, state="fixed"),
        ],
    )
    facts = facts_of(place)
    assert (facts.lead_id, facts.changes, facts.series) == (2, 3, 3)
    assert (facts.regressions, facts.improvements, facts.direction) == (2, 1, "mixed")


def test_parts_of_branches_are_read_once() -> None:
    ranges = [a_sighting(1, 3, 9), a_sighting(2, 8, 12), a_sighting(3, 20, 21)]
    other = a_sighting(4, 8, 8, branch_id=2)
    assert spans_of([*ranges, other]) == [(1, 3, 12), (1, 20, 21), (2, 8, 8)]
