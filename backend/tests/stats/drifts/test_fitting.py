"""Slow changes are found once, with their size and beginning; noise and steps are none."""

import math
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Options
from backend.stats.drifts.fitting import Drift, ReportedDrift, find_drifts
from backend.stats.drifts.slow_changes import slow_changes

OPTIONS = Options(min_effect=math.log(1.01))
RUNS = 200
T = np.arange(RUNS)


def found(logarithms: Floats, told: tuple[ReportedDrift, ...] = ()) -> tuple[Drift, ...]:
    values = np.exp(logarithms)
    return slow_changes(values, analyse(values, (), OPTIONS), told=told)[1]


def noisy(shape: NDArray[np.floating[Any]], seed: int, sigma: float = 0.01) -> Floats:
    drawn: Floats = shape + sigma * np.random.default_rng(seed).standard_normal(shape.size)
    return drawn


SHAPES = {
    "from the first run on": (0.003 * T, 0, 199),
    "after a level": (0.003 * np.maximum(T - 100.0, 0.0), 100, 199),
    "then a level": (0.003 * np.minimum(T, 100.0), 0, 100),
    "between levels": (0.002 * np.clip(T - 50.0, 0.0, 100.0), 50, 150),
    "beside a step": (0.003 * T + 0.1 * (T > 120), 0, 199),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("sigma", [0.003, 0.01, 0.02])
def test_a_drift_is_found_once_with_its_size_and_its_beginning(shape: str, sigma: float) -> None:
    line, start, end = SHAPES[shape]
    size = line[end] - line[start] - (0.1 if shape == "beside a step" else 0.0)
    for seed in range(5):
        (drift,) = found(noisy(line, seed, sigma))
        assert drift.low <= math.exp(size) * 1.01
        assert drift.high >= math.exp(size) * 0.99
        assert abs(drift.start - start) <= 15
        assert abs(drift.end - end) <= 15
        assert drift.earliest <= start + 2


def test_a_climb_and_a_fall_are_two() -> None:
    up, down = found(noisy(0.003 * (100.0 - abs(T - 100.0)), 3))
    assert up.ratio == pytest.approx(1.35, abs=0.03)
    assert down.ratio == pytest.approx(1.0 / 1.35, abs=0.03)
    assert up.end <= 105
    assert down.start >= 95


def test_a_drift_that_people_know_of_stands_below_what_a_new_one_needs() -> None:
    line = noisy(0.0002 * T, 4, 0.01)  # 4 % in all
    assert found(line) == ()
    (kept,) = found(line, (ReportedDrift(0, 150, is_up=True),))
    assert kept.ratio == pytest.approx(1.04, abs=0.01)
    assert found(line, (ReportedDrift(0, 150, is_up=False),)) == ()


def correlated(generator: np.random.Generator, rho: float) -> Floats:
    drawn = generator.standard_normal(RUNS)
    walk = list(accumulate(drawn, lambda last, new: rho * last + math.sqrt(1 - rho * rho) * new))
    return 0.03 * np.array(walk)


NOISES: dict[str, Callable[[np.random.Generator], Floats]] = {
    "normal": lambda g: 0.03 * g.standard_normal(RUNS),
    "heavy": lambda g: 0.03 * g.standard_t(3, RUNS),
    "log-normal": lambda g: 0.05 * g.lognormal(0.0, 0.8, RUNS),
    "two modes": lambda g: 0.06 * (g.random(RUNS) < 0.4) + 0.01 * g.standard_normal(RUNS),
    "correlated": lambda g: correlated(g, 0.6),
    "daily": lambda g: 0.06 * np.sin(T * math.tau / 24) + 0.02 * g.standard_normal(RUNS),
    "spikes": lambda g: 0.3 * (g.random(RUNS) < 0.05) + 0.02 * g.standard_normal(RUNS),
    "sticky": lambda g: (
        0.07 * (np.cumsum(g.random(RUNS) < 0.05) % 2) + 0.01 * g.standard_normal(RUNS)
    ),
    "a step": lambda g: 0.1 * (g.integers(5, 195) < T) + 0.02 * g.standard_normal(RUNS),
    "sawtooth": lambda g: 0.06 * (T % 40) / 40 + 0.01 * g.standard_normal(RUNS),
}


@pytest.mark.parametrize("noise", NOISES)
def test_noise_of_each_kind_is_no_drift(noise: str) -> None:
    generator = np.random.default_rng(41)
    told = sum(len(found(NOISES[noise](generator))) for _ in range(40))
    assert told <= 1


WITHOUT_RATIOS = {
    "from below zero": np.linspace(-1.0, 1.0, 100),
    "zeros": np.zeros(100),
    "too few runs": np.linspace(1.0, 2.0, 20),
}


@pytest.mark.parametrize("which", WITHOUT_RATIOS)
def test_series_without_ratios_or_too_short_have_none(which: str) -> None:
    values = WITHOUT_RATIOS[which]
    assert find_drifts(values, analyse(values)) == ()
