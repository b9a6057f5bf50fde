from dataclasses import replace

from backend.domain.change_points import (
    Finding,
    Kind,
    Known,
    State,
    Verdict,
    environment_boundaries,
    reconcile,
    state_after,
    verdict_of,
    with_fixes,
)
from backend.domain.metrics import Direction

STEP_UP = Finding(
    kind=Kind.STEP,
    verdict=Verdict.REGRESSION,
    position=50,
    commit_id=5,
    previous_commit_id=4,
    first_position=45,
    last_position=55,
    first_commit_id=4,
    last_commit_id=6,
    suspects=3,
    ratio=1.1,
    low=1.08,
    high=1.12,
    z=9.0,
    before=1.0,
    after=1.1,
    before_n=20,
    after_n=20,
    sigma=0.01,
    rho=0.0,
    slope=0.0,
    smallest_detectable=0.02,
)


def known(**changes: object) -> Known:
    base = Known(7, Kind.STEP, State.CONFIRMED, 50, 45, 55, 1.0, 1.1)
    return replace(base, **changes)  # type: ignore[arg-type]


def test_the_direction_of_the_metric_decides_what_is_worse() -> None:
    assert verdict_of(1.0, 1.1, Direction.LOWER) is Verdict.REGRESSION
    assert verdict_of(1.0, 1.1, Direction.HIGHER) is Verdict.IMPROVEMENT
    assert verdict_of(1.0, 1.1, Direction.UNKNOWN) is Verdict.CHANGE


def test_a_boundary_that_moves_among_its_suspects_keeps_its_identity() -> None:
    moved = replace(STEP_UP, position=53)
    assert reconcile([known()], [moved]).updated == ((7, moved),)


def test_a_change_in_the_other_direction_is_another_change() -> None:
    down = replace(STEP_UP, before=1.1, after=1.0)
    result = reconcile([known()], [down])
    assert result.added == (down,)
    assert result.withdrawn == (7,)


def test_the_nearest_of_several_candidates_wins_and_each_is_used_once() -> None:
    near, far = replace(STEP_UP, position=51), replace(STEP_UP, position=55)
    result = reconcile([known()], [far, near])
    assert result.updated == ((7, near),)
    assert result.added == (far,)


def test_what_is_gone_is_withdrawn_once() -> None:
    assert reconcile([known()], []).withdrawn == (7,)
    assert reconcile([known(state=State.WITHDRAWN)], []).withdrawn == ()


def test_a_refuted_change_stays_refuted_when_it_is_found_again() -> None:
    assert state_after(State.REFUTED, State.CONFIRMED) is State.REFUTED
    assert state_after(State.WITHDRAWN, State.CONFIRMED) is State.CONFIRMED


def test_a_regression_that_a_later_step_undoes_is_fixed() -> None:
    back = replace(
        STEP_UP, verdict=Verdict.IMPROVEMENT, position=90, before=1.1, after=1.005, ratio=0.91
    )
    assert [one.state for one in with_fixes([STEP_UP, back])] == [State.FIXED, State.CONFIRMED]
    half = replace(back, after=1.05)
    assert with_fixes([STEP_UP, half])[0].state is State.CONFIRMED


def test_a_machine_changed_for_good_is_a_boundary_and_machines_in_turns_are_not() -> None:
    assert environment_boundaries([1, 1, 1, 2, 2, 2]) == [3]
    assert environment_boundaries([1, 2, 1, 2, 1, 2]) == []
    assert environment_boundaries([1, 2, 1, 3, 3]) == [3]
    assert environment_boundaries([0, 0, 1, 1]) == []
    assert environment_boundaries([]) == []
