"""Medians of histograms: claims are rare where nothing changed, whatever the shape of latency."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.compare import Question, compare_histograms
from backend.stats.comparison.comparisons import Comparison
from backend.stats.histograms.recordings import Histogram

Generator = np.random.Generator
ONE_RUN = Question(between=0.0)


def two_modes(share: float) -> Callable[[Generator, int], Floats]:
    """Return latencies of which a share is 30 % slower, far beyond the noise of 1 %."""

    def draw(g: Generator, n: int) -> Floats:
        noise = 0.01 * g.standard_normal(n)
        return np.asarray(1e6 * np.exp(noise + math.log(1.3) * (g.random(n) < share)))

    return draw


def skewed(g: Generator, n: int) -> Floats:
    return np.asarray(1e6 * np.exp(0.5 * g.standard_normal(n)))


def coin(g: Generator, n: int) -> Floats:
    return np.asarray(10.0 + (g.random(n) < 0.5))


def counted(samples: Floats, width: int = 1) -> Histogram:
    places, counts = np.unique(np.round(samples).astype(np.int64) // width, return_counts=True)
    return Histogram(places * width, places * width + width - 1, counts)


def is_apart(found: Comparison) -> bool:
    nothing = 1.0 if found.is_ratio else 0.0
    return found.low > nothing or found.high < nothing


@pytest.mark.parametrize("luck", [0.0, 0.02])
@pytest.mark.parametrize(
    ("draw", "sizes"),
    [
        (two_modes(0.5), (20, 20)), (two_modes(0.5), (100, 100)), (two_modes(0.5), (2000, 2000)),
        (two_modes(0.45), (20, 2000)), (two_modes(0.3), (60, 60)), (skewed, (12, 12)),
        (skewed, (200, 50)), (coin, (60, 60)),
    ],
)  # fmt: skip
def test_one_run_a_side_keeps_the_level(
    draw: Callable[[Generator, int], Floats], sizes: tuple[int, int], luck: float
) -> None:
    g = np.random.default_rng(61)
    question = Question(between=luck)
    claimed = 0
    for _ in range(150):
        sides = [counted(math.exp(luck * g.standard_normal()) * draw(g, n)) for n in sizes]
        found = compare_histograms(sides[0], sides[1], question, percents=(50.0,))
        assert (found.p <= 0.01) == is_apart(found)
        if found.verdict in ("regression", "improvement"):
            assert not found.percentiles[0].low <= 1.0 <= found.percentiles[0].high
        claimed += found.p <= 0.01
    assert claimed / 150 <= 0.025


@pytest.mark.parametrize("runs", [(3, 1), (1, 3), (3, 3)])
@pytest.mark.parametrize(("draw", "width"), [(two_modes(0.5), 1), (skewed, 65_536), (coin, 1)])
def test_several_runs_keep_the_level(
    runs: tuple[int, int], draw: Callable[[Generator, int], Floats], width: int
) -> None:
    g = np.random.default_rng(62)
    claimed = 0
    for _ in range(120):
        luck = np.exp(0.02 * g.standard_normal(sum(runs))) if width > 1 else np.ones(sum(runs))
        every = [counted(factor * draw(g, 100), width) for factor in luck]
        found = compare_histograms(every[: runs[0]], every[runs[0] :], percents=(50.0,))
        assert (found.p <= 0.01) == is_apart(found)
        claimed += found.p <= 0.01
    assert claimed / 120 <= 0.025


def test_a_true_change_is_found_and_held() -> None:
    g = np.random.default_rng(63)
    held, claimed = 0, 0
    for _ in range(100):
        found = compare_histograms(
            counted(skewed(g, 2000)), counted(1.1 * skewed(g, 2000)), ONE_RUN, percents=(50.0,)
        )
        held += found.low <= 1.1 <= found.high
        claimed += found.verdict == "regression"
    assert held >= 97
    assert claimed >= 95


def test_equal_runs_in_coarse_buckets_are_no_certainty() -> None:
    def fifty(lowest: int) -> Histogram:
        return Histogram(np.array([lowest]), np.array([lowest + 63]), np.array([50]))

    found = compare_histograms([fifty(960)] * 3, [fifty(1088)])
    assert found.verdict == "unknown"
    assert found.low < 1024 / 1023
    assert found.high > 1151 / 960
    assert found.baseline == pytest.approx(1023)
    assert found.contender == 1151


def test_few_recordings_make_no_claim() -> None:
    found = compare_histograms(counted(np.full(3, 5.0)), counted(np.full(3, 9.0)), ONE_RUN)
    assert found.verdict == "unknown"
    assert math.isnan(found.p)
    assert math.isnan(found.low)


def test_recordings_of_nothing_but_zero_are_compared_by_differences() -> None:
    zeros, some = counted(np.zeros(500)), counted(np.full(500, 7.0))
    found = compare_histograms(zeros, some, ONE_RUN)
    assert not found.is_ratio
    assert (found.difference, found.verdict) == (7.0, "regression")
    assert compare_histograms(zeros, zeros, ONE_RUN).p == 1.0


def any_histogram(g: Generator) -> Histogram:
    """Return one of those that files hold at their worst: zeros, lone recordings, vast counts."""
    lowest = np.unique(g.choice([0, 1, 2, 5, 100, 10**6, 2**52, 2**60], g.integers(1, 5)))
    counts = g.choice([1, 2, 10, 10**6, 10**12, 2**55], lowest.size)
    return Histogram(lowest, lowest + (63 if lowest.size == 1 else 0), counts)


def test_no_histogram_breaks_it_and_claims_agree_with_intervals() -> None:
    g = np.random.default_rng(64)
    for _ in range(120):
        sides = [[any_histogram(g) for _ in range(g.integers(1, 4))] for _ in range(2)]
        question = Question(
            between=float(g.choice([math.nan, 0.0, 1e-300, 0.02, 5.0, 1e200])),
            between_degrees=float(g.choice([0.5, 1.0, 20.0, math.inf])),
        )
        found = compare_histograms(sides[0], sides[1], question, percents=(50.0,))
        if math.isnan(found.p):
            assert found.verdict == "unknown"
        else:
            assert 0.0 <= found.p <= 1.0
            assert (found.p <= 0.01) == is_apart(found)


def test_counts_are_recordings_on_both_sides_however_many_runs() -> None:
    sides = [counted(np.full(count, 900.0)) for count in (30, 40, 50)]
    found = compare_histograms(sides[:2], sides[2:])
    assert (found.n, found.n_baseline, found.n_contender) == (1, 70, 50)
    assert compare_histograms(sides[0], sides[1], ONE_RUN).n == 30
