"""Samples without pairs: ranks keep the level whatever the noise and however unequal the sides."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from backend.stats.arrays import Floats
from backend.stats.comparison.rank_sums import least_p, rank_limits, tails
from backend.stats.comparison.unpaired import estimate_samples
from backend.tests.stats.benchmark_noise import noise

COMPARISONS = 4_000
WORST = 0.012 + 2.5 * np.sqrt(0.012 / COMPARISONS)
INDEPENDENT = ("normal", "lognormal", "skewed", "bimodal", "spikes", "ticks")
SHAPES = ((3, 3), (3, 8), (3, 30), (5, 5), (6, 30), (10, 10), (20, 20))


def sides(kind: str, counts: tuple[int, int], effect: float = 0.0) -> tuple[Floats, Floats]:
    generator = np.random.default_rng(sum(counts))
    both = noise(kind, generator, (COMPARISONS, sum(counts)))
    return both[:, : counts[0]], both[:, counts[0] :] * (1.0 + effect)


@pytest.mark.parametrize("kind", INDEPENDENT)
def test_false_claims_stay_at_one_in_a_hundred(kind: str) -> None:
    for counts in SHAPES:
        assert np.mean(estimate_samples(*sides(kind, counts)).p() <= 0.01) <= WORST, counts


def test_the_textbook_test_does_not_keep_its_level_here() -> None:
    """The reason for ranks: unequal sides and skewed noise."""
    first, second = sides("skewed", (3, 30))
    p = stats.ttest_ind(np.log(first), np.log(second), axis=1, equal_var=False).pvalue
    assert np.mean(p <= 0.01) > 0.05


@pytest.mark.parametrize("counts", [(30, 10), (10, 30), (10, 10)])
def test_unequal_scatter_does_little_harm(counts: tuple[int, int]) -> None:
    """Ranks alone: 4.5 % where the smaller set scatters three times as much."""
    generator = np.random.default_rng(9)
    wide = [0.06 if count == min(counts) else 0.02 for count in counts]
    wide[0] = 0.02 if counts[0] == counts[1] else wide[0]
    first, second = (
        np.exp(sd * generator.standard_normal((COMPARISONS, count)))
        for sd, count in zip(wide, counts, strict=True)
    )
    found = estimate_samples(first, second)
    assert np.mean(found.p() <= 0.01) <= 0.025
    if counts[0] != counts[1]:
        assert np.mean(found.ranks <= 0.01) > 0.03


@pytest.mark.parametrize("kind", ["lognormal", "spikes"])
def test_power_beats_the_textbook_test(kind: str) -> None:
    first, second = sides(kind, (20, 20), effect=0.03)
    plain = stats.ttest_ind(np.log(first), np.log(second), axis=1, equal_var=False).pvalue
    ours = estimate_samples(first, second).p()
    assert np.mean(ours <= 0.01) > np.mean(plain <= 0.01) + 0.1


def test_five_samples_can_pass_a_bar_for_a_whole_suite() -> None:
    """Ranks alone stop at 0.8 %, however far the sides are apart."""
    p = estimate_samples(*sides("normal", (5, 5), effect=0.5)).p()
    assert least_p(5, 5) == pytest.approx(2 / 252)
    assert np.mean(p <= 1e-4) > 0.95


@pytest.mark.parametrize("counts", [(4, 4), (8, 12), (10, 10), (40, 60)])
@pytest.mark.parametrize("kind", ["normal", "lognormal", "spikes"])
def test_intervals_hold_the_truth(kind: str, counts: tuple[int, int]) -> None:
    found = estimate_samples(*sides(kind, counts, effect=0.05))
    low, high = found.interval(np.full(COMPARISONS, 0.95))
    assert np.mean((low <= np.log(1.05)) & (np.log(1.05) <= high)) >= 0.938


@pytest.mark.parametrize("counts", [(5, 7), (10, 10), (30, 8)])
def test_p_is_that_of_mann_and_whitney(counts: tuple[int, int]) -> None:
    first, second = (side[:200] for side in sides("lognormal", counts, effect=0.02))
    found = estimate_samples(first, second)
    exact = np.asarray(stats.mannwhitneyu(first, second, axis=1, method="exact").pvalue)
    mixed = ~found.separate & ~found.uneven
    assert mixed.mean() > 0.4
    np.testing.assert_allclose(found.p()[mixed], exact[mixed], rtol=1e-9)


def test_interval_and_p_agree_on_what_is_a_difference() -> None:
    found = estimate_samples(*sides("lognormal", (9, 11), effect=0.04))
    low, high = found.interval(np.full(COMPARISONS, 0.99))
    np.testing.assert_array_equal((low > 0.0) | (high < 0.0), found.p() <= 0.01)


def test_rank_sums_are_counted_out_as_by_hand() -> None:
    for m, n in ((1, 1), (2, 3), (4, 4), (3, 6)):
        sums = [
            sum(b > a for a in set(range(m + n)) - set(chosen) for b in chosen)
            for chosen in itertools.combinations(range(m + n), n)
        ]
        expected = [np.mean([one <= u for one in sums]) for u in range(m * n + 1)]
        np.testing.assert_allclose(tails(m, n), expected, rtol=1e-12)


def test_no_interval_of_ranks_where_there_are_too_few() -> None:
    assert rank_limits(np.array([0.99, 0.5]), np.zeros(2), 3, 3).tolist() == [-1, 2]


def test_the_shift_is_the_median_of_all_differences() -> None:
    first, second = np.array([[1.0, 2.0, 4.0]]), np.array([[2.0, 6.0]])
    every = [np.log(b / a) for a in first[0] for b in second[0]]
    assert estimate_samples(first, second).shift[0] == pytest.approx(np.median(every))


def by_sorting(first: Floats, second: Floats, place: float) -> float:
    """Read a place among all differences, each distinct one at the middle of its places."""
    different, times = np.unique((second[:, None] - first).round(12), return_counts=True)
    return float(np.interp(place, np.cumsum(times) - times / 2.0, different))


@pytest.mark.parametrize("digits", [12, 1], ids=["fine clock", "coarse clock"])
@pytest.mark.parametrize("counts", [(30, 36), (1_000, 1_100)])
def test_ends_are_places_among_all_differences(counts: tuple[int, int], digits: int) -> None:
    """Thinned to 64 quantiles, the ends of a fine clock were off by a tenth of the interval."""
    generator = np.random.default_rng(5)
    first, second = (
        np.where(generator.random(n) < 0.5, 0.0, 9.0) + generator.standard_normal(n).round(digits)
        for n in counts
    )
    found = estimate_samples(first[None, :], second[None, :])
    low, high = found.interval(np.array([0.99]))
    outside = rank_limits(np.array([0.99]), found.ties, *counts)[0] + 0.5
    product = counts[0] * counts[1]
    expected = [by_sorting(first, second, at) for at in (outside, product / 2, product - outside)]
    spread = (expected[2] - expected[0]) / 200.0
    assert [low[0], found.shift[0], high[0]] == pytest.approx(expected, abs=spread)


@pytest.mark.parametrize("kind", ["lognormal", "bimodal"])
def test_intervals_of_many_samples_hold_the_truth(kind: str) -> None:
    """Nominal 99 %; thinned to 64 quantiles they missed in every second case."""
    generator = np.random.default_rng(2)
    missed = 0
    for _ in range(12):
        found = estimate_samples(*noise(kind, generator, (2, 100_000))[:, None, :])
        low, high = found.interval(np.array([0.99]))
        missed += int(low[0] > 0.0 or high[0] < 0.0)
        assert (found.p()[0] <= 0.01) == (low[0] > 0.0 or high[0] < 0.0)
    assert missed <= 1


COARSE = {
    "coin": [(10.0, 0.5), (11.0, 0.5)],
    "rare tick": [(10.0, 0.9), (11.0, 0.1)],
    "ticks": [(10.0, 0.3), (11.0, 0.5), (12.0, 0.2)],
    "counter": [(1.0, 0.4), (2.0, 0.3), (3.0, 0.2), (7.0, 0.1)],
}


@pytest.mark.parametrize("counts", [(3, 3), (3, 6), (5, 5), (3, 30), (10, 10), (8, 40)])
@pytest.mark.parametrize("kind", COARSE)
def test_a_coarse_clock_claims_no_more_and_p_and_interval_agree(
    kind: str, counts: tuple[int, int]
) -> None:
    """Three against three of a coin were 3.2 %; intervals held 1 in most of what p claimed."""
    generator = np.random.default_rng(sum(counts))
    readings, shares = zip(*COARSE[kind], strict=True)
    both = generator.choice(readings, (COMPARISONS, sum(counts)), p=shares)
    found = estimate_samples(both[:, : counts[0]], both[:, counts[0] :])
    assert np.mean(found.p() <= 0.01) <= WORST
    shifted = generator.choice(readings, (COMPARISONS, counts[1]), p=shares[::-1])
    found = estimate_samples(both[:, : counts[0]], shifted)
    low, high = found.interval(np.full(COMPARISONS, 0.99))
    np.testing.assert_array_equal((low > 0.0) | (high < 0.0), found.p() <= 0.01)


@pytest.mark.parametrize("readings", [(5.0, 6.0), (10.0, 11.0), (100.0, 102.0)])
def test_three_equal_readings_a_side_are_no_difference(readings: tuple[float, float]) -> None:
    first, second = (np.full((1, 3), reading) for reading in readings)
    found = estimate_samples(first, second)
    low, high = found.interval(np.array([0.99]))
    assert found.p()[0] > 0.05
    assert low[0] < 0.0 < high[0]


def test_a_clock_of_one_step_gives_an_interval_not_a_point() -> None:
    found = estimate_samples(np.full((1, 8), 10.0), np.full((1, 8), 11.0))
    low, high = np.exp(found.interval(np.array([0.99])))
    assert low[0] < 1.07
    assert high[0] > 1.13


@settings(deadline=None, max_examples=150)
@given(
    st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(
        lambda counts: st.tuples(
            *(
                arrays(
                    np.float64,
                    (2, count),
                    elements=st.one_of(
                        st.floats(-1e300, 1e300), st.sampled_from([0.0, 1.0, 1e-300, 1e300])
                    ),
                )
                for count in counts
            )
        )
    )
)
def test_no_finite_numbers_break_it(both: tuple[Floats, Floats]) -> None:
    found = estimate_samples(*both)
    p = found.p()
    assert (np.isnan(p) | ((p >= 0.0) & (p <= 1.0))).all()
    low, high = found.interval(np.full(2, 0.99))
    assert not (low > high).any()
    back = estimate_samples(both[1], both[0])
    np.testing.assert_allclose(back.p(), p, rtol=1e-6)


def test_one_sample_among_others_has_no_interval() -> None:
    found = estimate_samples(np.array([[3.0]]), np.array([[1.0, 2.0, 4.0, 5.0, 6.0]]))
    assert np.isnan([*found.p(), *found.interval(np.array([0.99]))[0]]).all()
