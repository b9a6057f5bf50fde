"""Stored results become entries of a suite that the statistics can use."""

import math

import numpy as np
import pytest

from backend.domain.compared_entries import match_results
from backend.domain.compared_results import ResultColumns, SeriesNoise, Setting, SideResults
from backend.domain.labels import SeriesLabel
from backend.stats.compare_suites import SuiteComparison, compare_suite

LABEL = SeriesLabel(1, "suite", "parse", {}, "time", "s", "lower", "sampled", "lab", "main")
NOISE = {1: SeriesNoise(points=40, sigma=0.01, is_logarithmic=True)}


def summary(value: float, low: float, high: float) -> SideResults:
    ones = np.ones(1, np.int64)
    columns = ResultColumns(
        series=ones,
        run=ones,
        variant=ones,
        metric=ones,
        testbed=ones,
        value=np.array([value]),
        low=np.array([low]),
        high=np.array([high]),
        sd=np.array([math.nan]),
        n=0 * ones,
        basis=ones,
        samples=np.zeros(0),
        ends=0 * ones,
        histograms={},
        binaries=[None],
        versions=[None],
        rounds={},
    )
    return SideResults(columns, (), {})


def samples(values: list[float], rounds: list[int] | None = None) -> SideResults:
    ones = np.ones(1, np.int64)
    columns = ResultColumns(
        series=ones,
        run=ones,
        variant=ones,
        metric=ones,
        testbed=ones,
        value=np.median(values, keepdims=True),
        low=np.array([math.nan]),
        high=np.array([math.nan]),
        sd=np.array([math.nan]),
        n=len(values) * ones,
        basis=0 * ones,
        samples=np.array(values),
        ends=len(values) * ones,
        histograms={},
        binaries=[None],
        versions=[None],
        rounds={} if rounds is None else {0: rounds},
    )
    return SideResults(columns, (), {})


def compared(baseline: SideResults, contender: SideResults) -> SuiteComparison:
    setting = Setting("in runs apart", across_testbeds=False)
    lined_up = match_results((baseline, contender), {1: LABEL}, NOISE, setting)
    return compare_suite(lined_up.entries)


def test_an_interval_of_a_summary_stands_for_its_scatter() -> None:
    found = compared(summary(100.0, 80.0, 120.0), summary(105.0, 85.0, 125.0))
    assert found.failed == ()
    assert found.comparisons[0].verdict == "unknown"
    assert found.comparisons[0].low < 0.9


def test_an_interval_of_something_else_is_no_fault_of_the_result() -> None:
    """A median beside the interval of a mean: the value counts, the interval does not."""
    found = compared(summary(100.0, 110.0, 120.0), summary(105.0, 85.0, 125.0))
    alone = compared(summary(100.0, math.nan, math.nan), summary(105.0, 85.0, 125.0))
    assert found.failed == ()
    assert found.comparisons[0] == alone.comparisons[0]


def test_samples_are_paired_by_their_round_and_not_by_their_place() -> None:
    """Rounds differ by a factor of 8; within a round the contender takes 1 % more."""
    levels = [2.0 ** (i % 4) for i in range(24)]
    taken = [i for i in range(24) if i not in (3, 10)]
    setting = Setting("in turns", across_testbeds=False)
    lined_up = match_results(
        (samples(levels), samples([1.01 * levels[i] for i in taken], [i + 1 for i in taken])),
        {1: LABEL},
        NOISE,
        setting,
    )
    found = compare_suite(lined_up.entries).comparisons[0]
    assert found.ratio == pytest.approx(1.01)
    assert found.n == 22
