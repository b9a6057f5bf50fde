"""Change points with one cause: which belong together, and what a group says of itself."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from backend.domain.change_groups import (
    Cause,
    ChangeGroup,
    GroupState,
    Sighting,
    alike,
    grouped,
    news_of,
    page_of_groups,
    without_repeats,
    worse_first,
    worst_of,
)
from backend.domain.errors import InvalidError


def a_sighting(id_: int, first: int, last: int, **changes: Any) -> Sighting:
    """Return a confirmed regression of 10 % whose cause lies between two positions."""
    plain = Sighting(
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


def by_size(groups: Iterable[ChangeGroup]) -> Sequence[ChangeGroup]:
    return page_of_groups(groups, None, 100, is_largest_first=True).rows


def ids(*sightings: Sighting) -> list[list[int]]:
    return [sorted(one.id for one in group.members) for group in grouped(sightings)]


def test_changes_that_one_commit_may_have_made_are_one_group_and_its_range_is_what_they_share() -> (
    None
):
    (group,) = grouped([a_sighting(1, 3, 9), a_sighting(2, 7, 12), a_sighting(3, 5, 8)])
    assert len(group.members) == 3
    assert (group.first_position, group.last_position) == (7, 8)


def test_a_chain_of_overlaps_without_a_commit_in_common_is_no_single_cause() -> None:
    chain = [a_sighting(1, 1, 4), a_sighting(2, 3, 8), a_sighting(3, 7, 12)]
    assert ids(*chain) == [[3], [1, 2]]


def test_branches_are_kept_apart_and_so_are_machines_and_unchanged_binaries() -> None:
    found = grouped(
        [
            a_sighting(1, 5, 5),
            a_sighting(2, 5, 5, branch_id=2),
            a_sighting(3, 5, 5, kind="environment", verdict="change"),
            a_sighting(4, 5, 5, kind="environment", verdict="change", testbed_id=2),
            a_sighting(5, 5, 5, same_code=True),
            a_sighting(6, 5, 5, testbed_id=2),
        ]
    )
    assert sorted(sorted(one.id for one in group.members) for group in found) == [
        [1, 6],
        [2],
        [3],
        [4],
        [5],
    ]
    assert {group.cause for group in found} == set(Cause)


def test_the_worst_leads_and_the_newest_group_comes_first() -> None:
    small, large = a_sighting(1, 5, 5), a_sighting(2, 5, 5, ratio=2.0)
    better = a_sighting(3, 5, 5, ratio=0.1, verdict="improvement")
    newer = a_sighting(4, 9, 9, ratio=0.5, verdict="improvement")
    groups = grouped([small, better, large, newer])
    assert [group.lead.id for group in groups] == [4, 2]
    assert [one.id for one in groups[1].members] == [2, 1, 3]
    assert [group.lead.id for group in worse_first(groups)] == [2, 4]
    assert worst_of(groups) == large
    assert [group.lead.id for group in by_size(groups)] == [4, 2]


def test_a_change_without_a_ratio_is_listed_first_but_never_called_the_worst() -> None:
    unknown = a_sighting(1, 5, 5, ratio=math.nan)
    groups = grouped([unknown, a_sighting(2, 9, 9)])
    assert [group.lead.id for group in by_size(groups)] == [1, 2]
    assert worst_of(groups) == a_sighting(2, 9, 9)


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ([("confirmed", False), ("confirmed", True)], GroupState.OPEN),
        ([("confirmed", True), ("suspected", False)], GroupState.ACKNOWLEDGED),
        ([("suspected", False), ("fixed", False)], GroupState.SUSPECTED),
        ([("suspected", False), ("fixed", True)], GroupState.SUSPECTED),
        ([("refuted", True)], GroupState.REFUTED),
    ],
)
def test_a_group_stands_where_its_member_stands_that_asks_for_most(
    states: list[tuple[str, bool]], expected: GroupState
) -> None:
    members = [
        a_sighting(id_, 5, 5, state=state, is_acknowledged=acknowledged)
        for id_, (state, acknowledged) in enumerate(states)
    ]
    (group,) = grouped(members)
    assert group.state is expected


@pytest.mark.parametrize("state", ["refuted", "cleared", "withdrawn"])
def test_what_is_no_change_shares_no_cause_with_what_stands(state: str) -> None:
    assert ids(a_sighting(1, 3, 9), a_sighting(2, 7, 12, state=state)) == [[2], [1]]


def test_a_change_found_again_elsewhere_is_told_once_as_it_stands_now() -> None:
    taken_back = a_sighting(1, 3, 6, series_id=9, state="withdrawn")
    earlier = a_sighting(2, 5, 7, series_id=9, state="cleared")
    now = a_sighting(3, 6, 8, series_id=9)
    elsewhere = a_sighting(4, 20, 22, series_id=9, state="withdrawn")
    other_series = a_sighting(5, 5, 7, series_id=8, state="withdrawn")
    found = without_repeats([taken_back, earlier, now, elsewhere, other_series])
    assert sorted(one.id for one in found) == [3, 4, 5]
    assert without_repeats([taken_back, earlier]) == [earlier]
    refuted = now._replace(state="refuted")
    assert without_repeats([taken_back, refuted]) == [refuted]


def test_groups_of_mostly_the_same_series_are_alike() -> None:
    first = [a_sighting(id_, 5, 5, series_id=id_) for id_ in range(4)]
    again = [a_sighting(10 + id_, 20, 20, series_id=id_) for id_ in range(1, 4)]
    other = [a_sighting(20, 30, 30, series_id=3), a_sighting(21, 30, 30, series_id=99)]
    groups = grouped([*first, *again, *other])
    now = groups[-1]
    assert [group.lead.id for group in alike(now, groups)] == [11]


def test_news_tell_what_appeared_what_ended_and_what_only_the_machine_did() -> None:
    news = news_of(
        [
            a_sighting(1, 5, 5),
            a_sighting(2, 6, 6, state="suspected"),
            a_sighting(3, 7, 7, state="fixed"),
            a_sighting(4, 8, 8, state="withdrawn"),
            a_sighting(5, 9, 9, kind="environment", verdict="change"),
            a_sighting(6, 10, 10, state="cleared"),
        ]
    )
    assert [group.lead.id for group in news.appeared] == [1]
    assert [group.lead.id for group in news.ended] == [4, 3]
    assert [group.lead.id for group in news.machines] == [5]


@pytest.mark.parametrize("is_largest_first", [False, True])
def test_a_page_goes_on_where_the_last_one_ended_though_that_group_is_gone(
    *, is_largest_first: bool
) -> None:
    found = grouped(a_sighting(id_, 10 * id_, 10 * id_, ratio=1 + id_ / 10) for id_ in range(1, 6))
    first = page_of_groups(found, None, 2, is_largest_first=is_largest_first)
    left = [group for group in found if group.lead.id not in (4, 1)]
    second = page_of_groups(left, first.next, 2, is_largest_first=is_largest_first)
    assert [group.lead.id for group in first.rows] == [5, 4]
    assert ([group.lead.id for group in second.rows], second.next) == ([3, 2], None)


@pytest.mark.parametrize("cursor", ["7", "1.0_nan", "a_b", "1_2_3"])
def test_what_is_no_cursor_of_the_list_is_refused(cursor: str) -> None:
    with pytest.raises(InvalidError):
        page_of_groups([], cursor, 2, is_largest_first=False)
