"""A sweep names every value that may be the best, and no more than it must."""

import math

import numpy as np
import pytest

from backend.stats.best_set import best_set, best_set_from_summaries, critical_value

TRUE = np.array([1.0, 1.005, 1.02, 1.03, 1.05, 1.08, 1.10, 1.20])


def sweep(seed: int, rounds: int = 10) -> np.ndarray:
    """Return results with 3 % noise, and 3 % more that all values of a round share."""
    generator = np.random.default_rng(seed)
    own = generator.normal(0.0, 0.03, (TRUE.size, rounds))
    return TRUE[:, None] * np.exp(own + generator.normal(0.0, 0.03, rounds))


def generator() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.mark.parametrize(
    ("groups", "degrees", "expected"), [(2, 20.0, 1.725), (4, 20.0, 2.19), (9, 60.0, 2.43)]
)
def test_critical_values_are_dunnett_s(groups: int, degrees: float, expected: float) -> None:
    assert critical_value(groups, degrees, 0.05, generator()) == pytest.approx(expected, abs=0.03)


def test_the_best_value_is_kept() -> None:
    found = [best_set(sweep(seed), "lower", generator=generator()) for seed in range(150)]
    assert np.mean([one.members[0] for one in found]) >= 0.95
    assert np.mean([one.members.sum() for one in found]) <= 4.0
    assert np.mean([one.members[4:].sum() for one in found]) <= 0.3


def test_spikes_do_not_swell_the_set() -> None:
    clean, spiked = sweep(4, 20), sweep(4, 20)
    spiked[[0, 3, 5], [2, 9, 15]] *= 2.0
    size = best_set(clean, "lower", generator=generator()).members.sum()
    assert best_set(spiked, "lower", generator=generator()).members.sum() <= size + 1


def test_higher_is_the_mirror_of_lower() -> None:
    lower = best_set(sweep(3), "lower", generator=generator())
    higher = best_set(1.0 / sweep(3), "higher", generator=generator())
    assert lower.members.tolist() == higher.members.tolist()
    assert lower.best == higher.best
    np.testing.assert_allclose(higher.differences, 1.0 / lower.differences)
    np.testing.assert_allclose(higher.low, 1.0 / lower.high)


def test_differences_are_ratios_to_the_best_of_the_others() -> None:
    found = best_set(sweep(8, 40), "lower", generator=generator())
    assert found.logarithmic
    assert found.differences[7] == pytest.approx(1.20, abs=0.03)
    assert found.low[7] == 1.0
    assert found.high[7] > 1.15
    assert not found.members[7]


def test_values_below_zero_are_compared_by_differences() -> None:
    rounds = np.array([[-1.0], [2.0], [5.0]]) + np.random.default_rng(1).normal(0, 0.1, (3, 8))
    found = best_set(rounds, "lower", generator=generator())
    assert not found.logarithmic
    assert found.members.tolist() == [True, False, False]
    assert found.differences == pytest.approx([-3.0, 3.0, 6.0], abs=0.2)


def test_summaries_with_scatter_give_a_set() -> None:
    values = np.array([100.0, 101.0, 120.0])
    found = best_set_from_summaries(
        values, np.full(3, 3.0), np.full(3, 10), "lower", generator=generator()
    )
    assert found.members.tolist() == [True, True, False]
    assert found.differences[2] == pytest.approx(1.2)
    assert found.warnings == ()
    upwards = best_set_from_summaries(
        values, np.full(3, 3.0), np.full(3, 10), "higher", generator=generator()
    )
    assert upwards.members.tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("sds", "counts"),
    [(None, [9, 9, 9]), ([1.0, math.nan, 1.0], [9, 9, 9]), ([1, 1, 1], [9, 1, 9])],
)
def test_without_scatter_there_is_no_claim(sds: list[float] | None, counts: list[int]) -> None:
    found = best_set_from_summaries(
        np.array([3.0, 2.0, 4.0]),
        None if sds is None else np.array(sds, dtype=np.float64),
        np.array(counts),
        "lower",
        generator=generator(),
    )
    assert found.best == 1
    assert found.members.tolist() == [False, True, False]
    assert np.isnan(found.high).all()
    assert "may be as good" in found.warnings[0]


def test_one_round_makes_no_claim() -> None:
    found = best_set(sweep(1)[:, :1], "lower", generator=generator())
    assert found.members.sum() == 1
    assert "One round" in found.warnings[0]


def test_equal_results_are_all_best() -> None:
    found = best_set(np.full((3, 4), 2.0), "lower", generator=generator())
    assert found.members.all()


@pytest.mark.parametrize("rounds", [np.ones((1, 5)), np.ones((3, 0)), np.array([[1.0], [np.nan]])])
def test_unusable_sweeps_are_refused(rounds: np.ndarray) -> None:
    with pytest.raises(ValueError, match="sweep"):
        best_set(rounds, "lower", generator=generator())
