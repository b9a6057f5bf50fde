"""Stored results become entries of a suite that the statistics can use."""

import math
from dataclasses import fields

import numpy as np
import pytest

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.entries import match_results
from backend.domain.comparisons.results import (
    ComparisonSetting,
    NoiseTable,
    ResultColumns,
    SeriesScatter,
    SideResults,
    scatter_between_runs,
    scatters_between_runs,
)
from backend.domain.comparisons.sides import Measured
from backend.stats.suites.compare import SuiteComparison, compare_suite

LABEL = SeriesLabel(1, "suite", "parse", {}, "time", "s", "lower", "sampled", "lab", "main")
NOISE = {1: SeriesScatter(points=40, sigma=0.01, is_logarithmic=True)}


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
    setting = ComparisonSetting("in runs apart", across_testbeds=False)
    lined_up = match_results((baseline, contender), {1: LABEL}, NOISE, setting)
    return lined_up.compared()


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
    setting = ComparisonSetting("in turns", across_testbeds=False)
    lined_up = match_results(
        (samples(levels), samples([1.01 * levels[i] for i in taken], [i + 1 for i in taken])),
        {1: LABEL},
        NOISE,
        setting,
    )
    found = lined_up.compared().comparisons[0]
    assert found.ratio == pytest.approx(1.01)
    assert found.n == 22


def many(generator: np.random.Generator, widths: tuple[int, ...]) -> SideResults:
    """Return results of forty series of forty variants: samples, but for one summary."""
    ids = np.arange(1, len(widths) + 1)
    drawn = [np.exp(0.02 * generator.standard_normal(width)) for width in widths]
    samples = np.concatenate(drawn)
    samples[3 * widths[0]] = math.inf if generator.random() < 0.5 else math.nan
    columns = ResultColumns(
        series=ids,
        run=np.ones_like(ids),
        variant=ids,
        metric=1 + ids % 2,
        testbed=np.ones_like(ids),
        value=np.array([np.median(one) for one in drawn]) - 1.0 * (ids == 7),
        low=np.full(ids.size, math.nan),
        high=np.full(ids.size, math.nan),
        sd=np.full(ids.size, 0.02),
        n=np.array(widths),
        basis=np.where(ids == 9, 1, 0),
        samples=samples,
        ends=np.cumsum(widths),
        histograms={},
        binaries=["same" if one % 5 == 0 else None for one in ids.tolist()],
        versions=[None] * ids.size,
        rounds={},
    )
    return SideResults(columns, (), {})


@pytest.mark.parametrize("measured", ["in runs apart", "in turns", "in one run"])
def test_tables_of_samples_come_to_what_their_entries_do(measured: Measured) -> None:
    """Also what is no such table: a summary, a number that is not finite, an exact metric."""
    generator = np.random.default_rng(8)
    sides = many(generator, (10,) * 40), many(generator, (10,) * 30 + (12,) * 10)
    labels = {
        one: SeriesLabel(
            one, "suite", "parse", {"n": one}, "time", "s",
            ("lower", "higher", "unknown")[one % 3], "exact" if one == 11 else "sampled",
            "lab", "main",
        )
        for one in range(1, 41)
    }  # fmt: skip
    noise = {
        one: SeriesScatter(points=1 if one == 5 else 20 + one, sigma=0.01, is_logarithmic=one != 7)
        for one in range(1, 36)
    }
    lined = match_results(sides, labels, noise, ComparisonSetting(measured, across_testbeds=False))
    assert sum(len(table.keys) for table in lined.tables) >= 25
    as_tables, as_entries = lined.compared(), compare_suite(list(lined.entries.values()))
    assert as_tables.keys == as_entries.keys
    assert as_tables.failed == as_entries.failed != ()
    assert as_tables.counts == as_entries.counts
    for column in fields(as_tables.comparisons):
        one, other = (getattr(of.comparisons, column.name) for of in (as_tables, as_entries))
        np.testing.assert_array_equal(one, other, column.name)
    np.testing.assert_array_equal(as_tables.adjusted, as_entries.adjusted)


def test_scatter_between_runs_of_many_pairs_is_that_of_each() -> None:
    nan = math.nan
    noise = {
        1: SeriesScatter(40, 0.01, is_logarithmic=True),
        2: SeriesScatter(50, 0.5, is_logarithmic=False),
        3: SeriesScatter(1, 0.01, is_logarithmic=True),
        4: SeriesScatter(30, nan, is_logarithmic=True),
        5: SeriesScatter(30, 0.0, is_logarithmic=True),
    }
    pairs = [(1, 1), (1, 2), (2, 1), (3, 3), (4, 4), (5, 9), (9, 8), (2, 3)]
    levels = np.array([1.0, 100.0, nan, 1.0, 1.0, 1.0, 1.0, 2.0])
    series = np.array(pairs)
    found = scatters_between_runs(NoiseTable.of(noise), (series[:, 0], series[:, 1]), levels)
    each = [
        scatter_between_runs([noise[one] for one in pair if one in noise], level)
        for pair, level in zip(pairs, levels.tolist(), strict=True)
    ]
    np.testing.assert_allclose(np.stack((found.sd, found.degrees)).T, each)
