"""A sweep names every value that may be the best, and no more than it must."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from backend.stats.sweeps.best_set import (
    best_members,
    best_set,
    best_set_from_summaries,
    best_set_of,
)
from backend.stats.sweeps.response import response_from_rounds, response_from_samples
from backend.testing.noisy_sweeps import KINDS, noisy_rounds

TRUE = np.array([1.0, 1.005, 1.02, 1.03, 1.05, 1.08, 1.10, 1.20])


def sweep(seed: int, rounds: int = 10) -> np.ndarray:
    """Return results with 3 % noise, and 3 % more that all values of a round share."""
    generator = np.random.default_rng(seed)
    own = generator.normal(0.0, 0.03, (TRUE.size, rounds))
    return TRUE[:, None] * np.exp(own + generator.normal(0.0, 0.03, rounds))


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_value_is_kept_whatever_the_noise(kind: str) -> None:
    generator = np.random.default_rng(7)
    found = [best_set(noisy_rounds(TRUE, 10, kind, generator), "lower") for _ in range(150)]
    assert np.mean([one.members[0] for one in found]) >= 0.95
    assert np.mean([one.members.sum() for one in found]) <= 4.5
    assert np.mean([one.members[5:].sum() for one in found]) <= 0.3


@pytest.mark.parametrize("kind", KINDS)
def test_the_members_alone_are_those_of_the_whole_answer(kind: str) -> None:
    for seed in range(20):
        rounds = noisy_rounds(TRUE, 8, kind, np.random.default_rng(seed))
        response = response_from_rounds(rounds, "lower")
        assert np.array_equal(best_members(response), best_set_of(response).members)
        one = response_from_rounds(rounds[:, :1], "lower")
        assert np.array_equal(best_members(one), best_set_of(one).members), "without a claim"


@pytest.mark.parametrize("kind", ["gauss", "spikes", "uneven"])
@pytest.mark.parametrize("rounds", [5, 20])
def test_of_equal_values_each_is_kept(kind: str, rounds: int) -> None:
    generator = np.random.default_rng(11)
    truth = np.ones(8)
    found = [best_set(noisy_rounds(truth, rounds, kind, generator), "lower") for _ in range(120)]
    assert np.mean([one.members for one in found]) >= 0.94


def test_a_value_that_failed_in_some_rounds_is_compared_through_the_others() -> None:
    generator = np.random.default_rng(5)
    kept, told = [], []
    for _ in range(120):
        rounds = noisy_rounds(TRUE, 12, "gauss", generator)
        rounds[generator.random(rounds.shape) < 0.15] = np.nan
        rounds[7, :6] = np.nan
        found = best_set(rounds, "lower")
        kept.append(found.members[0])
        told.append(not found.members[7])
    assert np.mean(kept) >= 0.95
    assert np.mean(told) >= 0.95


def test_missing_cells_do_not_lend_a_value_the_luck_of_its_rounds() -> None:
    """Rounds of the second half are 30 % slower; the slow value failed in all of those."""
    rounds = noisy_rounds(np.array([1.0, 1.0, 1.1]), 20, "gauss", np.random.default_rng(2), cv=0.01)
    rounds[:, 10:] *= 1.3
    rounds[2, 10:] = np.nan
    found = best_set(rounds, "lower")
    assert found.members.tolist() == [True, True, False]
    assert found.differences[2] == pytest.approx(1.1, abs=0.03)


def test_values_that_share_no_round_are_compared_without_rounds() -> None:
    rounds = np.full((2, 12), np.nan)
    rounds[0, :6] = [1.0, 1.01, 0.99, 1.0, 1.02, 0.98]
    rounds[1, 6:] = [1.5, 1.51, 1.49, 1.5, 1.52, 1.48]
    found = best_set(rounds, "lower")
    assert found.members.tolist() == [True, False]
    assert "do not overlap" in found.warnings[0]


def test_samples_of_any_number_are_compared_by_their_own_scatter() -> None:
    generator = np.random.default_rng(3)
    kept = []
    for _ in range(150):
        samples = [
            centre * generator.lognormal(0.0, sd, count)
            for centre, sd, count in ((1.0, 0.1, 30), (1.0, 0.01, 8), (1.3, 0.02, 5))
        ]
        kept.append(best_set_of(response_from_samples(samples, "lower")).members)
    assert np.mean(kept, axis=0)[:2].min() >= 0.95
    assert np.mean(kept, axis=0)[2] <= 0.05


def test_how_far_behind_holds_for_all_values_at_once() -> None:
    generator = np.random.default_rng(9)
    found = [best_set(noisy_rounds(TRUE, 12, "gauss", generator), "lower") for _ in range(150)]
    assert np.mean([(one.behind >= TRUE - 1.0 - 1e-9).all() for one in found]) >= 0.95
    assert np.mean([one.behind[7] for one in found]) <= 0.27


def test_spikes_do_not_swell_the_set() -> None:
    clean, spiked = sweep(4, 20), sweep(4, 20)
    spiked[[0, 3, 5], [2, 9, 15]] *= 2.0
    size = best_set(clean, "lower").members.sum()
    assert best_set(spiked, "lower").members.sum() <= size + 1


def test_higher_is_the_mirror_of_lower() -> None:
    lower = best_set(sweep(3), "lower")
    higher = best_set(1.0 / sweep(3), "higher")
    assert lower.members.tolist() == higher.members.tolist()
    assert lower.best == higher.best
    np.testing.assert_allclose(higher.differences, 1.0 / lower.differences)
    np.testing.assert_allclose(higher.low, 1.0 / lower.high)


def test_differences_are_ratios_to_the_best_of_the_others() -> None:
    found = best_set(sweep(8, 40), "lower")
    assert found.logarithmic
    assert found.differences[7] == pytest.approx(1.20, abs=0.03)
    assert found.low[7] == 1.0
    assert found.high[7] > 1.15
    assert not found.members[7]


def test_values_below_zero_are_compared_by_differences() -> None:
    rounds = np.array([[-1.0], [2.0], [5.0]]) + np.random.default_rng(1).normal(0, 0.1, (3, 8))
    found = best_set(rounds, "lower")
    assert not found.logarithmic
    assert found.members.tolist() == [True, False, False]
    assert found.differences == pytest.approx([-3.0, 3.0, 6.0], abs=0.2)


def test_summaries_with_scatter_give_a_set() -> None:
    values = np.array([100.0, 101.0, 120.0])
    found = best_set_from_summaries(values, np.full(3, 3.0), np.full(3, 10), "lower")
    assert found.members.tolist() == [True, True, False]
    assert found.differences[2] == pytest.approx(1.2)
    assert found.warnings == ()
    upwards = best_set_from_summaries(values, np.full(3, 3.0), np.full(3, 10), "higher")
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
    )
    assert found.best == 1
    assert found.members.tolist() == [False, True, False]
    assert np.isnan(found.high).all()
    assert "may be as good" in found.warnings[0]


def test_one_round_makes_no_claim() -> None:
    found = best_set(sweep(1)[:, :1], "lower")
    assert found.members.sum() == 1
    assert "One round" in found.warnings[0]


def test_equal_results_are_all_best() -> None:
    found = best_set(np.full((3, 4), 2.0), "lower")
    assert found.members.all()


@pytest.mark.parametrize(
    "rounds",
    [
        np.ones((1, 5)),
        np.ones((3, 0)),
        np.array([[1.0], [np.nan]]),
        np.array([[1.0, 2.0], [np.inf, 2.0]]),
    ],
)
def test_unusable_sweeps_are_refused(rounds: np.ndarray) -> None:
    with pytest.raises(ValueError, match="sweep"):
        best_set(rounds, "lower")


@given(
    arrays(
        np.float64,
        st.tuples(st.integers(2, 6), st.integers(1, 9)),
        elements=st.sampled_from(
            [0.0, 1.0, -1.0, 2.0, 1.5, 1e-300, 1e300, -1e300, 1.7e308, 3e-308, 5e-324]
        ),
    )
)
@settings(max_examples=200, deadline=None)
def test_any_finite_table_has_an_answer(rounds: np.ndarray) -> None:
    found = best_set(rounds, "lower")
    assert found.members[found.best]
    if found.has_claim:
        assert (found.low <= found.high).all()
