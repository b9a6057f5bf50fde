"""Of a grid: the cells that may be best, its ridge, and whether the parameters interact."""

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.sweeps.grids import Grid, judge_grid, judge_grid_summaries
from backend.testing.noisy_sweeps import noisy_rounds

ADDITIVE = np.outer([1.0, 1.1, 1.3, 1.2], [1.2, 1.0, 1.05, 1.3, 1.5])
REPEATS = 60


def judged(truth: Floats, kind: str, rounds: int = 10) -> list[Grid]:
    generator = np.random.default_rng(3)
    found = []
    for _ in range(REPEATS):
        table = noisy_rounds(truth.ravel(), rounds, kind, generator)
        table = table.reshape(*truth.shape, rounds)
        table[3, 4] = np.nan
        table[0, 0, :2] = np.nan
        found.append(judge_grid(table, "lower"))
    return found


@pytest.mark.parametrize("kind", ["gauss", "spikes"])
def test_the_best_cell_is_kept_and_separate_parameters_are_not_said_to_interact(kind: str) -> None:
    found = judged(ADDITIVE, kind)
    assert np.mean([one.members[0, 1] for one in found]) >= 0.95
    assert np.mean([one.members.sum() for one in found]) <= 3.0
    p = [one.interaction.p for one in found if one.interaction is not None]
    assert len(p) == REPEATS
    assert np.mean(np.array(p) < 0.05) <= 0.12


@pytest.mark.parametrize("kind", ["gauss", "spikes"])
def test_a_cell_off_the_pattern_is_an_interaction(kind: str) -> None:
    truth = ADDITIVE.copy()
    truth[2, 3] *= 0.7
    found = judged(truth, kind)
    p = [one.interaction.p for one in found if one.interaction is not None]
    assert np.mean(np.array(p) < 0.05) >= 0.95


def test_the_ridge_is_the_best_column_of_each_row() -> None:
    truth = 1.0 + 0.2 * np.abs(np.arange(4)[:, None] - np.arange(5)[None, :])
    for one in judged(truth, "gauss", 30):
        assert one.ridge.tolist() == [0, 1, 2, 3]
        assert one.ridge_members.sum(axis=1).tolist() == [1, 1, 1, 1]
        assert one.column_ridge[:4].tolist() == [0, 1, 2, 3]
        assert one.column_members.shape == (4, 5)


def test_missing_cells_stay_missing() -> None:
    (one, *_) = judged(ADDITIVE, "gauss")
    assert np.isnan(one.behind[3, 4])
    assert not one.members[3, 4]
    assert not one.ridge_members[3, 4]
    table = np.full((2, 3), np.nan)
    table[0] = [3.0, 2.0, 4.0]
    found = judge_grid_summaries(table, None, np.ones((2, 3), np.int64), "lower")
    assert found.ridge.tolist() == [1, -1]
    assert found.column_ridge.tolist() == [0, 0, 0]
    assert found.interaction is None


def test_summaries_have_a_best_cell_and_claim_nothing() -> None:
    values = np.array([[3.0, 2.0], [1.0, 5.0]])
    found = judge_grid_summaries(values, None, np.ones((2, 2), np.int64), "higher")
    assert (found.best, found.claimed) == ((1, 1), False)
    assert found.members.sum() == 1
    assert found.interaction is not None
    assert np.isnan(found.interaction.p)
    assert found.interaction.largest == pytest.approx((15.0 / 2.0) ** 0.25 - 1.0)
    with_scatter = judge_grid_summaries(values, values * 0.01, np.full((2, 2), 9), "higher")
    assert with_scatter.claimed
    assert with_scatter.interaction is not None
    assert with_scatter.interaction.p < 1e-6


@pytest.mark.parametrize(
    "rounds", [np.ones((2, 2)), np.ones((0, 2, 3)), np.full((2, 2, 3), np.nan)]
)
def test_unusable_grids_are_refused(rounds: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"grid|sweep"):
        judge_grid(rounds, "lower")
