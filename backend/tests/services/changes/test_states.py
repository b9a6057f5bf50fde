"""Every transition of a change point, through uploads, ingestion and detection."""

import numpy as np
import pytest
from sqlalchemy import Engine

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_history
from backend.testing.filling import fill
from backend.tests.services.histories import (
    judge,
    measured_again,
    reruns,
    rows,
    states,
    steady,
    steps,
)

SPIKE = 40
"""Index of the run that surprises."""


def spiked(n: int, at: float = 1.3) -> list[float]:
    values = steady(n)
    values[SPIKE] = at
    return values


def stepped(before: int, after: int, ratio: float = 1.2) -> list[float]:
    return [*steady(before), *steady(after, ratio)]


def cleared(engine: Engine, project: Project, history: list[Document]) -> int:
    """Upload a history with a spike until its suspicion is cleared; returns its id."""
    fill(engine, project, *history[: SPIKE + 1])
    fill(engine, project, *history[SPIKE + 1 :])
    ((id_, _, state, _),) = steps(engine)
    assert state == "cleared"
    return id_


def test_the_first_surprising_run_is_suspected_counts_as_nothing_and_says_how_sure_it_is(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, *a_history(stepped(SPIKE, 1)))
    assert states(engine) == [("r40", "step", "suspected")]
    ((ratio, low, high, before_n, after_n, verdict, told),) = rows(
        engine,
        "select ratio, low, high, before_n, after_n, verdict, confirmed_at from change_point",
    )
    assert low < 1.2 < high
    assert abs(ratio - 1.2) < 0.01
    assert (before_n, after_n, verdict, told) == (SPIKE, 1, "regression", None)
    assert rows(engine, "select open_changes from series_state") == [(0,)]


@pytest.mark.parametrize(
    ("noise", "found"), [("sampled", []), ("exact", [("r40", "step", "confirmed")])]
)
def test_half_a_per_cent_is_a_change_of_an_exact_metric_and_of_a_sampled_one_none(
    engine: Engine, project: Project, noise: str, found: list[tuple[str, str, str]]
) -> None:
    metrics = {"time": {"unit": "s", "direction": "lower", "noise": noise}}
    values = [10_000.0] * 40 + [10_050.0] * 8
    fill(engine, project, *a_history(values, metrics=metrics))
    assert states(engine) == found


def test_suspected_becomes_confirmed_under_the_same_identity_when_the_level_stays(
    engine: Engine, project: Project
) -> None:
    history = a_history(stepped(SPIKE, 6))
    seen = []
    for start, end in ((0, 41), (41, 42), (42, 43), (43, 46)):
        fill(engine, project, *history[start:end])
        ((id_, commit, state, _),) = steps(engine)
        seen.append((id_, commit, state))
    first = seen[0][0]
    assert seen[0] == (first, "r40", "suspected")
    assert seen[-1] == (first, "r40", "confirmed")
    assert {one[0] for one in seen} == {first}
    assert rows(engine, "select open_changes from series_state") == [(1,)]
    assert rows(engine, "select confirmed_at is not null from change_point") == [(True,)]


def test_suspected_is_cleared_by_three_further_runs_at_the_old_level_and_kept(
    engine: Engine, project: Project
) -> None:
    history = a_history(spiked(SPIKE + 12))
    fill(engine, project, *history[: SPIKE + 1])
    for index in range(SPIKE + 1, SPIKE + 3):
        fill(engine, project, history[index])
        assert states(engine) == [("r40", "step", "suspected")]
    fill(engine, project, history[SPIKE + 3])
    assert states(engine) == [("r40", "step", "cleared")]
    fill(engine, project, *history[SPIKE + 4 :])
    assert states(engine) == [("r40", "step", "cleared")]


def test_reruns_that_show_the_step_confirm_it_at_the_same_commit(
    engine: Engine, project: Project
) -> None:
    history = a_history(stepped(SPIKE, 1))
    fill(engine, project, *history)
    ((id_, *_),) = steps(engine)
    pairs = [(1.001, 1.2), (0.998, 1.198), (1.0, 1.203)]
    fill(engine, project, *reruns(history, 39, 40, pairs))
    assert [one[:3] for one in steps(engine)] == [(id_, "r40", "confirmed")]
    assert rows(engine, "select count(*) from result") == [(SPIKE + 1 + 6,)]


def test_reruns_that_do_not_show_it_refute_it_and_mark_the_run_as_a_spike(
    engine: Engine, project: Project
) -> None:
    history = a_history(spiked(SPIKE + 16))
    fill(engine, project, *history[: SPIKE + 1])
    ((id_, *_),) = steps(engine)
    pairs = [(1.001, 1.002), (0.998, 1.001), (1.0, 0.997)]
    fill(engine, project, *reruns(history, 39, 40, pairs))
    assert steps(engine) == [(id_, "r40", "refuted", "reruns")]
    assert rows(
        engine,
        "select value from result join change_point on change_point.run_id = result.run_id",
    ) == [(1.3,)]
    # kept as further samples of that commit, and the refutation outlives the ten runs
    fill(engine, project, *history[SPIKE + 1 :])
    assert steps(engine) == [(id_, "r40", "refuted", "reruns")]


def test_two_pairs_of_reruns_answer_nothing_yet(engine: Engine, project: Project) -> None:
    history = a_history(spiked(SPIKE + 1))
    fill(engine, project, *history)
    fill(engine, project, *reruns(history, 39, 40, [(1.0, 1.0), (1.0, 1.0)]))
    assert [one[2] for one in steps(engine)] == ["suspected"]


def test_runs_of_a_commit_that_nobody_sent_to_confirm_are_no_reruns(
    engine: Engine, project: Project
) -> None:
    history = a_history(spiked(SPIKE + 1))
    fill(engine, project, *history)
    again = reruns(history, 39, 40, [(1.0, 1.0)] * 3)
    fill(engine, project, *(report | {"tags": {}} for report in again))
    # further results like any others: they clear it, and refute nothing
    assert [one[2] for one in steps(engine)] == ["cleared"]


def test_confirmed_is_fixed_when_the_level_comes_back(engine: Engine, project: Project) -> None:
    history = a_history([*stepped(30, 20), *steady(20)])
    fill(engine, project, *history[:50])
    ((id_, _, state, _),) = steps(engine)
    assert state == "confirmed"
    fill(engine, project, *history[50:])
    assert [(one[0] == id_, one[1], one[2]) for one in steps(engine)] == [
        (True, "r30", "fixed"),
        (False, "r50", "confirmed"),
    ]
    assert rows(engine, "select open_changes from series_state") == [(1,)]


def test_confirmed_is_withdrawn_when_later_results_take_it_back_and_comes_back_as_itself(
    engine: Engine, project: Project
) -> None:
    values = 1.0 + 0.01 * np.random.default_rng(20).standard_normal(90)
    values[40:50] += 0.025
    history = a_history(values.tolist())
    fill(engine, project, *history[:40])
    fill(engine, project, *history[40:43])
    ((id_, commit, state, _),) = steps(engine)
    assert (commit, state) == ("r40", "confirmed")
    for start in range(43, 90, 6):
        fill(engine, project, *history[start : start + 6])
    assert [one[:3] for one in steps(engine)] == [(id_, "r40", "withdrawn")]
    for round_ in range(3):
        fill(engine, project, *measured_again(history[40:50], f"again-{round_}", 1.05))
    assert (id_, "r40", "fixed") in [one[:3] for one in steps(engine)]


def test_cleared_is_revived_under_the_same_identity_by_results_that_come_late(
    engine: Engine, project: Project
) -> None:
    history = a_history(spiked(SPIKE + 14))
    id_ = cleared(engine, project, history)
    history[SPIKE]["results"] = history[0]["results"]
    for round_ in range(5):
        fill(engine, project, *measured_again(history[SPIKE:], f"late-{round_}", 1.3))
    assert (id_, "r40", "confirmed") in [one[:3] for one in steps(engine)]


def test_what_a_person_refuted_stays_refuted_until_a_person_opens_it_again(
    engine: Engine, project: Project
) -> None:
    history = a_history(stepped(30, 30))
    fill(engine, project, *history[:40])
    ((id_, *_),) = steps(engine)
    judge(engine, project, id_, is_change=False)
    assert steps(engine) == [(id_, "r30", "refuted", "person")]
    assert rows(engine, "select open_changes from series_state") == [(0,)]
    fill(engine, project, *history[40:])
    assert steps(engine) == [(id_, "r30", "refuted", "person")]
    judge(engine, project, id_, is_change=True)
    assert steps(engine)[0][:3] == (id_, "r30", "confirmed")
    assert rows(engine, "select open_changes from series_state") == [(1,)]


def test_a_first_look_at_a_whole_history_finds_what_was_undone_as_fixed(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, *a_history([*stepped(30, 20), *steady(20)]))
    assert [one[2] for one in states(engine)] == ["fixed", "confirmed"]


def test_series_of_fewer_than_six_runs_have_no_change_points(
    engine: Engine, project: Project
) -> None:
    for report in a_history([1.0, 1.0, 5.0, 5.0, 5.0]):
        fill(engine, project, report)
        assert states(engine) == []


def test_a_person_can_only_refute_what_is_there_and_open_what_a_person_refuted(
    engine: Engine, project: Project
) -> None:
    id_ = cleared(engine, project, a_history(spiked(SPIKE + 14)))
    for is_change in (True, False):
        with pytest.raises(ConflictError, match="cleared"):
            judge(engine, project, id_, is_change=is_change)
    with pytest.raises(NotFoundError):
        judge(engine, project, id_ + 1, is_change=False)


def test_a_new_definition_of_the_benchmark_begins_a_baseline_without_a_verdict(
    engine: Engine, project: Project
) -> None:
    history = a_history(steady(20) + steady(20, 3.0))
    (name,) = {report["results"][0]["benchmark"] for report in history}
    for place, report in enumerate(history):
        report["benchmarks"] = {name: {"version_hash": "v1" if place < 20 else "v2"}}
    fill(engine, project, *history[:17])
    for report in history[17:30]:  # one by one where a step would be suspected and confirmed
        fill(engine, project, report)
    fill(engine, project, *history[30:])
    assert steps(engine) == []
    assert rows(engine, "select count(*) from change_point where kind <> 'step'") == [(0,)]
