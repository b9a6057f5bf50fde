"""A drawn series loses points, never an extreme, an end or a change."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.downsample import select

VALUE = st.floats(-1e6, 1e6) | st.just(math.nan)
SERIES = st.lists(VALUE, max_size=300).map(lambda values: np.array(values, dtype=np.float64))


def test_a_series_that_fits_is_whole() -> None:
    selection = select(np.array([3.0, math.nan, 1.0, 2.0]), budget=4)
    assert selection.indices.tolist() == [0, 2, 3]
    assert selection.bucket == 1
    assert selection.band_low.tolist() == [3.0, 1.0, 2.0]


def test_an_empty_series_gives_an_empty_selection() -> None:
    for values in (np.empty(0), np.full(3, math.nan)):
        selection = select(values, values, values, budget=4)
        assert selection.indices.size == selection.bucket_starts.size == 0


def test_buckets_start_at_multiples_of_their_size() -> None:
    values = np.arange(16.0)
    selection = select(values, budget=12, first_index=5)
    assert selection.bucket == 8
    assert selection.bucket_starts.tolist() == [-5, 3, 11]
    assert selection.n_per_bucket.tolist() == [3, 8, 5]
    assert selection.indices.tolist() == [0, 2, 3, 10, 11, 15]


def test_panning_keeps_the_points_of_shared_buckets() -> None:
    values = np.random.default_rng(1).normal(0.0, 1.0, 5000)
    left = select(values[:4096], budget=500)
    right = select(values[512:4608], budget=500, first_index=512)
    assert left.bucket == right.bucket
    shared_left = left.indices[left.indices >= 512].tolist()
    shared_right = (right.indices[right.indices < 4096 - 512] + 512).tolist()
    assert shared_left == shared_right


def test_named_points_come_with_both_neighbours() -> None:
    values = np.zeros(1000)
    values[501] = math.nan
    selection = select(values, budget=20, keep=[333, 501, 0])
    assert {0, 1, 332, 333, 334, 500, 502} <= set(selection.indices.tolist())


def test_both_sides_of_a_wide_gap_are_kept() -> None:
    values = np.random.default_rng(2).normal(0.0, 1.0, 4000)
    values[1003:1803] = math.nan
    selection = select(values, budget=100)
    assert selection.bucket <= 800
    assert {1002, 1803} <= set(selection.indices.tolist())


def test_the_band_is_the_envelope_of_the_intervals() -> None:
    values = np.arange(8.0)
    low, high = values - 1.0, values + 1.0
    low[2], high[3] = -9.0, math.nan
    selection = select(values, low, high, budget=4)
    assert selection.band_low.tolist() == [-9.0]
    assert selection.band_high.tolist() == [8.0]


@pytest.mark.parametrize("keep", [[-1], [10], [0, 99]])
def test_points_outside_cannot_be_kept(keep: list[int]) -> None:
    with pytest.raises(ValueError, match="between 0 and 9"):
        select(np.zeros(10), keep=keep)


def test_a_budget_below_one_bucket_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 4"):
        select(np.zeros(10), budget=3)


@settings(max_examples=200, deadline=None)
@given(values=SERIES, budget=st.integers(4, 60), first=st.integers(0, 10_000))
def test_no_bucket_loses_its_ends_or_extremes(values: np.ndarray, budget: int, first: int) -> None:
    selection = select(values, budget=budget, first_index=first)
    chosen = selection.indices.tolist()
    present = np.flatnonzero(~np.isnan(values)).tolist()
    assert len(chosen) <= budget
    assert chosen == sorted(set(chosen))
    assert set(chosen) <= set(present)
    assert selection.n_per_bucket.sum() == len(present)
    for at, start in enumerate(selection.bucket_starts.tolist()):
        inside = [i for i in present if start <= i < start + selection.bucket]
        drawn = [i for i in chosen if start <= i < start + selection.bucket]
        assert selection.n_per_bucket[at] == len(inside)
        assert (drawn[0], drawn[-1]) == (inside[0], inside[-1])
        least, most = values[inside].min(), values[inside].max()
        assert (values[drawn].min(), values[drawn].max()) == (least, most)
        assert (selection.band_low[at], selection.band_high[at]) == (least, most)
