"""A level of a few runs must be longer than chance makes runs of spikes."""

import numpy as np
import pytest

from backend.stats.change_points import detect
from backend.stats.detector.spikes import log_tail


def spiky(seed: int, share: float, n: int = 400) -> np.ndarray:
    """Return noise of 1 % in which a share of the runs is 12 % slower."""
    generator = np.random.default_rng(seed)
    values = 100.0 * np.exp(generator.normal(0.0, 0.01, n))
    values[generator.random(n) < share] *= 1.12
    return values


def test_four_spikes_in_a_row_are_no_level_where_spikes_are_common() -> None:
    found = 0
    for seed in range(20):
        values = spiky(seed, 0.06)
        values[190:215] = np.minimum(values[190:215], 102.0)
        values[200:204] = 112.0
        found += detect(values).size > 0
    assert found <= 5


@pytest.mark.parametrize("seed", range(5))
def test_four_slow_runs_are_a_level_where_spikes_are_rare(seed: int) -> None:
    values = spiky(seed, 0.0)
    values[200:204] *= 1.12
    assert detect(values).tolist() == [200, 204]


@pytest.mark.parametrize("seed", range(5))
def test_spikes_do_not_hide_a_level_that_lasts(seed: int) -> None:
    values = spiky(seed, 0.06)
    values[200:] *= 1.12
    places = detect(values)
    assert places.size == 1
    assert abs(places[0] - 200) <= 2


def test_the_tail_of_a_normal() -> None:
    assert log_tail(4.0) == pytest.approx(np.log(3.167e-5), abs=0.07)
