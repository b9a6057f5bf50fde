"""Pairs needed and effects shown: the published table, simulation, and the inverse."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import nct

from backend.stats.change_points import analyse
from backend.stats.comparison.paired import paired_p
from backend.stats.power import (
    MOST_PAIRS,
    PowerGoal,
    hopeless,
    pairs_needed,
    power_of,
    smallest_change,
    smallest_effect,
)

# Pairs for power 0.8 at alpha .05, .01, .001, found by bisection in simulations of another
# program: rows are scatters of one run, columns effects of 1, 3, 5 and 10 %.
SIMULATED = {
    0.01: ((20, 30, 43), (5, 7, 10), (4, 5, 7), (4, 4, 5)),
    0.03: ((151, 235, 314), (20, 30, 43), (9, 14, 21), (4, 7, 10)),
    0.05: ((412, 619, 863), (50, 72, 109), (21, 31, 45), (7, 11, 17)),
}


@pytest.mark.parametrize("scatter", SIMULATED)
@pytest.mark.parametrize(("place", "alpha"), [(0, 0.05), (1, 0.01), (2, 0.001)])
def test_pairs_needed_agree_with_simulation(scatter: float, place: int, alpha: float) -> None:
    needed = pairs_needed([0.01, 0.03, 0.05, 0.10], scatter, PowerGoal(alpha=alpha))
    for found, cell in zip(needed, SIMULATED[scatter], strict=True):
        assert abs(found - cell[place]) <= max(1, 0.06 * cell[place])


@pytest.mark.parametrize("pairs", [3, 5, 6, 8, 10, 15, 16, 25, 40])
def test_power_is_that_of_the_pair_comparison(pairs: int) -> None:
    rng = np.random.default_rng(811)
    effect = float(smallest_effect(pairs, 0.03))
    baseline = np.exp(0.03 * rng.standard_normal((6000, pairs)))
    contender = np.exp(0.03 * rng.standard_normal((6000, pairs))) * (1.0 + effect)
    seen = float(np.mean(paired_p(baseline, contender) <= 0.01))
    assert seen == pytest.approx(0.8, abs=0.035)
    assert power_of(pairs, effect, 0.03) == pytest.approx(0.8, abs=1e-6)


def test_power_without_pairs_is_the_noncentral_t() -> None:
    goal = PowerGoal(alpha=0.05, paired=False)
    bar = 2.1009  # of Student's t with 18 degrees of freedom
    exact = nct.sf(bar, 18, math.log(1.04) / 0.03 * math.sqrt(5))
    assert power_of(10, 0.04, 0.03, goal) == pytest.approx(exact, abs=1e-4)
    assert pairs_needed(0.04, 0.03, goal) > pairs_needed(
        0.04, 0.03, PowerGoal(alpha=0.05, correlation=0.7)
    )


@settings(max_examples=60, deadline=None)
@given(st.floats(0.002, 3.0), st.floats(1e-4, 1.0), st.sampled_from([0.05, 0.01, 0.001]))
def test_needed_and_shown_are_inverse(effect: float, scatter: float, alpha: float) -> None:
    goal = PowerGoal(alpha=alpha)
    needed = float(pairs_needed(effect, scatter, goal))
    if math.isinf(needed):
        assert float(smallest_effect(MOST_PAIRS, scatter, goal)) > effect
        return
    assert float(smallest_effect(needed, scatter, goal)) <= effect * (1 + 1e-9)
    if needed > 2:
        assert float(smallest_effect(needed - 1, scatter, goal)) > effect


def test_arrays_broadcast_and_falls_count_like_rises() -> None:
    needed = pairs_needed(np.array([[0.05], [1.0], [-0.5]]), [0.01, 0.03, 0.1])
    assert needed.shape == (3, 3)
    assert needed[1].tolist() == needed[2].tolist()
    assert (np.diff(needed, axis=1) >= 0).all()


def test_hopeless_is_said() -> None:
    needed = pairs_needed([0.0, 0.001, 0.03], 0.05)
    assert hopeless(needed).tolist() == [True, True, False]
    assert math.isinf(pairs_needed(0.03, 0.03, limit=29))
    assert pairs_needed(0.03, 0.03, limit=30) == 30


def test_many_pairs_go_on_where_few_end() -> None:
    needed = pairs_needed([0.0005, 0.001, 0.00101], 0.03, limit=200_000)
    assert needed[0] == pytest.approx(4 * needed[1], rel=0.01)
    around = smallest_effect(np.arange(1400, 1460), 0.03)
    assert (np.diff(around) < 0.0).all()
    assert np.diff(around) == pytest.approx(np.diff(around).mean(), rel=0.6)
    a_million = smallest_effect(np.arange(1_000_000), 0.03)
    assert a_million[999_999] < a_million[1000] < a_million[2]
    with pytest.raises(ValueError, match="limit"):
        pairs_needed(0.1, 0.1, limit=1)


def test_edges() -> None:
    assert pairs_needed(0.5, 0.0) == 2
    assert np.isnan(pairs_needed(math.nan, 0.1))
    assert np.isnan(smallest_effect(math.nan, 0.1))
    assert smallest_effect([0, 1], 0.1).tolist() == [math.inf, math.inf]
    assert smallest_effect(5, 0.0) == 0.0
    assert np.isinf(smallest_effect(2, 1e300))
    assert pairs_needed(np.empty(0), 0.1).shape == (0,)


@pytest.mark.parametrize(
    ("effect", "scatter", "reason"),
    [(-1.0, 0.1, "above -1"), (math.inf, 0.1, "finite"), (0.1, -0.1, "from 0 on")],
)
def test_impossible_numbers_are_refused(effect: float, scatter: float, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        pairs_needed(effect, scatter)


@pytest.mark.parametrize("goal", [{"alpha": 0.0}, {"alpha": 0.9}, {"power": 1.0}])
def test_impossible_goals_are_refused(goal: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="alpha < power"):
        PowerGoal(**goal)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [40, 300])
def test_the_smallest_change_is_the_detectors(n: int) -> None:
    rng = np.random.default_rng(n)
    told = analyse(np.exp(0.02 * rng.standard_normal(n)))
    assert smallest_change(told.sigma, told.rho, n) == pytest.approx(told.mde, rel=1e-9)


def test_more_runs_show_smaller_changes_and_correlation_hides_them() -> None:
    by_runs = [float(smallest_change(0.02, 0.0, 100, runs)) for runs in (1, 3, 5, 20)]
    assert by_runs == sorted(by_runs, reverse=True)
    assert smallest_change(0.02, 0.5, 100) > smallest_change(0.02, 0.0, 100)
    with pytest.raises(ValueError, match="correlation"):
        smallest_change(0.02, 1.0, 100)
    assert np.isnan(smallest_change(math.nan, 0.0, 100))
