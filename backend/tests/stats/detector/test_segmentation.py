"""The fast segmentation against a slow and obvious one."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.detector.segmentation import segment

LEVELS = st.lists(st.integers(-40, 40), min_size=1, max_size=40)


def squares(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def may_cut(values: list[float], t: int) -> bool:
    """Say whether all of the one to three runs after t lie above, or below, those before."""
    if not 3 <= t <= len(values) - 3:
        return False
    before = [sum(values[t - k : t]) / k for k in (1, 2, 3)]
    after = [sum(values[t : t + k]) / k for k in (1, 2, 3)]
    return min(after) > max(before) or max(after) < min(before)


def oracle(values: list[float], price: float, *, anywhere: bool = False) -> float:
    """Return the least cost by trying every last segment of every prefix."""
    costs = [-price]
    for end in range(1, len(values) + 1):
        starts = [t for t in range(end) if anywhere or t == 0 or may_cut(values, t)]
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
    cost, cuts = segment(y, price, math.inf)
    least = oracle(y.tolist(), price)
    assert cost == pytest.approx(least, rel=1e-9, abs=1e-6)
    assert cost_of(y.tolist(), cuts.tolist(), price) == pytest.approx(least, rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_optimal_on_noise_with_steps(seed: int) -> None:
    generator = np.random.default_rng(seed)
    y = generator.normal(0.0, 1.0, 150) + np.repeat(generator.normal(0.0, 3.0, 10), 15)
    cost, cuts = segment(y, 12.0, math.inf)
    assert cost == pytest.approx(oracle(y.tolist(), 12.0), rel=1e-9)
    assert cost_of(y.tolist(), cuts.tolist(), 12.0) == pytest.approx(cost, rel=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_lost_by_cutting_only_where_sides_differ(seed: int) -> None:
    """Levels are longer than three runs, so the best of all cuts are among those allowed."""
    generator = np.random.default_rng(seed)
    y = generator.normal(0.0, 1.0, 120) + np.repeat(generator.normal(0.0, 4.0, 8), 15)
    price = 25.0  # a level of one or two runs cannot save it
    assert segment(y, price, math.inf)[0] == pytest.approx(
        oracle(y.tolist(), price, anywhere=True), rel=1e-9
    )


def test_a_segmentation_that_costs_more_than_the_limit_is_given_up() -> None:
    y = np.random.default_rng(3).normal(0.0, 1.0, 400)
    cost, cuts = segment(y, 15.0, math.inf)
    again, same_cuts = segment(y, 15.0, 1.001 * cost)
    assert again == cost
    assert same_cuts.tolist() == cuts.tolist()
    given_up = segment(y, 15.0, 0.5 * cost)[0]
    assert 0.5 * cost < given_up < 0.6 * cost


def test_many_stretches_do_not_matter() -> None:
    """A steep slope under a high price keeps many starts alive at once."""
    y = np.linspace(0.0, 1.0, 600) ** 3
    cost, cuts = segment(y, 1e-9, math.inf)
    assert cost == pytest.approx(oracle(y.tolist(), 1e-9), rel=1e-6)
    assert cuts.size > 60


@pytest.mark.parametrize(
    ("values", "price", "expected"),
    [
        ([1, 1, 1, 1], 1.0, []),
        ([0, 0, 0, 9, 9, 9], 1.0, [3]),
        ([0, 0, 0, 9, 9, 9], 1000.0, []),
        ([0, 0, 0, 9, 9, 9, 0, 0, 0], 5.0, [3, 6]),
        ([0, 0, 9, 9, 9, 9], 1.0, []),  # not before the third run
        ([0, 9, 0, 9, 0, 9, 0, 9], 1.0, []),
        ([7], 1.0, []),
    ],
)
def test_cuts_where_they_pay(values: list[int], price: float, expected: list[int]) -> None:
    y = np.array(values, dtype=np.float64)
    assert segment(y, price, math.inf)[1].tolist() == expected
