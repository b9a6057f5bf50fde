"""The fast segmentation against a slow and obvious one."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.segmentation import running_sums, segment

LEVELS = st.lists(st.integers(-40, 40), min_size=1, max_size=40)


def squares(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def oracle(values: list[float], price: float) -> float:
    """Return the least cost by trying every last segment of every prefix."""
    costs = [-price]
    for end in range(1, len(values) + 1):
        starts = range(end)
        costs.append(min(costs[start] + price + squares(values[start:end]) for start in starts))
    return costs[-1]


def cost_of(values: list[float], cuts: list[int], price: float) -> float:
    edges = [0, *cuts, len(values)]
    parts = [squares(values[a:b]) for a, b in pairwise(edges)]
    return sum(parts) + price * len(cuts)


@settings(max_examples=150, deadline=None)
@given(values=LEVELS, price=st.floats(0.5, 2000.0))
def test_no_segmentation_is_cheaper(values: list[int], price: float) -> None:
    y = np.array(values, dtype=np.float64)
    cost, cuts = segment(y, running_sums(y), price)
    least = oracle(y.tolist(), price)
    assert cost == pytest.approx(least, rel=1e-9, abs=1e-6)
    assert cost_of(y.tolist(), cuts.tolist(), price) == pytest.approx(least, rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_optimal_on_noise_with_steps(seed: int) -> None:
    generator = np.random.default_rng(seed)
    y = generator.normal(0.0, 1.0, 150) + np.repeat(generator.normal(0.0, 3.0, 10), 15)
    cost, cuts = segment(y, running_sums(y), 12.0)
    assert cost == pytest.approx(oracle(y.tolist(), 12.0), rel=1e-9)
    assert cost_of(y.tolist(), cuts.tolist(), 12.0) == pytest.approx(cost, rel=1e-9)


@pytest.mark.parametrize(
    ("values", "price", "expected"),
    [
        ([1, 1, 1, 1], 1.0, []),
        ([0, 0, 0, 9, 9, 9], 1.0, [3]),
        ([0, 0, 0, 9, 9, 9], 1000.0, []),
        ([0, 9, 0, 9], 1.0, [1, 2, 3]),
        ([0, 0, 5, 5, 0, 0], 2.0, [2, 4]),
        ([7], 1.0, []),
    ],
)
def test_cuts_where_they_pay(values: list[int], price: float, expected: list[int]) -> None:
    y = np.array(values, dtype=np.float64)
    assert segment(y, running_sums(y), price)[1].tolist() == expected
