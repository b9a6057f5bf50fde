"""What people are told while histories grow: nothing of it flips."""

import math

import numpy as np
import pytest

from backend.evaluate.generator.series import make
from backend.evaluate.growing import live, lived

SIGMA = 0.02


def test_a_step_of_ten_per_cent_without_overlap_is_never_taken_back() -> None:
    generator = np.random.default_rng(77)
    seen = 0
    while seen < 40:
        x = SIGMA * generator.standard_normal(30)
        x[7:] += math.log(1.1)
        if x[:7].max() >= x[7:12].min():
            continue
        seen += 1
        told = [one.what for one in live(np.exp(x)).told]
        assert "withdrawn" not in told
        assert "first" in told


def test_a_step_of_fourteen_per_cent_with_four_slow_runs_is_told() -> None:
    soon = 0
    for seed in range(60):
        x = 0.015 * np.random.default_rng(seed).standard_normal(18)
        x[7:11] += math.log(1.14)
        soon += any(one.what == "first" and one.at <= 11 for one in live(np.exp(x)).told)
    assert soon >= 59


@pytest.mark.parametrize("family", ["ar1", "drift", "mixed", "hetero", "multi", "temp"])
def test_little_is_taken_back_in_noise_of_each_kind(family: str) -> None:
    every = [make((611, number), family, n=200).values for number in range(6)]
    found = lived([live(one) for one in every], 6 * 200)
    assert found.first >= 6
    assert found.withdrawn + found.reopened <= 0.1 * found.first + 1


def test_a_level_that_comes_back_is_fixed_once() -> None:
    for seed in range(10):
        x = SIGMA * np.random.default_rng(seed).standard_normal(240)
        x[60:90] += 0.12
        told = [one.what for one in live(np.exp(x)).told if one.position in range(57, 64)]
        assert told == ["first", "fixed"]


def test_what_never_was_a_step_is_taken_back_once() -> None:
    x = SIGMA * np.random.default_rng(1).standard_normal(120)
    x[60:64] += 0.06
    told = [one.what for one in live(np.exp(x)).told if abs(one.position - 60) <= 2]
    assert told in (["first", "fixed"], ["first", "withdrawn"])
