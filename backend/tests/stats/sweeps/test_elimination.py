"""Sweeps with elimination: poor values get few rounds, and the best is kept."""

import numpy as np
import pytest

from backend.evaluate.parts.sweeps import TRUTH, measured
from backend.stats.arrays import Floats
from backend.stats.sweeps.best_set import best_set
from backend.stats.sweeps.elimination import EliminationRule, eliminate

RULE = EliminationRule()


def whole(seed: int, truth: Floats = TRUTH, rounds: int = 40) -> Floats:
    return measured(np.random.default_rng(seed), truth, rounds)


def test_half_of_the_full_grid_finds_the_same_best_set() -> None:
    spent, kept, sizes = [], [], []
    for seed in range(40):
        table = whole(seed)
        step = eliminate(RULE, table, "lower")
        dropped = np.array(step.dropped_after)
        spent.append(np.where(step.live, step.after, dropped).sum() / table.size)
        kept.append(step.live[0])
        sizes.append(step.live.sum() - best_set(table, "lower").members.sum())
    assert np.mean(spent) <= 0.5
    assert np.mean(kept) >= 0.95
    assert abs(np.mean(sizes)) <= 0.3


def test_it_is_asked_look_by_look_and_never_takes_a_value_back() -> None:
    table = whole(3)
    measured_so_far = np.full((8, 0), np.nan)
    step = eliminate(RULE, measured_so_far, "lower")
    assert (step.rounds, step.after, step.best) == (3, 0, None)
    while not step.is_done:
        have = measured_so_far.shape[1]
        new = np.where(step.live[:, None], table[:, have : have + step.rounds], np.nan)
        measured_so_far = np.hstack((measured_so_far, new))
        before, step = step, eliminate(RULE, measured_so_far, "lower")
        assert not (step.live & ~before.live).any()
    at_once = eliminate(RULE, table, "lower")
    assert step.dropped_after == at_once.dropped_after
    assert (step.live == at_once.live).all()
    assert step.dropped_after[-1] < step.dropped_after[4] or step.live[4]


def test_what_is_worse_is_dropped_first_whatever_the_direction() -> None:
    truth = np.array([1.0, 1.01, 2.0])
    step = eliminate(RULE, whole(4, truth)[:, :3], "lower")
    assert step.live.tolist() == [True, True, False]
    assert step.dropped_after == (0, 0, 3)
    assert eliminate(RULE, whole(4, truth), "higher").live.tolist() == [False, False, True]


def test_a_single_value_left_ends_it() -> None:
    step = eliminate(RULE, whole(5, np.array([1.0, 2.0, 3.0])), "lower")
    assert (step.is_done, step.rounds) == (True, 0)
    assert step.after < 10


def test_values_equally_good_within_the_margin_end_it() -> None:
    truth = np.array([1.0, 1.001, 1.5])
    assert eliminate(RULE, whole(1, truth), "lower").after == 40
    equal = eliminate(EliminationRule(margin=0.1), whole(1, truth), "lower")
    assert equal.is_done
    assert equal.after < 25
    assert equal.live.tolist() == [True, True, False]


def test_a_value_that_always_failed_is_dropped_and_one_failure_costs_nothing() -> None:
    table = whole(7, np.array([1.0, 1.0, 1.0, 1.3]))
    table[1] = np.nan
    table[0, 2] = np.nan
    step = eliminate(RULE, table, "lower")
    assert step.dropped_after[1] == 3
    assert step.live.tolist() == [True, False, True, False]


def test_cells_of_a_grid_are_values() -> None:
    rows, columns = np.meshgrid(np.arange(4.0), np.arange(4.0), indexing="ij")
    truth = (1.0 + 0.1 * np.abs(rows - 1.0) + 0.1 * np.abs(columns - 2.0)).ravel()
    step = eliminate(RULE, whole(8, truth), "lower")
    assert step.live.reshape(4, 4).nonzero() == (np.array([1]), np.array([2]))
    assert np.mean(step.dropped_after) < 10


@pytest.mark.parametrize("rounds", [2, 0])
def test_a_rule_needs_three_rounds(rounds: int) -> None:
    with pytest.raises(ValueError, match="three rounds"):
        EliminationRule(rounds)


def test_unusable_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="two values"):
        eliminate(RULE, np.ones((1, 3)), "lower")
    with pytest.raises(ValueError, match="no value"):
        eliminate(RULE, np.full((2, 3), np.nan), "lower")
