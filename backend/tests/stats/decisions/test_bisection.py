"""Bisection that allows for noise: the posterior, what it chooses, and what it answers."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from backend.evaluate.bisecting import QUESTION, bisect
from backend.stats.decisions.bisection import (
    BisectionQuestion,
    BisectionStep,
    Level,
    MeasuredCommit,
    next_step,
)

EIGHT = BisectionQuestion(8, Level(0.0, 0.1), Level(1.0, 0.1), 0.1)


def answered(question: BisectionQuestion, culprit: int) -> tuple[BisectionStep, list[int]]:
    """Measure what is asked for, without noise, until it is told; culprit 0 is none."""
    measured: list[MeasuredCommit] = []
    while (step := next_step(question, measured)).next_place is not None:
        level = question.bad if culprit and step.next_place >= culprit else question.good
        measured.append(MeasuredCommit(step.next_place, level.mean, step.rounds))
        assert len(measured) < 40
    return step, [one.place for one in measured]


@pytest.mark.parametrize("culprit", range(1, 9))
def test_a_clear_step_is_found_by_halving(culprit: int) -> None:
    step, places = answered(EIGHT, culprit)
    assert (step.first, step.last, step.is_told) == (culprit, culprit, True)
    assert step.held >= 0.95
    assert len(places) == 3
    assert places[0] == 4


def test_the_simulated_bar_is_met_and_beats_plain_bisection() -> None:
    done = bisect(np.random.default_rng(11), QUESTION, "gauss", 600)
    assert np.median(done.measurements) <= 9
    assert done.is_right.mean() >= 0.97
    assert done.is_right.mean() > done.is_plain_right.mean() + 0.1


def test_one_wrong_measurement_is_measured_again_and_overruled() -> None:
    measured = [MeasuredCommit(4, 0.6), MeasuredCommit(2, 0.0), MeasuredCommit(3, 0.0)]
    noisy = replace(EIGHT, sigma=0.33)
    first = next_step(noisy, measured)
    assert first.posterior[3] == max(first.posterior)
    again = [MeasuredCommit(4, 0.0), MeasuredCommit(4, 0.0), MeasuredCommit(8, 1.0)]
    step = next_step(noisy, [*measured, *again])
    assert step.posterior[3] < 0.05
    assert step.next_place in (5, 6)


def test_a_spike_proves_nothing() -> None:
    before = next_step(EIGHT, [])
    after = next_step(EIGHT, [MeasuredCommit(4, 50.0)])
    assert after.posterior == pytest.approx(before.posterior, abs=0.01)


def test_the_order_of_measuring_does_not_matter() -> None:
    measured = [MeasuredCommit(4, 0.4), MeasuredCommit(6, 0.9), MeasuredCommit(4, 0.1, 3)]
    assert next_step(EIGHT, measured) == next_step(EIGHT, measured[::-1])


def test_commits_that_cannot_be_built_are_skipped_and_answered_together() -> None:
    broken = replace(EIGHT, unbuildable=frozenset({3, 4, 5}))
    step, places = answered(broken, 4)
    assert (step.first, step.last) == (3, 6)
    assert not {3, 4, 5}.intersection(places)
    assert answered(broken, 8)[0].first == 8
    everything = replace(EIGHT, unbuildable=frozenset(range(1, 8)))
    told = next_step(everything, [])
    assert (told.first, told.last, told.held, told.next_place) == (1, 8, 1.0, None)


def test_with_doubt_the_last_commit_is_measured_before_it_is_accused() -> None:
    doubtful = replace(EIGHT, doubt=0.2)
    step, places = answered(doubtful, 0)
    assert (step.first, step.last, step.is_told) == (0, 0, True)
    assert step.none >= 0.95
    assert 8 in places
    assert answered(doubtful, 8)[0].first == 8


def test_suspects_weigh_in_the_prior() -> None:
    told = replace(EIGHT, prior=(0, 0, 0, 0, 0, 1, 99, 0))
    assert next_step(told, []).first == 7
    assert sum(next_step(told, []).posterior) == pytest.approx(1.0)


def test_a_small_step_asks_for_more_rounds_a_commit() -> None:
    assert EIGHT.rounds == 1
    assert replace(EIGHT, sigma=1.0).rounds == 9
    assert replace(EIGHT, sigma=1e3).rounds == 30


def test_a_fall_is_bisected_like_a_rise() -> None:
    falling = replace(EIGHT, good=Level(1.0, 0.1), bad=Level(0.0, 0.1))
    assert answered(falling, 3)[0].first == 3


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda: replace(EIGHT, commits=0), "a commit"),
        (lambda: replace(EIGHT, sigma=0.0), "noise"),
        (lambda: replace(EIGHT, bad=Level(0.0, 0.1)), "differ"),
        (lambda: replace(EIGHT, good=Level(math.nan, 0.1)), "finite"),
        (lambda: replace(EIGHT, good=Level(0.0, -1.0)), "not negative"),
        (lambda: replace(EIGHT, prior=(1.0,)), "weight"),
        (lambda: replace(EIGHT, prior=(0.0,) * 8), "above 0"),
    ],
)
def test_questions_without_an_answer_are_refused(
    change: Callable[[], BisectionQuestion], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        change()


@pytest.mark.parametrize(
    "wrong", [MeasuredCommit(9, 0.0), MeasuredCommit(1, math.inf), MeasuredCommit(1, 0.0, 0)]
)
def test_measurements_of_another_question_are_refused(wrong: MeasuredCommit) -> None:
    with pytest.raises(ValueError, match="finite number at a place"):
        next_step(EIGHT, [wrong])
