"""Samples inside a run do not know the luck of the run; its scatter has to come from elsewhere."""

import math

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.run_scatter import RunScatter, across_runs, estimate_runs
from backend.stats.unpaired import estimate_samples

WITHIN = 0.02
COMPARISONS = 4_000
HISTORY = 21


def two_runs(between: float, samples: int = 10) -> tuple[Floats, Floats, RunScatter]:
    """Return samples of two runs without a difference, and the scatter that a history gives."""
    generator = np.random.default_rng(17)

    def runs(count: int) -> Floats:
        luck = between * generator.standard_normal((COMPARISONS, count, 1))
        own = WITHIN * generator.standard_normal((COMPARISONS, count, samples))
        return luck + own

    past = np.median(runs(HISTORY), axis=2).std(axis=1, ddof=1)
    pair = np.exp(runs(2))
    return pair[:, 0], pair[:, 1], RunScatter(past, np.full(COMPARISONS, HISTORY - 1.0))


@pytest.mark.parametrize(("between", "false"), [(0.5, 0.12), (1.0, 0.38), (2.0, 0.65)])
def test_trusting_the_samples_of_two_runs_alone_is_wrong_this_often(
    between: float, false: float
) -> None:
    """The figures of METHODOLOGY.md: nominal 1 %, 10 samples a run."""
    baseline, contender, scatter = two_runs(between * WITHIN)
    within = estimate_samples(baseline, contender)
    assert np.mean(within.p() <= 0.01) == pytest.approx(false, abs=0.025)
    assert np.mean(across_runs(within, scatter).p() <= 0.01) <= 0.015


def test_known_scatter_leaves_power() -> None:
    baseline, contender, scatter = two_runs(0.5 * WITHIN)
    found = across_runs(estimate_samples(baseline, contender * 1.10), scatter)
    assert np.mean(found.p() <= 0.01) > 0.9


def test_unknown_scatter_makes_no_claim() -> None:
    baseline, contender, _ = two_runs(0.0)
    unknown = RunScatter(np.full(COMPARISONS, math.nan), np.full(COMPARISONS, 20.0))
    assert np.isnan(across_runs(estimate_samples(baseline, contender), unknown).p()).all()


@pytest.mark.parametrize("runs", [(1, 1), (1, 3), (2, 2), (3, 5)])
def test_several_runs_keep_the_level_and_the_history_gives_power(runs: tuple[int, int]) -> None:
    generator = np.random.default_rng(sum(runs))
    baseline, contender = (np.exp(0.02 * generator.standard_normal((8_000, r))) for r in runs)
    past = 0.02 * generator.standard_normal((8_000, HISTORY))
    known = RunScatter(past.std(axis=1, ddof=1), np.full(8_000, HISTORY - 1.0))
    unknown = RunScatter(np.full(8_000, math.nan), np.full(8_000, HISTORY - 1.0))
    with_history = estimate_runs(baseline, contender, known).p()
    alone = estimate_runs(baseline, contender, unknown).p()
    assert np.mean(with_history <= 0.01) == pytest.approx(0.01, abs=0.004)
    slower = estimate_runs(baseline, contender * 1.06, known).p()
    if sum(runs) == 2:
        assert np.isnan(alone).all()
    else:
        assert np.mean(alone <= 0.01) == pytest.approx(0.01, abs=0.004)
        alone_slower = estimate_runs(baseline, contender * 1.06, unknown).p()
        assert np.mean(slower <= 0.01) > np.mean(alone_slower <= 0.01)


def test_runs_below_zero_are_differences_in_their_unit() -> None:
    unknown = RunScatter(np.array([math.nan]), np.array([20.0]))
    found = estimate_runs(np.array([[-2.0, 0.0, 1.0]]), np.array([[8.0, 9.0, 10.0]]), unknown)
    assert found.shift[0] == pytest.approx(9.0 + 1.0 / 3.0)
    assert not found.logarithmic[0]
    assert found.error[0] == pytest.approx(math.sqrt((14 / 3 + 2) / 4 * 2 / 3))
