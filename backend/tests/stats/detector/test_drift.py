"""What is told to be a slope, and what stays a step beside one."""

import numpy as np
import pytest

from backend.stats.change_points import analyse, detect


def drifting(seed: int, n: int, total: float, cv: float = 0.01) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0.0, cv, n)
    return 100.0 * np.exp(noise + total * np.arange(n) / n)


def test_a_drift_is_hardly_ever_taken_for_steps() -> None:
    """In 13 of these it was before steps were tested beside a slope."""
    found = sum(detect(drifting(seed, 100, 0.06)).size > 0 for seed in range(100))
    assert found <= 7


@pytest.mark.parametrize("seed", range(6))
def test_a_step_beside_a_drift_stays(seed: int) -> None:
    values = drifting(seed, 300, 0.10)
    values[180:] *= 1.06
    analysis = analyse(values)
    assert [abs(change.index - 180) <= 2 for change in analysis.changes] == [True]
    assert analysis.slope == pytest.approx(0.10 / 300, rel=0.5)


@pytest.mark.parametrize("seed", range(6))
def test_a_step_in_the_middle_of_a_short_series_is_not_taken_for_a_slope(seed: int) -> None:
    values = drifting(seed, 60, 0.0)
    values[30:] *= 1.03
    places = detect(values)
    assert places.size == 1
    assert abs(places[0] - 30) <= 4


@pytest.mark.parametrize("direction", [-1.0, 1.0])
def test_the_slope_is_reported_per_run(direction: float) -> None:
    analysis = analyse(drifting(1, 500, direction * 0.20))
    assert analysis.changes == ()
    assert analysis.slope == pytest.approx(direction * 0.20 / 500, rel=0.1)
