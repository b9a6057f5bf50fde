"""Samples inside a run do not know the luck of the run; its scatter has to come from elsewhere."""

import math

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.comparison.comparison_groups import samples_group, summaries_group
from backend.stats.comparison.from_summaries import ReportedMany
from backend.stats.comparison.run_scatter import RunScatter, across_runs, estimate_runs
from backend.stats.comparison.unpaired import estimate_samples

WITHIN = 0.02
COMPARISONS = 4_000
HISTORY = 21
CENTRES = np.ones(COMPARISONS), np.ones(COMPARISONS)


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
    assert np.mean(across_runs(within, scatter, CENTRES).p() <= 0.01) <= 0.015


def test_known_scatter_leaves_power() -> None:
    baseline, contender, scatter = two_runs(0.5 * WITHIN)
    found = across_runs(estimate_samples(baseline, contender * 1.10), scatter, CENTRES)
    assert np.mean(found.p() <= 0.01) > 0.9


def test_unknown_scatter_makes_no_claim() -> None:
    baseline, contender, _ = two_runs(0.0)
    unknown = RunScatter(np.full(COMPARISONS, math.nan), np.full(COMPARISONS, 20.0))
    assert np.isnan(across_runs(estimate_samples(baseline, contender), unknown, CENTRES).p()).all()


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


@pytest.mark.parametrize("counts", [(30, 1), (2, 30), (30, 3), (30, 30)])
def test_a_run_cut_short_is_not_trusted_like_a_usual_one(counts: tuple[int, int]) -> None:
    """Quiet luck, noisy samples; the scatter of the series is that of runs of 30.

    One sample against 30 was called a change in 25 %, two in 8 %.
    """
    generator = np.random.default_rng(sum(counts))

    def run(count: int) -> Floats:
        luck = 0.01 * generator.standard_normal((COMPARISONS, 1))
        return np.exp(luck + 0.05 * generator.standard_normal((COMPARISONS, count)))

    def summary(samples: Floats) -> ReportedMany:
        rows, n = samples.shape
        sd = samples.std(axis=1, ddof=1) if n > 1 else np.full(rows, math.nan)
        unknown = np.full(rows, math.nan)
        numbers = np.full(rows, n), unknown, unknown, np.full(rows, 0.95)
        return ReportedMany(samples.mean(axis=1), sd, *numbers)

    past = np.stack([np.median(np.log(run(30)), axis=1) for _ in range(HISTORY)], axis=1)
    scatter = RunScatter(past.std(axis=1, ddof=1), np.full(COMPARISONS, HISTORY - 1.0))
    sides = run(counts[0]), run(counts[1])
    assert np.mean(samples_group(*sides, scatter).p() <= 0.01) <= 0.015
    reported = summary(sides[0]), summary(sides[1])
    assert np.mean(summaries_group(*reported, scatter).p() <= 0.01) <= 0.015
    slower = samples_group(sides[0], 1.25 * sides[1], scatter)
    assert np.mean(slower.p() <= 0.01) > 0.7


def test_runs_below_zero_are_differences_in_their_unit() -> None:
    unknown = RunScatter(np.array([math.nan]), np.array([20.0]))
    found = estimate_runs(np.array([[-2.0, 0.0, 1.0]]), np.array([[8.0, 9.0, 10.0]]), unknown)
    assert found.shift[0] == pytest.approx(9.0 + 1.0 / 3.0)
    assert not found.logarithmic[0]
    assert found.error[0] == pytest.approx(math.sqrt((14 / 3 + 2) / 4 * 2 / 3))


def test_one_sample_at_zero_does_not_turn_shares_into_amounts() -> None:
    """A timer that failed once: differences are compared, and the luck of runs is still 5 %."""
    generator = np.random.default_rng(33)
    luck = np.exp(0.05 * generator.standard_normal((2, 2_000, 1)))
    times = 1e6 * luck * np.exp(0.02 * generator.standard_normal((2, 2_000, 20)))
    times[0, :, 3] = 0.0
    centres = np.median(times[0], axis=1), np.median(times[1], axis=1)
    scatter = RunScatter(np.full(2_000, 0.05), np.full(2_000, 40.0))
    found = across_runs(estimate_samples(times[0], times[1]), scatter, centres)
    assert np.mean(found.p() <= 0.01) <= 0.02
    seconds = across_runs(
        estimate_samples(times[0] / 1e9, 5.0 * times[1] / 1e9),
        scatter,
        (centres[0] / 1e9, 5.0 * centres[1] / 1e9),
    )
    assert np.mean(seconds.p() <= 0.01) > 0.99


def test_centres_at_or_below_zero_have_no_share_to_scatter_by() -> None:
    scatter = RunScatter(np.array([0.05]), np.array([40.0]))
    within = estimate_samples(np.array([[-1.0, 0.0, 1.0]]), np.array([[5.0, 6.0, 7.0]]))
    found = across_runs(within, scatter, (np.array([0.0]), np.array([6.0])))
    assert np.isnan(found.p()).all()


def test_several_runs_said_to_be_one_run_keep_their_own_scatter() -> None:
    generator = np.random.default_rng(34)
    baseline, contender = np.exp(0.05 * generator.standard_normal((2, 4_000, 3)))
    one_run = RunScatter(np.zeros(4_000), np.full(4_000, 20.0))
    assert np.mean(estimate_runs(baseline, contender, one_run).p() <= 0.01) <= 0.015


@pytest.mark.parametrize("runs", [(3, 1), (3, 3)])
def test_few_equal_runs_of_a_coarse_clock_are_not_certain(runs: tuple[int, int]) -> None:
    unknown = RunScatter(np.array([math.nan]), np.array([20.0]))
    found = estimate_runs(np.full((1, runs[0]), 100.0), np.full((1, runs[1]), 102.0), unknown)
    low, high = found.interval(np.array([0.99]))
    assert found.p()[0] > 0.01
    assert low[0] < 0.0 < high[0]


@pytest.mark.parametrize("runs", [(1, 2), (2, 2), (1, 5)])
def test_runs_alike_to_the_last_digit_hide_no_step_from_a_series_that_knows_its_scatter(
    runs: tuple[int, int],
) -> None:
    """A job that is repeated and answers the same must not take a regression away."""
    baseline, contender = np.full((1, runs[0]), 100.0), np.full((1, runs[1]), 120.0)
    known = RunScatter(np.array([0.005]), np.array([29.0]))
    repeating = RunScatter(np.array([1e-12]), np.array([29.0]))
    assert estimate_runs(baseline, contender, known).p()[0] < 1e-6
    assert estimate_runs(baseline, contender, repeating).p()[0] > 0.01
