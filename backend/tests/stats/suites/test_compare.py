"""A whole suite: nothing dropped, few false discoveries, intervals and counts that fit them."""

import math

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.compare import (
    Question,
    compare_pairs,
    compare_runs,
    compare_samples,
    compare_summaries,
)
from backend.stats.comparison.comparisons import LOST_PARTNERS
from backend.stats.comparison.from_summaries import Reported
from backend.stats.comparison.geometric_mean import GeometricMean
from backend.stats.histograms.recordings import Histogram
from backend.stats.suites.compare import WITHIN_RUNS, SuiteComparison, compare_suite
from backend.stats.suites.entries import EntrySide, SuiteEntry, line_up, percentiles_of
from backend.tests.stats.benchmark_noise import noise

BENCHMARKS = 60
EMPTY = Histogram(*np.zeros((3, 0), np.int64))
CHANGED = (1.05, 1.05, 1.05, 1.05, 1 / 1.05, 1 / 1.05)


def suite(generator: np.random.Generator, k: int = 20) -> tuple[list[SuiteEntry], Floats]:
    """Return pairs of many benchmarks of which a few changed by 5 %, and the true ratios."""
    half = BENCHMARKS // 2
    turns = np.concatenate([noise(kind, generator, (half, 2 * k)) for kind in ("normal", "spikes")])
    truth = np.ones(BENCHMARKS)
    truth[generator.permutation(BENCHMARKS)[: len(CHANGED)]] = CHANGED
    entries = [
        SuiteEntry(
            place, EntrySide((row[0::2],)), EntrySide((row[1::2] * ratio,)), is_interleaved=True
        )
        for place, (row, ratio) in enumerate(zip(turns, truth, strict=True))
    ]
    return entries, truth


@pytest.fixture(scope="module")
def judged() -> list[tuple[SuiteComparison, Floats]]:
    generator = np.random.default_rng(21)
    suites = [suite(generator) for _ in range(120)]
    return [(compare_suite(entries), truth) for entries, truth in suites]


def test_false_discoveries_are_few_and_true_ones_many(
    judged: list[tuple[SuiteComparison, Floats]],
) -> None:
    false, power, wrong_sign = [], [], 0
    for found, truth in judged:
        verdict = found.comparisons.verdict
        hits = np.isin(verdict, ["regression", "improvement"])
        false.append((hits & (truth == 1.0)).sum() / max(hits.sum(), 1))
        power.append(hits[truth != 1.0].mean())
        wrong_sign += int(((verdict == "improvement") & (truth > 1.0)).sum())
    assert np.mean(false) <= 0.06
    assert np.mean(power) >= 0.8
    assert wrong_sign == 0


def test_intervals_of_discoveries_exclude_one_and_mostly_hold_the_truth(
    judged: list[tuple[SuiteComparison, Floats]],
) -> None:
    missed = []
    for found, truth in judged:
        rows = found.comparisons
        hits = found.adjusted <= found.false_discoveries
        assert ((rows.low > 1.0) | (rows.high < 1.0))[hits].all()
        assert (rows.coverage[~hits] == 0.99).all()
        outside = (rows.low > truth) | (rows.high < truth)
        missed.append(outside[hits].mean() if hits.any() else 0.0)
    assert np.mean(missed) <= 0.06


def test_the_mean_of_the_suite_is_held_by_its_interval(
    judged: list[tuple[SuiteComparison, Floats]],
) -> None:
    held = [
        found.means[""].low <= math.exp(np.log(truth).mean()) <= found.means[""].high
        for found, truth in judged
    ]
    assert np.mean(held) >= 0.95


def mixed() -> list[SuiteEntry]:
    """Return one entry of every kind, in an order that no grouping keeps."""
    g = np.random.default_rng(3)

    def run(level: float, n: int = 12) -> Floats:
        return level * np.exp(0.01 * g.standard_normal(n))

    def heap(centre: int) -> EntrySide:
        values = np.arange(centre - 50, centre + 50)
        return EntrySide(histograms=(Histogram(values, values, np.full(100, 9)),))

    one_run = Question(between=0.0)
    return [
        SuiteEntry(
            "pairs",
            EntrySide((run(1),)),
            EntrySide((run(1.2),)),
            metric="time",
            is_interleaved=True,
        ),
        SuiteEntry(
            "exact", EntrySide((np.array([5.0]),)), EntrySide((np.array([6.0]),)), is_exact=True
        ),
        SuiteEntry("gone", EntrySide((run(1),)), None),
        SuiteEntry(
            "samples", EntrySide((run(1, 9),)), EntrySide((run(0.8, 14),)), one_run, metric="time"
        ),
        SuiteEntry("broken", EntrySide((run(1),)), EntrySide(failure="timeout")),
        SuiteEntry(
            "runs", EntrySide((run(1), run(1.01))), EntrySide((run(1.3, 5), run(1.31), run(1.3)))
        ),
        SuiteEntry("new", None, EntrySide((run(1),))),
        SuiteEntry(
            "reported", EntrySide(reported=Reported(3.0)), EntrySide(reported=Reported(3.3))
        ),
        SuiteEntry("nan", EntrySide((np.array([1.0, math.nan]),)), EntrySide((run(1),))),
        SuiteEntry("two runs", EntrySide((run(1),)), EntrySide((run(1.2),))),
        SuiteEntry(
            "pairs too",
            EntrySide((run(2),)),
            EntrySide((run(2),)),
            metric="time",
            is_interleaved=True,
        ),
        SuiteEntry(
            "half reported",
            EntrySide((run(3),)),
            EntrySide(reported=Reported(6.0, 0.1, 9)),
            one_run,
        ),
        SuiteEntry("empty", EntrySide(), EntrySide((run(1),))),
        SuiteEntry("known", EntrySide((run(1),)), EntrySide((run(1.2),)), Question(between=0.01)),
        SuiteEntry("histogram", heap(1000), heap(1300), one_run),
        SuiteEntry("histogram too", heap(500), heap(500), one_run),
        SuiteEntry("half a histogram", heap(500), EntrySide((run(1),)), one_run),
        SuiteEntry("no recordings", heap(500), EntrySide(histograms=(EMPTY,))),
        SuiteEntry("exact histogram", heap(500), heap(500), is_exact=True),
    ]


def test_every_entry_is_compared_or_listed() -> None:
    entries = mixed()
    found = compare_suite(entries)
    assert found.only_baseline == ("gone",)
    assert found.only_contender == ("new",)
    assert found.failed == (
        ("broken", "contender: timeout"),
        ("nan", "baseline: results that are not finite numbers"),
        ("empty", "baseline: no samples"),
        ("half a histogram", "a histogram on one side only"),
        ("no recordings", "contender: a histogram without recordings"),
        ("exact histogram", "baseline: an exact metric has one number, not a histogram"),
    )
    listed = {*found.keys, *found.only_baseline, *found.only_contender}
    assert listed | {key for key, _ in found.failed} == {entry.key for entry in entries}
    assert sum(found.counts.values()) == len(found.keys) == len(found.comparisons)


def test_each_row_is_what_it_would_be_alone() -> None:
    entries = {entry.key: entry for entry in mixed()}
    found = compare_suite(list(entries.values()))
    rows = {key: found.comparisons[place] for place, key in enumerate(found.keys)}

    def runs(key: str) -> tuple[list[Floats], list[Floats]]:
        first, second = entries[key].baseline, entries[key].contender
        assert first is not None
        assert second is not None
        return list(first.runs), list(second.runs)

    pairs, samples, known = runs("pairs"), runs("samples"), runs("known")
    alone = {
        "pairs": compare_pairs(pairs[0][0], pairs[1][0]),
        "samples": compare_samples(samples[0][0], samples[1][0], Question(between=0.0)),
        "runs": compare_runs(*runs("runs")),
        "reported": compare_summaries(Reported(3.0), Reported(3.3)),
        "known": compare_samples(known[0][0], known[1][0], Question(between=0.01)),
    }
    for key, expected in alone.items():
        row = rows[key]
        assert row.ratio == pytest.approx(expected.ratio), key
        assert row.p == pytest.approx(expected.p, nan_ok=True), key
        assert (row.verdict, row.basis, row.n) == (expected.verdict, expected.basis, expected.n)
    verdicts = {key: row.verdict for key, row in rows.items()}
    assert verdicts == {
        "pairs": "regression", "exact": "regression", "samples": "improvement",
        "runs": "regression", "reported": "unknown", "two runs": "unknown", "pairs too": "unknown",
        "half reported": "regression", "known": "regression",
        "histogram": "regression", "histogram too": "unknown",
    }  # fmt: skip


def test_the_percentiles_of_a_row_are_there_for_who_asks() -> None:
    entries = {entry.key: entry for entry in mixed()}
    asked = percentiles_of(entries["histogram"])
    assert [change.percent for change in asked] == [50.0, 90.0, 99.0, 99.9]
    assert asked[1].ratio == pytest.approx(1339 / 1039)
    assert asked[1].low < asked[1].ratio < asked[1].high
    nothing = ("samples", "no recordings", "half a histogram", "new")
    assert not any(percentiles_of(entries[key]) for key in nothing)


def test_exact_metrics_and_mere_orders_stay_outside_the_family() -> None:
    found = compare_suite(mixed())
    adjusted = dict(zip(found.keys, found.adjusted.tolist(), strict=True))
    outside = {key for key, p in adjusted.items() if math.isnan(p)}
    assert outside == {"exact", "reported", "two runs"}
    assert found.noise.without_claim == 2


def test_means_are_by_metric() -> None:
    found = compare_suite(mixed())
    assert set(found.means) == {"", "time"}
    assert found.means["time"].n == 3
    assert found.means["time"].ratio == pytest.approx((1.2 * 0.8) ** (1 / 3), rel=0.02)
    assert math.isnan(found.means[""].low)


def test_the_mean_of_one_comparison_says_what_its_interval_holds() -> None:
    levels = np.random.default_rng(3).normal(1.0, 0.01, (2, 2, 30))

    def mean_of(runs: int) -> GeometricMean:
        old, new = (EntrySide(tuple(own[:runs])) for own in levels)
        return compare_suite([SuiteEntry("x", old, new)]).means[""]

    within, across = mean_of(1), mean_of(2)
    assert within.low < within.ratio < within.high
    assert within.warnings[0] == WITHIN_RUNS
    assert not any("unknown" in one for one in within.warnings)
    assert WITHIN_RUNS not in across.warnings


def test_several_results_of_one_key_are_several_runs() -> None:
    run = np.array([1.0, 1.1, 1.2])
    entries = line_up(
        [("a", EntrySide((run,))), ("b", EntrySide((run,))), ("a", EntrySide((run * 2,)))],
        [
            ("c", EntrySide((run,))),
            ("a", EntrySide(failure="crash")),
            ("a", EntrySide(reported=Reported(3.0))),
        ],
        {"a": Question("higher")},
    )
    assert [entry.key for entry in entries] == ["a", "b", "c"]
    first, second, third = entries
    assert first.baseline is not None
    assert [one.tolist() for one in first.baseline.runs] == [run.tolist(), (run * 2).tolist()]
    assert first.contender is not None
    assert [one.tolist() for one in first.contender.runs] == [[3.0]]
    assert first.question.direction == "higher"
    assert second.contender is None
    assert third.baseline is None


def test_interleaved_sides_of_unequal_length_are_still_compared() -> None:
    g = np.random.default_rng(4)
    first, second = (np.exp(0.01 * g.standard_normal(n)) for n in (12, 11))
    found = compare_suite(
        [SuiteEntry("a", EntrySide((first,)), EntrySide((second * 1.3,)), is_interleaved=True)]
    )
    assert found.comparisons[0].basis == "samples"
    assert found.comparisons[0].verdict == "regression"
    assert found.comparisons[0].warnings == (LOST_PARTNERS,)


def test_nothing_to_compare_is_no_error() -> None:
    for entries in ([], [SuiteEntry("a", None, EntrySide((np.ones(3),)))]):
        found = compare_suite(entries)
        assert found.keys == ()
        assert len(found.comparisons) == 0
        assert found.means == {}
        assert math.isnan(found.noise.reach)


def test_keys_that_come_twice_are_refused() -> None:
    entry = SuiteEntry("a", EntrySide((np.ones(3),)), EntrySide((np.ones(3),)))
    with pytest.raises(ValueError, match="'a' comes 2 times"):
        compare_suite([entry, entry])


def test_an_impossible_summary_fails_alone() -> None:
    good = EntrySide(reported=Reported(1.0, 0.1, 3))
    entries = [
        SuiteEntry("good", good, good, Question(between=0.0)),
        SuiteEntry("sd", EntrySide(reported=Reported(1.0, -1.0, 3)), good),
        SuiteEntry("interval", good, EntrySide(reported=Reported(1.0, low=5.0, high=6.0))),
        SuiteEntry("only", EntrySide(reported=Reported(1.0, 0.1, -2)), None),
    ]
    found = compare_suite(entries)
    assert found.keys == ("good",)
    assert found.failed == (
        ("sd", "baseline: its standard deviation is impossible"),
        ("interval", "contender: its interval is impossible"),
        ("only", "baseline: its number of samples is impossible"),
    )


def test_ratios_beyond_what_numbers_hold_leave_the_noise_of_a_suite_known() -> None:
    far = SuiteEntry(
        "far",
        EntrySide((np.full(6, 1e-200),)),
        EntrySide((np.full(6, 1e200),)),
        Question(between=0),
    )
    run = np.array([1.0, 1.1, 1.2, 1.05, 1.15, 1.02])
    near = SuiteEntry("near", EntrySide((run,)), EntrySide((run,)), Question(between=0.0))
    found = compare_suite([far, near])
    assert found.noise.reach == compare_suite([near]).noise.reach
