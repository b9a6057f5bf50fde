"""What was told stands until runs near it disprove it, and falls when they do."""

import math
from dataclasses import replace

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Change, Options, ReportedChange

SIGMA = 0.02


def noise(seed: int, n: int) -> Floats:
    return SIGMA * np.random.default_rng(seed).standard_normal(n)


def told(index: int, ratio: float) -> ReportedChange:
    """Make a change that somebody was told of at an index."""
    change = Change(index, 5.0, 1.0, ratio, ratio, ratio - 0.02, ratio + 0.02, index - 1, index + 1)
    return ReportedChange(change, SIGMA, 0.0, 0.0)


def test_a_step_below_the_bar_stands_where_it_was_told_and_is_not_found_otherwise() -> None:
    x = noise(3, 100)
    x[50:] += 0.9 * SIGMA
    values = np.exp(x)
    assert analyse(values).changes == ()
    held = analyse(values, told=[told(50, 1.03)]).changes
    assert held == (replace(told(50, 1.03).change, is_held=True),)


def test_what_was_told_is_disproved_by_a_level_that_does_not_move() -> None:
    values = np.exp(noise(3, 100))
    assert analyse(values, told=[told(50, 1.05)]).changes == ()


@pytest.mark.parametrize("after", [1, 3, 7])
def test_fewer_than_eight_runs_disprove_nothing(after: int) -> None:
    values = np.exp(noise(3, 50 + after))
    assert len(analyse(values, told=[told(50, 1.05)]).changes) == 1


def test_a_told_step_that_is_found_again_is_told_as_it_is_now() -> None:
    x = noise(4, 100)
    x[50:] += 0.1
    (change,) = analyse(np.exp(x), told=[told(50, 1.3)]).changes
    assert not change.is_held
    assert change.ratio == pytest.approx(math.exp(0.1), rel=0.02)


def test_two_told_steps_near_one_that_is_found_are_two() -> None:
    x = noise(5, 60)
    x[44:] += 0.05
    x[50:] += 0.5
    changes = analyse(np.exp(x), told=[told(44, 1.05), told(50, 1.6)]).changes
    assert [change.index for change in changes] == [44, 50]


def test_a_spike_row_and_its_end_explain_each_other() -> None:
    x = noise(6, 120)
    x[60:63] += 0.1
    both = [told(60, 1.1), replace(told(63, 0.9), change=replace(told(63, 0.9).change, first=62))]
    assert [one.index for one in analyse(np.exp(x), told=both).changes] == [60, 63]


def test_told_steps_smaller_than_what_is_asked_for_and_outside_the_history_fall() -> None:
    x = noise(3, 100)
    x[50:] += 0.9 * SIGMA
    values = np.exp(x)
    assert analyse(values, options=Options(min_effect=0.05), told=[told(50, 1.03)]).changes == ()
    assert analyse(values, told=[told(100, 1.03)]).changes == ()


def test_numbers_that_are_not_positive_are_held_by_their_difference() -> None:
    x = np.random.default_rng(9).standard_normal(100)
    x[50:] += 0.9
    one = told(50, 1.03)
    one = ReportedChange(replace(one.change, before=0.0, after=1.2), 1.0, 0.0, 0.0)
    assert [change.index for change in analyse(x, told=[one]).changes] == [50]
    assert analyse(x - 0.9 * (np.arange(100) >= 50), told=[one]).changes == ()
