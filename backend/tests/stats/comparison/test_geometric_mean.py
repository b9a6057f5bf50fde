"""The geometric mean of a suite: its value, and both meanings of its interval."""

import math

import numpy as np
import pytest

from backend.stats.comparison.geometric_mean import geometric_mean


def test_halves_and_doubles_cancel() -> None:
    found = geometric_mean([2.0, 0.5, 1.0, 1.0, 1.0, 1.0], np.zeros(6))
    assert found.ratio == pytest.approx(1.0)
    assert found.low == found.high == found.ratio
    assert found.wide_low < 0.8
    assert found.wide_high > 1.2
    assert found.warnings == ()


def test_the_interval_of_these_benchmarks_holds_their_mean() -> None:
    generator = np.random.default_rng(1)
    truth = 0.1 * generator.standard_normal(30)
    errors = generator.uniform(0.005, 0.05, 30)
    held = 0
    for _ in range(2_000):
        found = geometric_mean(np.exp(truth + errors * generator.standard_normal(30)), errors)
        held += found.low <= math.exp(truth.mean()) <= found.high
    assert held / 2_000 == pytest.approx(0.95, abs=0.012)


def test_the_wide_interval_holds_the_mean_of_benchmarks_like_these() -> None:
    generator = np.random.default_rng(2)
    held = 0
    for _ in range(2_000):
        logs = 0.03 + 0.1 * generator.standard_normal(8)
        found = geometric_mean(np.exp(logs))
        held += found.wide_low <= math.exp(0.03) <= found.wide_high
    assert held / 2_000 == pytest.approx(0.95, abs=0.012)


def test_others_are_never_known_better_than_these() -> None:
    """A run that was slow as a whole leaves the ratios close together, and all of them off."""
    found = geometric_mean([1.05, 1.06, 1.05, 1.06, 1.05, 1.06], np.full(6, 0.5))
    assert found.low < 1.0 < found.high
    assert (found.wide_low, found.wide_high) == pytest.approx((found.low, found.high))


def test_without_errors_there_is_no_interval_of_these() -> None:
    found = geometric_mean([1.1, 1.2, 1.3])
    assert math.isnan(found.low)
    assert found.wide_low < found.ratio < found.wide_high
    assert "unknown" in found.warnings[0]
    assert "3 benchmarks" in found.warnings[1]


def test_one_and_none() -> None:
    assert geometric_mean([1.5], [0.0]).ratio == pytest.approx(1.5)
    assert math.isnan(geometric_mean([1.5], [0.0]).wide_low)
    assert math.isnan(geometric_mean([]).ratio)
    assert geometric_mean([1e300, 1e-300, 1e300], np.zeros(3)).ratio == pytest.approx(1e100)


@pytest.mark.parametrize("wrong", [[1.0, 0.0], [-1.0], [math.nan], [math.inf]])
def test_what_has_no_logarithm_is_refused(wrong: list[float]) -> None:
    with pytest.raises(ValueError, match="leave out what failed"):
        geometric_mean(wrong)


def test_errors_have_to_fit() -> None:
    with pytest.raises(ValueError, match="one standard error per ratio"):
        geometric_mean([1.0, 2.0], [0.1])
