"""Dates of commits go back where somebody rebased, or a clock was wrong; charts must not."""

import numpy as np
import pytest

from backend.domain.commits.monotonic_times import monotonic_times

NONE = np.nan


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([1, 2, 2, 5], [1, 2, 2, 5]),
        ([10, 15, 20, 3, 4, 30], [10, 15, 20, 20, 20, 30]),
        ([10, 9999, 20, 30, 1, 40], [10, 10, 20, 30, 30, 40]),
        ([NONE, 10, NONE, 20], [10, 10, 10, 20]),
        ([NONE, NONE], [-np.inf, -np.inf]),
        ([], []),
    ],
    ids=["forward", "kept an old date", "wrong clocks", "some unknown", "all unknown", "empty"],
)
def test_a_branch_runs_forward(times: list[float], expected: list[float]) -> None:
    assert monotonic_times(np.asarray(times, float)).tolist() == expected


@pytest.mark.parametrize("seed", range(5))
def test_most_commits_keep_their_own_time(seed: int) -> None:
    dice = np.random.default_rng(seed)
    times = np.sort(dice.integers(0, 10_000, 300)).astype(float)
    wrong = dice.choice(300, 30, replace=False)
    times[wrong] = dice.integers(0, 10_000, 30)
    forward = monotonic_times(times)
    assert np.all(np.diff(forward) >= 0)
    assert np.count_nonzero(forward == times) >= 270
