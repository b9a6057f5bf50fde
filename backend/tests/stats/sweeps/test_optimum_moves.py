"""An optimum is said to have moved only if both runs rule the other's out."""

import math

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.sweeps.optimum_moves import OptimumMove, judge_move
from backend.stats.sweeps.response import response_from_rounds, response_from_summaries
from backend.testing.noisy_sweeps import noisy_rounds

REPEATS = 80
FLAT = np.ones(7)
CLOSE = np.array([1.3, 1.1, 1.02, 1.0, 1.01, 1.05, 1.2])
RESHAPED = np.array([1.6, 1.3, 1.1, 1.0, 1.1, 1.3, 1.5])


def judged(old: Floats, new: Floats, kind: str, rounds: int = 10) -> list[OptimumMove]:
    generator = np.random.default_rng(3)
    return [
        judge_move(
            response_from_rounds(noisy_rounds(old, rounds, kind, generator), "lower"),
            response_from_rounds(noisy_rounds(new, rounds, kind, generator), "lower"),
        )
        for _ in range(REPEATS)
    ]


@pytest.mark.parametrize("kind", ["gauss", "spikes"])
@pytest.mark.parametrize(("old", "new"), [(FLAT, FLAT), (CLOSE, CLOSE * 1.2), (CLOSE, RESHAPED)])
def test_an_optimum_that_stayed_is_not_said_to_have_moved(
    kind: str, old: Floats, new: Floats
) -> None:
    assert np.mean([one.moved for one in judged(old, new, kind)]) <= 0.05


@pytest.mark.parametrize("kind", ["gauss", "spikes"])
def test_one_that_moved_is_found_with_what_moving_gains(kind: str) -> None:
    old = np.array([1.3, 1.1, 1.0, 1.05, 1.1, 1.2, 1.3])
    new = np.array([1.3, 1.2, 1.1, 1.05, 1.0, 1.1, 1.2])
    found = judged(old, new, kind)
    assert np.mean([one.moved for one in found]) >= 0.9
    assert (
        np.mean([one.low <= 1.1 <= one.high for one in found if (one.old, one.new) == (2, 4)])
        >= 0.95
    )


def test_summaries_claim_nothing() -> None:
    counts = np.ones(3, np.int64)
    old, new = (
        response_from_summaries(np.array(values), None, counts, "lower")
        for values in ([1.0, 2.0, 3.0], [3.0, 2.0, 1.0])
    )
    found = judge_move(old, new)
    assert (found.old, found.new, found.moved, found.claimed) == (0, 2, False, False)
    assert not found.is_open
    assert found.gain == pytest.approx(3.0)
    assert math.isnan(found.low)


def test_other_values_are_refused() -> None:
    with pytest.raises(ValueError, match="same values"):
        judge_move(
            response_from_rounds(np.ones((3, 4)), "lower"),
            response_from_rounds(np.ones((4, 4)), "lower"),
        )
