"""Findings are matched to what is known: one change, one identity, through all its states."""

from dataclasses import replace

import pytest

from backend.domain.changes.findings import ChangeFinding, FindingKind, FindingVerdict
from backend.domain.changes.reconciliation import Known, Reconciliation, is_counted, reconcile
from backend.domain.changes.states import ChangeEvent, ChangeStanding, State, StateCause
from backend.tests.domain.changes.findings import STEP_UP, step_at

CONFIRMED = ChangeStanding(State.CONFIRMED, StateCause.DETECTION, was_confirmed=True)


def known(state: State = State.CONFIRMED, **changes: object) -> Known:
    standing = ChangeStanding(state, StateCause.DETECTION, was_confirmed=state is State.CONFIRMED)
    base = Known(7, FindingKind.STEP, standing, 50, 45, 55, 1.0, 1.1)
    return replace(base, **changes)  # type: ignore[arg-type]


def updated(result: Reconciliation) -> list[tuple[int, State, bool]]:
    return [(one.id, one.standing.state, one.has_moved) for one in result.updated]


def added(result: Reconciliation) -> list[tuple[ChangeFinding, State]]:
    return [(finding, standing.state) for finding, standing in result.added]


def closed(result: Reconciliation) -> list[tuple[int, State]]:
    return [(one.id, one.standing.state) for one in result.closed]


def test_a_boundary_that_moves_among_its_suspects_keeps_its_identity() -> None:
    moved = step_at(53)
    result = reconcile([known()], [moved])
    assert updated(result) == [(7, State.CONFIRMED, False)]
    assert result.updated[0].finding == moved
    assert not result.added
    assert not result.closed


def test_a_change_in_the_other_direction_is_another_change() -> None:
    down = replace(STEP_UP, before=1.1, after=1.0)
    result = reconcile([known()], [down])
    assert added(result) == [(down, State.CONFIRMED)]
    assert closed(result) == [(7, State.WITHDRAWN)]


def test_the_nearest_of_several_candidates_wins_and_each_is_used_once() -> None:
    near, far = step_at(51), step_at(55)
    result = reconcile([known()], [far, near])
    assert [one.finding for one in result.updated] == [near]
    assert added(result) == [(far, State.CONFIRMED)]


def test_an_open_change_is_matched_before_a_closed_one_that_lies_nearer() -> None:
    old = [known(State.CLEARED, id=1, position=52), known(id=2, position=49)]
    assert [one.id for one in reconcile(old, [step_at(52)]).updated] == [2]


def test_an_open_drift_that_turns_out_to_be_a_step_becomes_that_step() -> None:
    drift = known(kind=FindingKind.DRIFT, position=20, first_position=15, last_position=90)
    small, large = replace(step_at(30), z=5.0), replace(step_at(60), z=20.0)
    result = reconcile([drift], [small, large])
    assert updated(result) == [(7, State.CONFIRMED, False)]
    assert result.updated[0].finding == large, "the surest of the steps goes on with its story"
    assert added(result) == [(small, State.CONFIRMED)]
    assert not result.closed
    again = replace(large, kind=FindingKind.DRIFT)
    assert updated(reconcile([known(position=60, last_position=65)], [again])) == [
        (7, State.CONFIRMED, False)
    ]


def test_a_drift_that_was_taken_back_keeps_no_step_from_being_told() -> None:
    gone = known(
        State.WITHDRAWN, kind=FindingKind.DRIFT, position=20, first_position=15, last_position=90
    )
    assert added(reconcile([gone], [step_at(60)])) == [(step_at(60), State.CONFIRMED)]


@pytest.mark.parametrize(
    ("state", "end"),
    [(State.SUSPECTED, State.CLEARED), (State.CONFIRMED, State.WITHDRAWN)],
)
def test_what_is_gone_is_closed_once_and_kept(state: State, end: State) -> None:
    assert closed(reconcile([known(state)], [])) == [(7, end)]


@pytest.mark.parametrize("state", [State.CLEARED, State.WITHDRAWN, State.REFUTED])
def test_what_is_closed_stays_as_it_is_while_nothing_shows(state: State) -> None:
    assert reconcile([known(state)], []) == Reconciliation((), (), ())


@pytest.mark.parametrize("state", [State.CLEARED, State.WITHDRAWN, State.SUSPECTED])
def test_a_boundary_that_shows_again_revives_the_same_identity(state: State) -> None:
    result = reconcile([known(state)], [step_at(52)])
    assert updated(result) == [(7, State.CONFIRMED, True)]
    assert not result.added


def test_a_refutation_by_a_person_stays_and_one_by_reruns_gives_way_to_a_boundary() -> None:
    by_person = known(standing=ChangeStanding(State.REFUTED, StateCause.PERSON))
    assert updated(reconcile([by_person], [STEP_UP])) == [(7, State.REFUTED, False)]
    by_reruns = known(standing=ChangeStanding(State.REFUTED, StateCause.RERUNS))
    assert updated(reconcile([by_reruns], [STEP_UP])) == [(7, State.CONFIRMED, True)]


def test_a_suspicion_becomes_the_boundary_whose_suspects_it_lies_among() -> None:
    suspected = reconcile([], [step_at(50, event=ChangeEvent.SURPRISED)])
    assert [state for _, state in added(suspected)] == [State.SUSPECTED]
    old = known(State.SUSPECTED, first_position=50, last_position=50)
    assert updated(reconcile([old], [step_at(54)])) == [(7, State.CONFIRMED, True)]


def test_an_environment_event_is_no_step() -> None:
    event = replace(STEP_UP, kind=FindingKind.ENVIRONMENT, verdict=FindingVerdict.CHANGE)
    result = reconcile([known()], [event])
    assert added(result) == [(event, State.CONFIRMED)]
    assert closed(result) == [(7, State.WITHDRAWN)]


@pytest.mark.parametrize(
    ("kind", "state", "same_code", "counted"),
    [
        (FindingKind.STEP, State.CONFIRMED, False, True),
        (FindingKind.STEP, State.CONFIRMED, True, False),
        (FindingKind.STEP, State.SUSPECTED, False, False),
        (FindingKind.STEP, State.FIXED, False, False),
        (FindingKind.ENVIRONMENT, State.CONFIRMED, False, False),
    ],
)
def test_only_confirmed_steps_of_the_code_ask_for_attention(
    kind: FindingKind, state: State, *, same_code: bool, counted: bool
) -> None:
    assert is_counted(kind, state, same_code=same_code) is counted
