"""Percentiles of two sides: coverage on skewed, bimodal and heavy-tailed latencies."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from backend.stats.histograms.quantiles import (
    compare_quantiles,
    compare_sample_quantiles,
    fewest_samples,
    quantile_interval,
    rank_bounds,
)
from backend.stats.histograms.recordings import Histogram, merged

Draw = Callable[[np.random.Generator, int], np.ndarray]
SHAPES: dict[str, Draw] = {
    "skewed": lambda rng, n: np.exp(0.8 * rng.standard_normal(n)),
    "bimodal": lambda rng, n: np.exp(0.1 * rng.standard_normal(n) + (rng.random(n) < 0.3)),
    "heavy": lambda rng, n: (1.0 - rng.random(n)) ** (-1.0 / 1.5),
}


def counted(side: list[np.ndarray], width: int = 1) -> list[Histogram]:
    """Return a histogram of each run of a side."""
    return [histogram_of(run, width) for run in side]


def histogram_of(values: np.ndarray, width: int = 1) -> Histogram:
    """Count whole numbers in buckets of one width."""
    places, counts = np.unique(values.astype(np.int64) // width, return_counts=True)
    return Histogram(places * width, places * width + width - 1, counts)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("n", [100, 1000])
def test_one_run_a_side_covers(shape: str, n: int) -> None:
    rng = np.random.default_rng(n)
    held = np.zeros(4)
    for _ in range(300):
        sides = [SHAPES[shape](rng, n) for _ in range(2)]
        held += [c.low <= 1.0 <= c.high for c in compare_sample_quantiles([sides[0]], [sides[1]])]
    assert (held / 300 >= 0.95 - 2.5 * math.sqrt(0.05 * 0.95 / 300)).all()


@pytest.mark.parametrize("runs", [2, 4, 8])
def test_several_runs_cover_where_requests_share_the_luck_of_their_run(runs: int) -> None:
    rng = np.random.default_rng(runs)
    held, naive = np.zeros(3), np.zeros(3)
    percents = (50, 90, 99)
    for _ in range(200):
        sides = [
            [
                math.exp(0.05 * rng.standard_normal()) * SHAPES["skewed"](rng, 500)
                for _ in range(runs)
            ]
            for _ in range(2)
        ]
        held += [
            c.low <= 1 <= c.high for c in compare_sample_quantiles(sides[0], sides[1], percents)
        ]
        pooled = [[np.concatenate(side)] for side in sides]
        naive += [
            c.low <= 1 <= c.high for c in compare_sample_quantiles(pooled[0], pooled[1], percents)
        ]
    assert (held / 200 >= 0.95 - 2.5 * math.sqrt(0.05 * 0.95 / 200)).all()
    assert naive[0] / 200 < 0.9


def test_a_slower_tail_is_found_in_the_tail_only() -> None:
    rng = np.random.default_rng(5)
    baseline = [rng.exponential(1000, 20_000) + 500 for _ in range(4)]
    contender = [rng.exponential(1000, 20_000) + 500 for _ in range(4)]
    contender = [np.where(row > np.quantile(row, 0.97), 1.5 * row, row) for row in contender]
    changes = compare_quantiles(counted(baseline), counted(contender))
    assert [change.percent for change in changes] == [50, 90, 99, 99.9]
    assert [change.low <= 1 <= change.high for change in changes] == [True, True, False, False]
    assert changes[2].ratio == pytest.approx(1.5, rel=0.05)
    assert changes[2].difference == pytest.approx(
        changes[2].contender - changes[2].baseline, rel=0.02
    )
    assert not any(change.warnings for change in changes)


def test_one_run_a_side_warns() -> None:
    rng = np.random.default_rng(6)
    sides = counted([rng.exponential(1000, 1000) for _ in range(2)])
    changes = compare_quantiles(sides[0], sides[1])
    assert all("One run per side" in change.warnings[0] for change in changes)
    assert "too few for p99.9: a bound takes 3688" in changes[3].warnings[1]
    assert changes[3].high == math.inf
    assert changes[3].low == 0.0
    assert math.isfinite(changes[2].high)


@pytest.mark.parametrize("width", [200, 800])
def test_buckets_widen_the_interval(width: int) -> None:
    rng = np.random.default_rng(7)
    sides = [[rng.exponential(1000, 4000) + 2000 for _ in range(3)] for _ in range(2)]
    fine, coarse = (
        compare_quantiles(counted(sides[0], w), counted(sides[1], w), (50, 99)) for w in (1, width)
    )
    for narrow, wide in zip(fine, coarse, strict=True):
        assert wide.high - wide.low > narrow.high - narrow.low
        assert wide.difference_high - wide.difference_low >= width
        assert wide.difference_low <= narrow.difference <= wide.difference_high


def test_histograms_of_whole_numbers_say_what_samples_say() -> None:
    rng = np.random.default_rng(8)
    sides = [[rng.integers(100, 10_000, 900) for _ in range(3)] for _ in range(2)]
    of_samples = compare_sample_quantiles(sides[0], sides[1])
    of_histograms = compare_quantiles(counted(sides[0]), counted(sides[1]))
    assert of_samples == of_histograms
    pooled = merged([histogram_of(run) for run in sides[0]])
    assert quantile_interval(pooled, 90) == quantile_interval(np.concatenate(sides[0]), 90)


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 3000), st.sampled_from([1, 10, 50, 90, 99, 99.9]))
def test_ranks_are_those_of_the_binomial(n: int, percent: float) -> None:
    lower, upper = rank_bounds(n, percent)
    share = percent / 100
    assert binom.cdf(lower - 1, n, share) <= 0.025 + 1e-9
    assert binom.cdf(lower, n, share) > 0.025 - 1e-9
    if upper <= n:
        assert binom.sf(upper - 1, n, share) <= 0.025 + 1e-9
    assert binom.sf(upper - 2, n, share) > 0.025 - 1e-9


@pytest.mark.parametrize("n", [10**6, 10**9, 10**15])
def test_ranks_of_very_many_are_normal(n: int) -> None:
    lower, upper = rank_bounds(n, 99.0)
    reach = 1.959964 * math.sqrt(n * 0.99 * 0.01)
    assert upper - lower == pytest.approx(2 * reach, rel=1e-2)
    assert lower < 0.99 * n < upper


@pytest.mark.parametrize(
    ("percent", "least"), [(50, 6), (90, 36), (99, 368), (99.9, 3688), (1, 368)]
)
def test_the_fewest_samples_give_a_bound(percent: float, least: int) -> None:
    assert fewest_samples(percent) == least
    rng = np.random.default_rng(9)
    enough = quantile_interval(rng.random(least), percent)
    short = quantile_interval(rng.random(least - 1), percent)
    assert math.isfinite(enough.low + enough.high)
    assert math.isinf(short.low) or math.isinf(short.high)
    assert "too few" in short.warnings[0]


@pytest.mark.parametrize(
    "samples",
    [[1.0], [5.0] * 100, [0.0] * 100, [-1.0, 2.0, 3.0], [1e-300] * 9, [1e300, -1e300], [1e308] * 3],
)
def test_odd_samples_give_an_answer(samples: list[float]) -> None:
    for rows in ([samples], [samples, samples]):
        for change in compare_sample_quantiles(rows, rows):
            assert change.difference_low <= 0.0 <= change.difference_high
            if math.isnan(change.ratio):
                assert any("no ratio" in warning for warning in change.warnings)
            else:
                assert change.low <= change.ratio <= change.high
                assert change.ratio == 1.0


def test_different_sizes_of_runs_are_allowed() -> None:
    rng = np.random.default_rng(10)
    rows = [rng.random(n) + 1 for n in (50, 400, 3000)]
    assert compare_sample_quantiles(rows, rows[:2])[0].low < 1.0


@pytest.mark.parametrize("rows", [[], [[]], [[math.nan]], [[1.0, math.inf]]])
def test_sides_without_numbers_are_refused(rows: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"no runs|finite"):
        compare_sample_quantiles(rows, [[1.0]])


def test_histograms_without_recordings_are_refused() -> None:
    empty = Histogram(*(np.empty(0, np.int64) for _ in range(3)))
    with pytest.raises(ValueError, match="no recordings"):
        compare_quantiles(empty, histogram_of(np.arange(9)))
    with pytest.raises(ValueError, match="at least one"):
        compare_quantiles([], histogram_of(np.arange(9)))


@pytest.mark.parametrize("percent", [0.0, 100.0, -1.0, math.nan])
def test_impossible_percentiles_are_refused(percent: float) -> None:
    with pytest.raises(ValueError, match="both excluded"):
        compare_quantiles(histogram_of(np.arange(9)), histogram_of(np.arange(9)), [percent])
