from datetime import UTC, datetime, timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from backend.domain.commits.order import STEP, OrderedCommit, in_order, place

START = datetime(2026, 1, 1, tzinfo=UTC)


def commit(name: int, hours: float, *parents: int) -> OrderedCommit:
    return OrderedCommit(name, START + timedelta(hours=hours), parents)


def test_without_ancestry_the_order_is_that_of_times() -> None:
    assert in_order([commit(1, 5), commit(2, 1), commit(3, 3)]) == [2, 3, 1]


def test_git_order_beats_clocks() -> None:
    # the parent's clock ran ahead of its child's
    assert in_order([commit(1, 9), commit(2, 1, 1)]) == [1, 2]


def test_a_parent_with_a_late_clock_does_not_push_its_child_behind_strangers() -> None:
    parent, child, stranger = commit(1, 100), commit(2, 1, 1), commit(3, 50)
    assert in_order([stranger, parent, child]) == [1, 2, 3]


def test_a_cycle_in_a_wrong_report_still_gives_an_order() -> None:
    assert sorted(in_order([commit(1, 1, 2), commit(2, 2, 1)])) == [1, 2]


def test_a_late_commit_fits_between_two_without_moving_them() -> None:
    placement = place([1, 3, 2], {1: STEP, 2: 2 * STEP})
    assert placement.moved == frozenset()
    assert STEP < placement.positions[3] < 2 * STEP


def test_when_there_is_no_room_all_get_new_places() -> None:
    placement = place([1, 3, 2], {1: 1, 2: 2})
    places = {1: 1, 2: 2} | dict(placement.positions)
    assert places[1] < places[3] < places[2]
    assert placement.moved


def test_learning_that_two_are_swapped_moves_one_only() -> None:
    positions = {1: STEP, 2: 2 * STEP, 3: 3 * STEP, 4: 4 * STEP}
    placement = place([1, 3, 2, 4], positions)
    assert len(placement.moved) == 1


@given(
    st.lists(st.integers(1, 40), unique=True, min_size=1).flatmap(
        lambda names: st.tuples(
            st.permutations(names), st.lists(st.sampled_from(names), unique=True)
        )
    ),
    st.integers(1, 5),
)
def test_places_rise_in_the_order_asked_for(drawn: tuple[list[int], list[int]], gap: int) -> None:
    order, present = drawn
    before = {name: (index + 1) * gap for index, name in enumerate(present)}
    placement = place(order, before)
    places = before | dict(placement.positions)
    row = [places[name] for name in order]
    assert row == sorted(set(row))
    assert placement.moved == {name for name in before if places[name] != before[name]}


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), min_size=1, max_size=25))
def test_parents_always_precede_their_children(drawn: list[tuple[int, int]]) -> None:
    commits = [
        commit(index, hours, *([parent] if parent < index else []))
        for index, (hours, parent) in enumerate(drawn)
    ]
    order = in_order(commits)
    assert sorted(order) == list(range(len(commits)))
    for one in commits:
        for parent in one.parents:
            assert order.index(parent) < order.index(one.id)


def earliest_time(name: int, commits: dict[int, OrderedCommit]) -> datetime:
    """Return the earliest time of a commit and its descendants."""
    found = {name}
    while more := {one.id for one in commits.values() if found & set(one.parents)} - found:
        found |= more
    return min(commits[one].time for one in found)


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 12), st.booleans()), max_size=12),
    st.randoms(use_true_random=False),
)
def test_the_next_commit_is_the_earliest_whose_parents_stand(
    drawn: list[tuple[int, int, bool]], random: Random
) -> None:
    names = random.sample(range(100), len(drawn))
    commits = {
        name: commit(name, hours, *([names[parent]] if has_parent and parent < place_ else []))
        for place_, (name, (hours, parent, has_parent)) in enumerate(zip(names, drawn, strict=True))
    }
    due = {name: earliest_time(name, commits) for name in commits}
    expected: list[int] = []
    while len(expected) < len(commits):
        ready = [
            one.id
            for one in commits.values()
            if one.id not in expected and set(one.parents) <= set(expected)
        ]
        expected.append(min(ready, key=lambda name: (due[name], name)))
    assert in_order(random.sample(list(commits.values()), len(commits))) == expected
