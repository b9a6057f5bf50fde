"""What is compared, and what came after it, is no history of itself."""

import numpy as np
import pytest

from backend.domain.comparisons.run_histories import RunHistories
from backend.stats.arrays import Floats

LEVEL = 100.0 + np.tile([0.0, 1.0, -1.0, 2.0], 16)
STEP, OFFSET = 20.0, 0.3


def far_runs(newest: Floats, compared: list[float], **offsets: Floats) -> float:
    """Return the share of runs 15 standard deviations from the level; the step is of 20."""
    one = np.ones(1)
    tail = np.full((1, 64), np.nan)
    tail[0, -newest.size :] = newest
    histories = RunHistories(
        tail, np.array([newest.size]), 0.0 * one, 0.0 * one, {0: offsets["by"]} if offsets else {}
    )
    is_logarithmic = np.array([bool(offsets)])
    sigma = 0.005 * one if offsets else one
    rows = np.zeros(len(compared), np.int64)
    shares, _ = histories.far(
        sigma, is_logarithmic, np.zeros(1, np.int64), (rows, np.array(compared))
    )
    return float(shares[0, 24])


def test_a_step_is_found_though_its_runs_are_kept_as_those_of_another_machine() -> None:
    newest = LEVEL.copy()
    newest[-10:] += STEP
    # kept after a logarithm and back, so the last digits differ
    measured = [float(one) * np.exp(OFFSET) * (1 + 1e-15) for one in (newest[-11], newest[-10])]
    offsets = np.array([0.0, OFFSET])
    assert far_runs(newest, measured, by=offsets) == 0.0
    assert far_runs(newest, [], by=offsets) > 0.1


def test_of_equal_runs_the_oldest_with_enough_before_it_counts() -> None:
    newest = LEVEL.copy()
    newest[-20:-10] += STEP
    assert far_runs(newest, [100.0, 120.0]) == 0.0


@pytest.mark.parametrize(("compared", "is_far"), [(19, True), (20, False)])
def test_later_runs_count_where_fewer_than_twenty_came_before(
    compared: int, *, is_far: bool
) -> None:
    newest = np.arange(64.0) / 32.0
    newest[-10:] += STEP
    assert (far_runs(newest, [float(newest[compared])]) > 0.0) == is_far


def test_a_run_older_than_those_that_are_kept_leaves_nothing_out() -> None:
    newest = LEVEL.copy()
    newest[-10:] += STEP
    assert far_runs(newest, [77.0]) > 0.1
