"""Centre, interval and spread of samples, and how often the interval is right."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.student import two_sided_t
from backend.stats.summary import median_ranks, summarise, summarise_many, summarise_ragged


@pytest.mark.parametrize(
    ("samples", "value", "low", "high", "coverage"),
    [
        ([3, 1, 2, 6, 5, 4], 3.5, 1, 6, 0.96875),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], 5, 2, 8, 0.9609375),
        (list(range(1, 21)), 10.5, 6, 15, 0.958610535),
        ([7] * 12, 7, 7, 7, 0.961425781),
    ],
)
def test_six_or_more_samples(
    samples: list[float], value: float, low: float, high: float, coverage: float
) -> None:
    summary = summarise(samples)
    assert (summary.value, summary.low, summary.high) == (value, low, high)
    assert summary.coverage == pytest.approx(coverage)
    assert summary.n == len(samples)
    assert summary.warnings == ()


def test_few_samples_get_a_t_interval() -> None:
    below_zero = summarise([-1.0, 0.0, 1.0, 2.0])
    assert below_zero.low == pytest.approx(0.5 - 3.182446 * 1.290994 / 2, rel=1e-5)
    assert below_zero.high == pytest.approx(0.5 + 3.182446 * 1.290994 / 2, rel=1e-5)
    positive = summarise([1.0, math.e, math.e**2])
    assert math.log(positive.low) == pytest.approx(1 - 4.302653 / math.sqrt(3), rel=1e-5)
    assert math.log(positive.high) == pytest.approx(1 + 4.302653 / math.sqrt(3), rel=1e-5)
    assert positive.value == pytest.approx(math.e)
    assert "assumes a normal distribution" in positive.warnings[0]


def test_whole_numbers_are_samples_like_others() -> None:
    whole = np.array([[1, 2, 4]])
    assert summarise_many(whole).low[0] == summarise([1.0, 2.0, 4.0]).low


def test_one_sample_has_no_spread() -> None:
    summary = summarise([4.0])
    assert summary.value == 4.0
    assert all(math.isnan(x) for x in (summary.low, summary.high, summary.sd, summary.coverage))
    assert "One sample" in summary.warnings[0]


def test_spread() -> None:
    summary = summarise([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert summary.sd == pytest.approx(2.1380899)
    assert summary.relative_spread == pytest.approx(2.1380899 / 4.5)
    assert math.isnan(summarise([-1.0, 0.0, 1.0]).relative_spread)
    assert np.isnan(summarise_many(np.array([[-1.0, 0.0, 1.0]])).relative_spread).all()


@pytest.mark.parametrize("samples", [[], [1.0, math.nan], [math.inf]])
def test_unusable_samples_are_refused(samples: list[float]) -> None:
    with pytest.raises(ValueError, match="samples must be"):
        summarise(samples)


@pytest.mark.parametrize("n", [2, 4, 5, 6, 9, 20, 101])
def test_the_interval_covers_as_often_as_it_says(n: int) -> None:
    matrix = np.random.default_rng(n).lognormal(1.0, 0.2, (20_000, n))
    many = summarise_many(matrix)
    held = np.mean((many.low <= math.e) & (math.e <= many.high))
    assert held == pytest.approx(many.coverage[0], abs=0.006)
    assert many.coverage[0] >= 0.95 - 1e-12


@pytest.mark.parametrize(
    ("degrees", "t"), [(1, 12.7062), (2, 4.30265), (3, 3.18245), (4, 2.77645), (60, 2.0003)]
)
def test_quantiles_of_t(degrees: int, t: float) -> None:
    assert two_sided_t(0.95, degrees) == pytest.approx(t, rel=1e-5)


@pytest.mark.parametrize(("coverage", "degrees"), [(1.0, 3), (0.0, 3), (0.95, 0)])
def test_impossible_quantiles_are_refused(coverage: float, degrees: int) -> None:
    with pytest.raises(ValueError, match="degree"):
        two_sided_t(coverage, degrees)


@pytest.mark.parametrize("n", [1000, 100_000])
def test_ranks_of_large_sets_follow_the_normal_limit(n: int) -> None:
    rank, coverage = median_ranks(n)
    assert rank == pytest.approx(n / 2 - 0.98 * math.sqrt(n), abs=2)
    assert 0.95 <= coverage < 0.956


SETS = st.lists(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=12), max_size=8)


@settings(max_examples=60, deadline=None)
@given(SETS)
def test_sets_of_any_sizes_are_summarised_each_alone(samples: list[list[float]]) -> None:
    many = summarise_ragged(samples)
    for i, row in enumerate(samples):
        one = summarise(row)
        assert many.n[i] == one.n == len(row)
        assert many.value[i] == one.value == pytest.approx(float(np.median(row)))
        for column, single in ((many.low, one.low), (many.high, one.high), (many.sd, one.sd)):
            assert column[i] == pytest.approx(single, nan_ok=True)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0.01, 1e6), min_size=2, max_size=30))
def test_the_interval_holds_the_median(samples: list[float]) -> None:
    summary = summarise(samples)
    assert summary.low <= summary.value * (1 + 1e-9)
    assert summary.value <= summary.high * (1 + 1e-9)
