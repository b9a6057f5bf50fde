"""A crossing is claimed where both signs are beyond chance, and nowhere else."""

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.sweeps.crossover import Crossover, crossover_in_rounds, crossover_of
from backend.stats.sweeps.response import response_from_samples, response_from_summaries
from backend.testing.noisy_sweeps import noisy_rounds

XS = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])
EVEN = np.ones(7)
REPEATS = 60


def judged(first: Floats, second: Floats, kind: str, rounds: int = 10) -> list[Crossover]:
    generator = np.random.default_rng(3)
    found = []
    for _ in range(REPEATS):
        both = noisy_rounds(np.concatenate((first, second)), rounds, kind, generator)
        found.append(crossover_in_rounds(both[:7], both[7:], XS, "lower"))
    return found


@pytest.mark.parametrize("kind", ["gauss", "spikes"])
def test_variants_that_never_cross_are_not_said_to(kind: str) -> None:
    touching = np.array([1.1, 1.05, 1.02, 1.0, 1.0, 1.0, 1.0])
    for first in (EVEN, EVEN * 1.03, touching):
        found = judged(first, EVEN, kind)
        assert np.mean([len(one.crossings) > 0 for one in found]) <= 0.05


@pytest.mark.parametrize("kind", ["gauss", "spikes"])
def test_a_crossing_lies_where_the_sign_is_not_resolved(kind: str) -> None:
    found = judged(np.geomspace(0.8, 1.25, 7), EVEN, kind)
    assert np.mean([len(one.crossings) == 1 for one in found]) >= 0.95
    for one in found:
        for crossing in one.crossings:
            assert crossing.low <= 3 <= crossing.high
            assert crossing.first_is_better_below
            assert XS[crossing.low] <= crossing.at <= XS[crossing.high]
            assert not one.signs[crossing.low + 1 : crossing.high].any()
    middle = np.mean([np.log2(one.crossings[0].at) for one in found if one.crossings])
    assert middle == pytest.approx(3.0, abs=0.2)


def test_several_crossings_are_all_named() -> None:
    found = judged(np.array([1.2, 1.1, 0.95, 0.9, 0.95, 1.1, 1.2]), EVEN, "gauss", 20)
    assert np.mean([len(one.crossings) == 2 for one in found]) >= 0.9
    two = next(one for one in found if len(one.crossings) == 2)
    assert [one.first_is_better_below for one in two.crossings] == [False, True]


def test_ratios_have_intervals_that_hold_together() -> None:
    truth = np.geomspace(0.8, 1.25, 7)
    found = judged(truth, EVEN, "gauss")
    held = [((one.low <= truth) & (truth <= one.high)).all() for one in found]
    assert np.mean(held) >= 0.9


def test_the_variant_that_is_better_everywhere_has_one_sign() -> None:
    found = judged(EVEN * 0.9, EVEN, "gauss", 20)
    assert np.mean([(one.signs == 1).all() for one in found]) >= 0.9


def test_for_higher_is_better_the_signs_turn() -> None:
    generator = np.random.default_rng(1)
    both = noisy_rounds(np.concatenate((EVEN * 0.8, EVEN)), 20, "gauss", generator)
    lower = crossover_in_rounds(both[:7], both[7:], XS, "lower")
    higher = crossover_in_rounds(both[:7], both[7:], XS, "higher")
    assert lower.signs.tolist() == [1] * 7
    assert higher.signs.tolist() == [-1] * 7
    np.testing.assert_allclose(lower.ratios, higher.ratios)


def test_samples_that_share_no_rounds_are_independent() -> None:
    generator = np.random.default_rng(1)
    truth = np.geomspace(0.8, 1.25, 7)
    first, second = (
        response_from_samples([one * generator.lognormal(0, 0.02, 12) for one in curve], "lower")
        for curve in (truth, EVEN)
    )
    (crossing,) = crossover_of(first, second, XS).crossings
    assert (crossing.low, crossing.high) == (2, 4)


def test_summaries_show_where_centres_cross_and_claim_nothing() -> None:
    counts = np.ones(3, np.int64)
    first = response_from_summaries(np.array([1.0, 2.0, 4.0]), None, counts, "lower")
    second = response_from_summaries(np.array([2.0, 2.5, 2.0]), None, counts, "lower")
    found = crossover_of(first, second, XS[:3])
    assert not found.claimed
    assert found.signs.tolist() == [0, 0, 0]
    (crossing,) = found.crossings
    assert (crossing.low, crossing.high) == (1, 2)
    assert np.isnan(found.low).all()


def test_results_below_zero_are_compared_by_differences() -> None:
    noise = np.random.default_rng(1).normal(0.0, 0.1, (4, 12))
    first = np.array([[-5.0], [5.0]]) + noise[:2]
    second = np.array([[0.0], [0.0]]) + noise[2:]
    found = crossover_in_rounds(first, second, np.array([0.0, 1.0]), "lower")
    assert found.ratios == pytest.approx([-5.0, 5.0], abs=0.2)
    (crossing,) = found.crossings
    assert crossing.at == pytest.approx(0.5, abs=0.05)


def test_unlike_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="same values"):
        crossover_in_rounds(np.ones((3, 4)), np.ones((3, 5)), XS[:3], "lower")
    counts = np.ones(2, np.int64)
    positive = response_from_summaries(np.array([1.0, 2.0]), None, counts, "lower")
    negative = response_from_summaries(np.array([-1.0, 2.0]), None, counts, "lower")
    with pytest.raises(ValueError, match="one scale"):
        crossover_of(positive, negative, XS[:2])
