"""What the detector takes for noise, for a spike, and for evidence."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.changes import Options
from backend.stats.detector.clip import clip, departures
from backend.stats.detector.detection import settings_of
from backend.stats.detector.levels import line_fits_better, normal_from_t, rank_evidence
from backend.stats.detector.noise import scatter, sigma_at, smallest_first
from backend.stats.detector.segmentation import running_sums
from backend.stats.detector.verification import INFLATION, NEED, VARIANCE, evidence


def sigma_of(x: np.ndarray) -> float:
    return sigma_at(*scatter(x, 0.8))


def test_sigma_of_normal_noise() -> None:
    x = np.random.default_rng(1).normal(5.0, 0.3, 4000)
    assert sigma_of(x) == pytest.approx(0.3, rel=0.05)


def test_sigma_hardly_sees_steps_and_spikes() -> None:
    x = np.random.default_rng(2).normal(0.0, 0.3, 2000)
    x[700:] += 50.0
    x[::40] += 9.0
    assert sigma_of(x) == pytest.approx(0.3, rel=0.2)


@pytest.mark.parametrize("share", [0.05, 0.07, 0.08])
def test_sigma_hardly_sees_frequent_spikes(share: float) -> None:
    generator = np.random.default_rng(6)
    x = generator.normal(0.0, 0.01, 1000)
    x[generator.permutation(1000)[: int(1000 * share)]] += 1.0
    assert sigma_of(x) == pytest.approx(0.01, rel=0.25)


@pytest.mark.parametrize("share", [0.3, 0.5])
def test_a_second_mode_is_how_a_series_scatters(share: float) -> None:
    generator = np.random.default_rng(7)
    x = generator.normal(0.0, 0.01, 1000)
    x[generator.random(1000) < share] += 0.15
    assert sigma_of(x) > 0.04


def test_a_stretch_that_scatters_more_has_no_spikes() -> None:
    x = np.random.default_rng(8).normal(0.0, 0.01, 400)
    x[:80] += np.random.default_rng(9).choice([0.0, 0.5], 80)
    without = x.copy()
    without[:80] = x[80:160]
    assert sigma_of(x) > 1.2 * sigma_of(without)


def test_correlation_is_seen() -> None:
    generator = np.random.default_rng(3)
    x = np.zeros(6000)
    for i in range(1, x.size):
        x[i] = 0.6 * x[i - 1] + generator.normal()
    assert scatter(x, 0.8)[1] == pytest.approx(0.6, abs=0.06)
    assert sigma_of(x) == pytest.approx(x.std(), rel=0.1)


def test_ticks_of_a_counter_set_a_floor() -> None:
    x = np.full(100, 5000.0)
    x[[10, 40, 70]] += 10.0
    assert sigma_of(x) == pytest.approx(3.0)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 20), min_size=1, max_size=60), st.data())
def test_the_smallest_come_first(distances: list[int], data: st.DataObject) -> None:
    count = data.draw(st.integers(1, len(distances)))
    moved = np.array(distances, dtype=np.float64)
    smallest_first(moved, count)
    assert sorted(moved.tolist()) == sorted(distances)
    assert sorted(moved[:count].tolist()) == sorted(distances)[:count]


def test_constant_series_has_hardly_any_noise() -> None:
    assert 0.0 < sigma_of(np.full(50, 3.0)) <= 1e-12


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), min_size=5, max_size=60), st.floats(0.0, 1e3))
def test_clip_stays_near_the_median_around(values: list[float], reach: float) -> None:
    x = np.array(values)
    clipped = clip(x, reach)
    for i in range(x.size):
        start = min(max(i - 2, 0), x.size - 5)
        middle = float(np.median(x[start : start + 5]))
        assert clipped[i] == pytest.approx(np.clip(x[i], middle - reach, middle + reach))


def test_clip_takes_spikes_and_leaves_steps() -> None:
    x = np.zeros(30)
    x[7] = x[12] = x[13] = 9.0
    x[20:23] = 9.0
    assert np.flatnonzero(clip(x, 1.0) > 1.0).tolist() == [20, 21, 22]


@pytest.mark.parametrize(
    ("t", "degrees", "z"), [(2.2281, 10, 1.9600), (4.0321, 5, 2.5758), (3.2909, 999, 3.2805)]
)
def test_t_becomes_the_normal_with_the_same_tail(t: float, degrees: int, z: float) -> None:
    assert normal_from_t(t, float(degrees)) == pytest.approx(z, abs=0.02)


def test_rank_evidence_of_separated_sides_is_the_largest() -> None:
    x = np.array([1.0, 2.0, 3.0, 7.0, 8.0, 9.0])
    z, most = rank_evidence(x, (0, 3, 6))
    assert z == most == pytest.approx(1.9640, abs=1e-4)
    assert rank_evidence(np.full(6, 4.0), (0, 3, 6))[0] == 0.0


def test_means_without_ranks_are_no_evidence() -> None:
    """A step that only a few clipped values make must not pass on the strength of its mean."""
    step = np.repeat([0.0, 1.0], 20)
    edges = np.array([0, 20, 40])
    rules = settings_of(Options()).copy()
    rules[NEED], rules[VARIANCE], rules[INFLATION] = 4.5, 0.04, 1.0
    sums = running_sums(step)
    assert evidence((step, departures(step)), sums, edges, 1, rules) > 4.5
    mixed = np.tile([0.0, 1.0], 20)
    assert evidence((mixed, departures(mixed)), sums, edges, 1, rules) == 2.25


def test_a_line_is_told_from_a_step() -> None:
    ramp = np.arange(40.0)
    step = np.repeat([0.0, 5.0], 20)
    assert line_fits_better(running_sums(ramp), (0, 20, 40))
    assert not line_fits_better(running_sums(step), (0, 20, 40))
