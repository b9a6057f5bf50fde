"""What the detector finds, where, how large, and what it leaves alone."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.change_points import analyse, detect
from backend.stats.changes import Options

CV = 0.02


def noise(seed: int, n: int, cv: float = CV) -> np.ndarray:
    return 100.0 * np.exp(np.random.default_rng(seed).normal(0.0, cv, n))


def stepped(seed: int, n: int, at: int, ratio: float) -> np.ndarray:
    values = noise(seed, n)
    values[at:] *= ratio
    return values


def spike(at: int, n: int = 100) -> np.ndarray:
    values = np.full(n, 100.0)
    values[at] = 300.0
    return values


QUIET = {
    "constant": np.full(200, 7.0),
    "zeros": np.zeros(50),
    "one spike": spike(50),
    "spike at the start": spike(0),
    "spike at the end": spike(99),
    "alternating levels": np.tile([100.0, 110.0], 60),
    "zeros and ones": (np.arange(120) % 2).astype(float),
    "ramp": np.linspace(100.0, 130.0, 300),
    "exponential": np.exp(np.linspace(0.0, 2.0, 300)),
    "falling ramp through zero": np.linspace(50.0, -50.0, 200),
    "huge": 1e15 + noise(4, 150),
    "noise at 1e15": 1e13 * noise(5, 150),
    "two new runs": np.append(np.full(60, 10.0), [12.0, 12.0]),
    "rare ticks": np.where(np.arange(200) % 37 == 5, 10001.0, 10000.0),
}
FOUND = {
    "step": (np.repeat([100.0, 105.0], 100), [100]),
    "0.01 % in a counter": (np.repeat([1e6, 1.0001e6], 50), [50]),
    "three new runs": (np.append(np.full(60, 10.0), [12.0] * 3), [60]),
    "there and back": (np.repeat([10.0, 12.0, 10.0], 40), [40, 80]),
    "from zero": (np.repeat([0.0, 3.0], 30), [30]),
    "below zero": (np.repeat([-4.0, -6.0], 30), [30]),
    "step and spike": (np.repeat([100.0, 120.0], 50) + spike(20) - 100.0, [50]),
    "smallest values": (np.repeat([1e-9, 2e-9], 20), [20]),
}


@pytest.mark.parametrize("name", QUIET)
def test_no_change_in(name: str) -> None:
    assert detect(QUIET[name]).tolist() == []


@pytest.mark.parametrize("name", FOUND)
def test_change_found_in(name: str) -> None:
    values, places = FOUND[name]
    assert detect(values).tolist() == places


@pytest.mark.parametrize("n", range(9))
def test_short_series_do_not_fail(n: int) -> None:
    analysis = analyse(np.full(n, 2.0))
    assert analysis.n == n
    assert analysis.changes == ()
    assert math.isnan(analysis.sigma) == (n < 6)
    assert bool(analysis.warnings) == (n < 6)


@pytest.mark.parametrize("values", [[1.0, math.nan], [1.0, math.inf], [[1.0, 2.0]]])
def test_unusable_values_are_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="finite numbers"):
        analyse(values)


def test_what_is_said_about_a_change() -> None:
    analysis = analyse(stepped(7, 200, 120, 1.10))
    (change,) = analysis.changes
    assert change.index == pytest.approx(120, abs=1)
    assert change.before == pytest.approx(100.0, rel=0.01)
    assert change.after == pytest.approx(110.0, rel=0.01)
    assert change.ratio == pytest.approx(change.after / change.before)
    assert change.low < 1.10 < change.high
    assert change.high - change.low < 0.04
    assert change.first <= 120 <= change.last
    assert change.z > 4.5
    assert analysis.sigma == pytest.approx(CV, rel=0.2)
    assert analysis.logarithmic
    assert analysis.regime_start == change.index


def test_differences_where_values_are_not_all_positive() -> None:
    values = np.repeat([4.0, 6.0], 40) + np.random.default_rng(1).normal(0.0, 0.1, 80)
    values[3] = -1.0
    analysis = analyse(values)
    (change,) = analysis.changes
    assert not analysis.logarithmic
    assert change.index == 40
    assert change.ratio == pytest.approx(1.5, abs=0.05)
    assert change.low < 1.5 < change.high
    assert "differences" in analysis.warnings[0]


def test_ratio_is_unknown_from_a_level_that_is_not_positive() -> None:
    (change,) = analyse(np.repeat([0.0, 3.0], 30)).changes
    assert change.after == pytest.approx(3.0)
    assert math.isnan(change.ratio)
    assert math.isnan(change.low)


def test_culprits_hold_the_true_place() -> None:
    held, sizes = 0, []
    for seed in range(200):
        for change in analyse(stepped(seed, 120, 60, math.exp(2 * CV))).changes:
            held += change.first <= 60 <= change.last
            sizes.append(change.last - change.first + 1)
    assert len(sizes) >= 195
    assert held / len(sizes) >= 0.93
    assert 3.0 <= np.mean(sizes) <= 8.0


def test_interval_covers_the_true_ratio() -> None:
    inside = total = 0
    for seed in range(200):
        for change in analyse(stepped(seed, 160, 80, 1.08)).changes:
            total += 1
            inside += change.low <= 1.08 <= change.high
    assert inside / total >= 0.97


def test_few_false_changes() -> None:
    assert sum(detect(noise(seed, 300)).size for seed in range(100)) <= 2


def test_steps_of_three_sigma_are_found_in_place() -> None:
    places = [detect(stepped(seed, 160, 100, math.exp(3 * CV))).tolist() for seed in range(60)]
    assert sum(len(found) == 1 and abs(found[0] - 100) <= 2 for found in places) >= 57


def test_order_is_what_makes_a_change() -> None:
    values = stepped(3, 200, 100, 1.2)
    assert detect(values).size == 1
    assert detect(np.random.default_rng(8).permutation(values)).size == 0


def test_correlated_noise_is_not_taken_for_changes() -> None:
    false = 0
    for seed in range(30):
        shocks = np.random.default_rng(seed).normal(0.0, CV, 400)
        for i in range(1, shocks.size):
            shocks[i] += 0.6 * shocks[i - 1]
        false += detect(np.exp(shocks)).size
    assert false <= 3


def test_steps_near_each_other_are_found_where_results_are_independent() -> None:
    """What METHODOLOGY says of levels of 10, 7 and 16 results; fewer where neighbours are alike."""
    generator = np.random.default_rng(290)
    levels = np.repeat([0.0, math.log(7.6), math.log(7.6 * 2.5)], [10, 7, 16])
    noise = 0.15 * generator.standard_normal((100, levels.size))
    found = [[one.index for one in analyse(np.exp(levels + one)).changes] for one in noise]
    assert sum(one == [10, 17] for one in found) >= 95


def test_a_step_on_a_drift_is_found_and_the_drift_reported() -> None:
    values = noise(11, 400, 0.005) * np.exp(0.0005 * np.arange(400))
    values[250:] *= 1.06
    analysis = analyse(values)
    (change,) = analysis.changes
    assert change.index == 250
    assert change.ratio == pytest.approx(1.06, abs=0.01)
    assert change.before == pytest.approx(100 * math.exp(0.0005 * 250), rel=0.01)
    assert analysis.slope == pytest.approx(0.0005, rel=0.1)


def test_mde_is_what_five_runs_would_show() -> None:
    found = {0.3: 0, 1.6: 0}
    for seed in range(60):
        values = noise(seed, 105)
        mde = analyse(values[:100]).mde
        for share in found:
            contender = values.copy()
            contender[100:] *= 1.0 + share * mde
            found[share] += bool(analyse(contender).changes)
    assert found[0.3] <= 3
    assert found[1.6] >= 54


def test_known_boundaries_split_the_analysis() -> None:
    values = np.concatenate((stepped(1, 100, 50, 1.2), 3.0 * noise(2, 80)))
    analysis = analyse(values, forced=[100])
    assert analysis.forced == (100,)
    assert [change.index for change in analysis.changes] == [50]
    assert analysis.regime_start == 100
    assert detect(values).tolist() == [50, 100]


def test_stretches_after_a_boundary_are_told_to_be_short() -> None:
    analysis = analyse(noise(1, 60), forced=[57])
    assert math.isnan(analysis.sigma)
    assert "3 runs since the last known boundary" in analysis.warnings[0]


def test_scatter_is_that_of_the_newest_stretch_which_shows_it() -> None:
    values = np.concatenate((noise(1, 40), 3.0 * noise(2, 20) ** 2, noise(3, 3)))
    analysis = analyse(values, forced=[40, 60])
    assert analysis.scatter_runs == 20
    assert analysis.scatter == analyse(values[40:60]).sigma
    whole = analyse(values[:40])
    assert (whole.scatter, whole.scatter_runs) == (whole.sigma, 40)
    few = analyse(values[:3])
    assert math.isnan(few.scatter)
    assert few.scatter_runs == 0


@pytest.mark.parametrize("forced", [[0], [60], [-1], [10, 99]])
def test_boundaries_outside_are_refused(forced: list[int]) -> None:
    with pytest.raises(ValueError, match="between 1 and 59"):
        analyse(noise(1, 60), forced=forced)


def test_options_change_what_is_reported() -> None:
    values = stepped(5, 200, 100, 1.03)
    assert len(analyse(values).changes) == 1
    assert analyse(values, options=Options(min_effect=math.log(1.10))).changes == ()
    assert analyse(values, options=Options(z0=12.0)).changes == ()


@settings(max_examples=60, deadline=None)
@given(
    levels=st.lists(st.integers(-5000, -1), min_size=6, max_size=80),
    doublings=st.integers(-3, 12),
    shift=st.integers(-100_000, 0),
)
def test_scale_and_shift_do_not_matter(levels: list[int], doublings: int, shift: int) -> None:
    values = np.array(levels, dtype=np.float64)
    places = detect(values).tolist()
    assert detect(values * 2.0**doublings).tolist() == places
    assert detect(values + shift).tolist() == places


@settings(max_examples=60, deadline=None)
@given(
    before=st.integers(6, 200),
    after=st.integers(1, 40),
    level=st.floats(1e-6, 1e9),
    ratio=st.floats(1.001, 10.0),
)
def test_constant_then_another_constant(
    before: int, after: int, level: float, ratio: float
) -> None:
    values = np.append(np.full(before, level), np.full(after, level * ratio))
    assert detect(values).tolist() == ([before] if after >= 3 else [])


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.floats(-1e12, 1e12), max_size=60)
    | st.lists(st.floats(1e-300, 1e300), min_size=6, max_size=60)
)
def test_whatever_comes_the_answer_is_in_order(values: list[float]) -> None:
    analysis = analyse(values)
    places = [change.index for change in analysis.changes]
    edges = [0, *places, len(values)]
    assert all(b - a >= 3 for a, b in pairwise(edges) if places)
    for change in analysis.changes:
        assert 0 < change.first <= change.index <= change.last < len(values)
        assert not change.low > change.high


@pytest.mark.parametrize("seed", range(12))
def test_a_level_that_is_zero_but_for_rounding_is_zero(seed: int) -> None:
    generator = np.random.default_rng(seed)
    values = 0.1 + 0.001 * generator.standard_normal(60)
    values[25:32] = 0.0
    down, up = analyse(values).changes
    assert (down.after, up.before) == (0.0, 0.0)
    assert down.ratio == 0.0
    assert np.isnan([down.low, down.high, up.ratio, up.low, up.high]).all()


def test_frequent_spikes_hide_no_step_and_are_none() -> None:
    found, made_up = 0, 0
    for seed in range(20):
        generator = np.random.default_rng([5, seed])
        x = 0.01 * generator.standard_normal(100)
        x[generator.permutation(100)[:6]] += np.log(3.0)
        made_up += len(analyse(np.exp(x)).changes)
        x[50:] += np.log(1.05)
        found += any(abs(one.index - 50) <= 5 for one in analyse(np.exp(x)).changes)
    assert found >= 17
    assert made_up == 0


@pytest.mark.parametrize("residue", [0.1 + 0.2 - 0.3, 1e-300, 5e-324])
def test_numbers_that_a_tool_computed_as_almost_zero_are_zero(residue: float) -> None:
    values = 50 + 0.5 * np.random.default_rng(3).standard_normal(40)
    values[10:13] = residue
    down, up = analyse(values).changes
    assert (down.index, up.index) == (10, 13)
    assert (down.after, up.before) == (0.0, 0.0)
    assert down.ratio == 0.0
    assert np.isnan([up.ratio, up.low, up.high]).all()
    values[11:13] = 50.3
    assert analyse(values).changes == ()


@pytest.mark.parametrize("spike", [1.0, 5.5])
def test_a_spike_far_away_hides_no_small_step(spike: float) -> None:
    x = 0.0015 * np.random.default_rng(11).standard_normal(40)
    x[10:28] -= 0.83
    x[31:] += 0.031
    x[1] += np.log(spike)
    assert [change.index for change in analyse(np.exp(x)).changes] == [10, 28, 31]
