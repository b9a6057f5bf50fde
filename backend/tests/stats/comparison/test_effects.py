"""Cliff's delta and the Hodges-Lehmann shift: values by hand, intervals that hold the truth."""

import math

import numpy as np
import pytest

from backend.stats.comparison.effects import cliffs_delta, hodges_lehmann


def test_delta_counts_wins_less_losses() -> None:
    baseline, contender = [1.0, 2.0, 3.0], [2.0, 4.0]
    wins = sum(b > a for a in baseline for b in contender)
    losses = sum(b < a for a in baseline for b in contender)
    assert cliffs_delta(baseline, contender).delta == pytest.approx((wins - losses) / 6)


@pytest.mark.parametrize(
    ("contender", "delta", "size"),
    [
        ([11.0, 12.0, 13.0], 1.0, "large"),
        ([1.0, 2.0, 3.0], 0.0, "negligible"),
        ([-4.0, -5.0], -1.0, "large"),
        ([1.0, 2.0, 3.0, 3.0, 3.0], 0.266666666, "small"),
    ],
)
def test_delta_has_a_word(contender: list[float], delta: float, size: str) -> None:
    found = cliffs_delta([1.0, 2.0, 3.0], contender)
    assert found.delta == pytest.approx(delta)
    assert found.size == size
    assert -1.0 <= found.low <= found.delta <= found.high <= 1.0


def test_sets_far_apart_have_an_interval_that_narrows_with_their_size() -> None:
    few = cliffs_delta(range(5), range(10, 15))
    many = cliffs_delta(range(50), range(100, 150))
    assert few.high == pytest.approx(1.0)
    assert 0.0 < few.low < 0.7
    assert many.low > 0.9


@pytest.mark.parametrize("shift", [0.0, 0.5, 1.5])
def test_the_interval_of_delta_holds_the_truth(shift: float) -> None:
    generator = np.random.default_rng(3)
    truth = math.erf(shift / 2.0)
    held = 0
    for _ in range(1_000):
        found = cliffs_delta(generator.normal(0, 1, 12), generator.normal(shift, 1, 20))
        held += found.low <= truth <= found.high
    assert held / 1_000 >= 0.925


def test_the_shift_is_a_ratio_of_positive_samples_and_a_difference_of_others() -> None:
    generator = np.random.default_rng(4)
    logs = 0.1 * generator.standard_normal((2, 40))
    ratio = hodges_lehmann(np.exp(logs[0]), np.exp(logs[1] + 0.2), coverage=0.99)
    assert ratio.is_ratio
    assert ratio.low < math.exp(0.2) < ratio.high
    assert ratio.shift == pytest.approx(math.exp(0.2), abs=0.07)
    difference = hodges_lehmann(logs[0], logs[1] + 5.0)
    assert not difference.is_ratio
    assert difference.shift == pytest.approx(5.0, abs=0.07)


def test_a_wild_sample_moves_the_mean_and_not_the_shift() -> None:
    baseline, contender = np.linspace(1.0, 1.1, 20), np.linspace(1.05, 1.15, 20)
    wild = contender.copy()
    wild[-1] = 1e6
    assert hodges_lehmann(baseline, wild).shift == pytest.approx(
        hodges_lehmann(baseline, contender).shift, abs=0.01
    )


@pytest.mark.parametrize("wrong", [[], [math.nan], [math.inf]])
def test_unusable_sets_are_refused(wrong: list[float]) -> None:
    with pytest.raises(ValueError, match="contender"):
        cliffs_delta([1.0], wrong)
    with pytest.raises(ValueError, match="contender"):
        hodges_lehmann([1.0], wrong)


@pytest.mark.parametrize("coverage", [0.0, 1.0, 95.0, 1.5, -1.0, math.nan])
def test_a_coverage_is_a_share(coverage: float) -> None:
    for method in (cliffs_delta, hodges_lehmann):
        with pytest.raises(ValueError, match=r"a share between 0 and 1 such as 0\.95"):
            method([1.0, 2.0, 3.0], [2.0, 3.0, 4.0], coverage=coverage)
