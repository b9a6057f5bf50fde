"""Comparisons in words: the number, its interval, what it rests on, what is missing."""

import math
import re

import numpy as np
import pytest

from backend.domain.quantities import Quantity
from backend.stats.compare import (
    Question,
    compare_exact,
    compare_histograms,
    compare_pairs,
    compare_samples,
    compare_summaries,
)
from backend.stats.comparison.comparisons import Comparison
from backend.stats.comparison.from_summaries import Reported
from backend.stats.comparison.geometric_mean import geometric_mean
from backend.stats.comparison.shapes import compare_tails, modes_of
from backend.stats.comparison.verdicts import Verdict
from backend.stats.histograms.recordings import Histogram
from backend.stats.suites.compare import compare_suite
from backend.stats.suites.entries import EntrySide, SuiteEntry
from backend.wording.comparisons import (
    effect_of,
    mean_sentence,
    precision_sentence,
    sentence_of,
    shape_sentence,
    suite_sentence,
)

TIME = Quantity("wall_time", "s", "lower")
THOUSAND = "1\u202f000 pairs"


def comparison(  # noqa: PLR0913 - a table's columns
    ratio: float,
    low: float,
    high: float,
    verdict: Verdict,
    *,
    n: int = 20,
    pairs_needed: float = 0.0,
    to_see: float = 0.01,
) -> Comparison:
    return Comparison(
        baseline=1.0,
        contender=ratio,
        ratio=ratio,
        difference=ratio - 1.0,
        low=low,
        high=high,
        coverage=0.99,
        p=0.004,
        z=2.9,
        verdict=verdict,
        basis="pairs",
        estimator="shift of pairs",
        n=n,
        n_baseline=n,
        n_contender=n,
        pairs_needed=pairs_needed,
        effect_to_see=to_see,
        is_ratio=True,
        covers_runs=True,
        same_binary=False,
        aspect="",
        warnings=(),
    )


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (comparison(1.048, 1.031, 1.064, "regression"), "4.8\u202f% slower [3.1, 6.4], 20 pairs"),
        (comparison(0.952, 0.936, 0.969, "improvement"), "4.8\u202f% faster [3.1, 6.4], 20 pairs"),
        (
            comparison(1.012, 0.991, 1.033, "unknown", pairs_needed=34, to_see=0.012),
            (
                "inconclusive: 1.2\u202f% slower [\u22120.9, 3.3]; needs "
                "about 34 more pairs to see 1.2\u202f%"
            ),
        ),
        (
            comparison(1.004, 0.991, 1.033, "unknown", pairs_needed=1),
            (
                "inconclusive: 0.4\u202f% slower [\u22120.9, 3.3]; "
                "needs about 1 more pair to see 1\u202f%"
            ),
        ),
        (
            comparison(1.002, 0.6, 1.6, "unknown", pairs_needed=math.inf),
            (
                "inconclusive: 0.2\u202f% slower [\u221240.0, 60.0]; "
                f"more than {THOUSAND} would be needed to see 1\u202f%"
            ),
        ),
        (
            comparison(1.008, 1.005, 1.011, "unknown"),
            "inconclusive: 0.8\u202f% slower [0.5, 1.1]; it may or may not reach 1\u202f%",
        ),
        (
            comparison(1.001, 0.996, 1.007, "same"),
            "the same within 1\u202f%: 0.1\u202f% slower [\u22120.4, 0.7], 20 pairs",
        ),
        (comparison(3.02, 2.91, 3.13, "regression"), "3.02\u00d7 slower [2.91, 3.13], 20 pairs"),
        (comparison(0.25, 0.2, 0.5, "improvement"), "4.00\u00d7 faster [2.00, 5.00], 20 pairs"),
        (comparison(1.5, 1.4, 1.6, "change", n=1), "50.0\u202f% slower [40.0, 60.0], 1 pair"),
        (
            comparison(1.996, 0.9, 4.4, "unknown", pairs_needed=13, to_see=0.996),
            (
                "inconclusive: 99.6\u202f% slower, "
                "between 1.11\u00d7 faster and 4.40\u00d7 slower; "
                "needs about 13 more pairs to see 100\u202f%"
            ),
        ),
        (
            comparison(1.2, 0.9, 1.5, "unknown", pairs_needed=1230, to_see=0.2),
            (
                "inconclusive: 20.0\u202f% slower [\u221210.0, 50.0]; "
                "needs about 1\u202f230 more pairs to see 20\u202f%"
            ),
        ),
        (
            comparison(0.713, 0.6, 1.1, "unknown", pairs_needed=13, to_see=1 / 0.713 - 1.0),
            (
                "inconclusive: 28.7\u202f% faster [\u221210.0, 40.0]; needs "
                "about 13 more pairs to see 29\u202f%"
            ),
        ),
        (
            comparison(0.295, 0.06, 1.4, "unknown", pairs_needed=9, to_see=1 / 0.295 - 1.0),
            (
                "inconclusive: 3.39\u00d7 faster, between 1.40\u00d7 slower and 16.7\u00d7 faster; "
                "needs about 9 more pairs to see a factor of 3.39"
            ),
        ),
        (comparison(1.0, 1.0, 1.0, "same"), "the same within 1\u202f%: no difference, 20 pairs"),
        (
            comparison(1.0, 0.97, 1.02, "unknown", pairs_needed=5),
            (
                "inconclusive: no difference [3.0\u202f% faster to 2.0\u202f% slower]; "
                "needs about 5 more pairs to see 1\u202f%"
            ),
        ),
    ],
)
def test_a_comparison_in_one_line(found: Comparison, text: str) -> None:
    assert sentence_of(found, TIME) == text


def test_a_difference_that_many_comparisons_explain_is_said_to_be_chance() -> None:
    found = comparison(1.03, 1.002, 1.06, "unknown")
    said = sentence_of(found, TIME, adjusted=0.3)
    assert said.endswith("; not beyond chance among all comparisons of the suite")
    strict = sentence_of(found, TIME, adjusted=0.03, false_discoveries=0.01)
    assert strict.endswith("; not beyond chance among all comparisons of the suite")
    beyond = sentence_of(found, TIME, adjusted=0.0014)  # a tie holds the end of its interval
    assert beyond.endswith("; it may or may not reach 1\u202f%")


def test_more_time_between_failures_is_not_slower() -> None:
    between = Quantity("time between failures", "s", "higher")
    shorter = comparison(0.95, 0.946, 0.954, "regression")
    assert sentence_of(shorter, between) == "5.0\u202f% shorter [4.6, 5.4], 20 pairs"


def test_a_baseline_of_zero_has_no_shares() -> None:
    still = np.zeros(6)
    moved = np.array([0.0, 2e-9, -1e-9, 3e-9, 0.0, 2e-9])
    said = sentence_of(compare_pairs(still, moved), TIME)
    assert said.startswith("inconclusive: ")
    assert said.endswith(" more pairs to see this difference")
    assert "inf" not in said
    assert "nan" not in said


@pytest.mark.parametrize(
    ("quantity", "up", "down"),
    [
        (Quantity("wall_time", "s/op", "lower"), "slower", "faster"),
        (Quantity("rate", "op/s"), "higher throughput", "lower throughput"),
        (Quantity("peak_rss", "B"), "more memory", "less memory"),
        (Quantity("binary_size", "B"), "larger", "smaller"),
        (Quantity("thread_local_bytes", "B"), "more memory", "less memory"),
        (Quantity("energy", "J"), "more energy", "less energy"),
        (Quantity("instructions", "1"), "higher", "lower"),
    ],
)
def test_words_follow_the_quantity(quantity: Quantity, up: str, down: str) -> None:
    assert (
        effect_of(comparison(1.1, 1.05, 1.15, "change"), quantity)
        == f"10.0\u202f% {up} [5.0, 15.0]"
    )
    assert effect_of(comparison(0.9, 0.85, 0.95, "change"), quantity).startswith(
        f"10.0\u202f% {down}"
    )


def test_summaries_alone() -> None:
    found = compare_summaries(Reported(30.0), Reported(31.0))
    assert sentence_of(found, Quantity("x", "1")) == "summary only: 3.3\u202f% higher, no interval"
    known = compare_summaries(Reported(30.0), Reported(36.0), Question(between=0.01))
    assert sentence_of(known, TIME).endswith(", 1 run per side, summary only")


def test_two_runs_say_what_is_not_known() -> None:
    g = np.random.default_rng(1)
    sides = np.exp(0.01 * g.standard_normal((2, 15)))
    text = sentence_of(compare_samples(sides[0], sides[1] * 1.1), TIME)
    assert "slower within these runs [" in text
    assert text.endswith("; the scatter between runs is not known")


def test_histograms_of_one_run_count_recordings_and_of_several_runs() -> None:
    def recorded(first: int, count: int) -> Histogram:
        values = np.arange(first, first + 100)
        return Histogram(values, values, np.full(100, count))

    one_run = Question(between=0.0)
    found = compare_histograms(recorded(1000, 9), recorded(2000, 9), one_run)
    assert sentence_of(found, TIME).endswith("900 recordings per side")
    close = compare_histograms(recorded(1000, 1), recorded(1003, 1), one_run)
    assert "more recordings per side to see" in sentence_of(close, TIME)
    runs = [[recorded(level + step, 9) for step in (0, 2, 4)] for level in (1000, 2000)]
    assert sentence_of(compare_histograms(runs[0], runs[1]), TIME).endswith("3 runs per side")
    known = compare_histograms(recorded(1000, 9), recorded(1010, 9), Question(between=0.02))
    assert "more runs per side to see" in sentence_of(known, TIME)
    few = compare_histograms(recorded(1000, 1), Histogram(*np.full((3, 1), 3)), one_run)
    assert "no interval: 3 recordings per side" in sentence_of(few, TIME)


def test_one_pair_is_a_ratio_and_no_more() -> None:
    text = sentence_of(compare_pairs([1.0], [1.5]), TIME)
    assert text == "inconclusive: 50.0\u202f% slower, no interval: 1 pair does not show scatter"


def test_exact_metrics() -> None:
    count = Quantity("instructions", "1")
    assert sentence_of(compare_exact(1e6, 1_000_070.0), count) == "0.007\u202f% higher, exact"
    assert sentence_of(compare_exact(4.0, 4.0), count) == "the same, exact"
    assert (
        sentence_of(compare_exact(0.0, 4096.0), Quantity("rss", "B")) == "0 to 4.00\u202fKiB, exact"
    )
    same_binary = compare_exact(1.0, 1.1, Question(same_binary=True))
    assert sentence_of(same_binary, count).endswith("; same binary on both sides: not the code")


def test_results_below_zero_are_said_in_their_unit() -> None:
    g = np.random.default_rng(2)
    baseline = g.normal(0.0, 1e-4, 12)
    text = sentence_of(compare_pairs(baseline, baseline + 2e-3 + g.normal(0, 1e-5, 12)), TIME)
    assert text.startswith("2.0")
    assert "\u202fms higher [" in text
    assert text.endswith("], 12 pairs")


def test_numbers_beyond_numbers_are_not_written_out() -> None:
    found = compare_pairs([1e-300] * 3, [1e300] * 3)
    assert sentence_of(found, TIME).startswith("a difference beyond what numbers hold")


def test_a_suite_is_counted_and_nothing_is_dropped() -> None:
    g = np.random.default_rng(3)

    def pair(key: str, ratio: float, cv: float = 0.005) -> SuiteEntry:
        sides = np.exp(cv * g.standard_normal((2, 20)))
        return SuiteEntry(
            key, EntrySide((sides[0],)), EntrySide((sides[1] * ratio,)), is_interleaved=True
        )

    entries = [pair("a", 1.2), pair("b", 1.0), pair("c", 1.3), pair("d", 0.7), pair("e", 1, 0.3)]
    assert suite_sentence(compare_suite(entries)) == (
        "2 regressions, 1 improvement, 1 unchanged, 1 inconclusive."
    )
    more = [
        *entries[1:2],
        SuiteEntry("f", None, entries[0].contender),
        SuiteEntry("g", EntrySide(), EntrySide()),
    ]
    assert suite_sentence(compare_suite(more)) == (
        "No regression found: 1 unchanged. Not compared: 1 only in the contender, 1 failed."
    )


def test_a_suite_of_which_nothing_is_known_is_not_called_unchanged() -> None:
    g = np.random.default_rng(6)
    sides = np.exp(0.3 * g.standard_normal((2, 20)))
    noisy = [
        SuiteEntry(key, EntrySide((sides[0],)), EntrySide((sides[1],)), is_interleaved=True)
        for key in ("a", "b")
    ]
    assert suite_sentence(compare_suite(noisy)) == "Cannot be judged yet: 2 inconclusive."
    steady = np.exp(0.001 * g.standard_normal((2, 20)))
    same = [
        SuiteEntry(key, EntrySide((steady[0],)), EntrySide((steady[1],)), is_interleaved=True)
        for key in ("c", "d")
    ]
    assert suite_sentence(compare_suite([*noisy, *same])) == (
        "No regression found: 2 unchanged, 2 inconclusive."
    )
    assert suite_sentence(compare_suite([])) == "Nothing to compare."
    lone = [SuiteEntry("f", None, EntrySide((sides[0],)))]
    assert suite_sentence(compare_suite(lone)) == (
        "Nothing to compare. Not compared: 1 only in the contender."
    )


def test_what_differs_with_the_same_binary_is_counted_apart() -> None:
    g = np.random.default_rng(7)

    def pair(key: str, ratio: float, *, same_binary: bool) -> SuiteEntry:
        sides = np.exp(0.005 * g.standard_normal((2, 20)))
        question = Question(same_binary=same_binary)
        sides[1] *= ratio
        return SuiteEntry(
            key, EntrySide((sides[0],)), EntrySide((sides[1],)), question, is_interleaved=True
        )

    same = [pair("a", 1.2, same_binary=True), pair("b", 0.8, same_binary=True)]
    assert suite_sentence(compare_suite(same)) == (
        "No regression found: 2 differ with the same binary."
    )
    mixed = [same[0], pair("c", 1.2, same_binary=False), pair("d", 1.0, same_binary=True)]
    assert suite_sentence(compare_suite(mixed)) == (
        "1 regression, 1 differs with the same binary, 1 unchanged."
    )


def test_the_mean_of_a_suite() -> None:
    found = geometric_mean([1.1, 1.2, 1.3], [0.01, 0.01, 0.01])
    assert mean_sentence(found, TIME) == "19.7\u202f% slower [18.4, 21.1] on average of these 3"
    assert mean_sentence(geometric_mean([1.1, 1.1]), TIME) == (
        "10.0\u202f% slower on average of these 2, no interval"
    )
    alone = geometric_mean([1.1], [0.01])
    assert mean_sentence(alone, TIME).startswith("10.0\u202f% slower [")
    assert mean_sentence(alone, TIME).endswith("], one ratio")
    assert "1 benchmark says little about others like it." in alone.warnings
    assert mean_sentence(geometric_mean([]), TIME) == "No ratios to average."


def test_the_shape_behind_an_equal_centre() -> None:
    g = np.random.default_rng(4)
    calm = 1e-3 * np.exp(0.01 * g.standard_normal(200))
    spiky = 1e-3 * np.exp(
        0.01 * g.standard_normal(200) + 0.3 * g.random(200) * (g.random(200) < 0.2)
    )
    found = compare_samples(calm, spiky, Question(between=0.0))
    text = shape_sentence(found, compare_tails(calm, spiky), (modes_of(calm), modes_of(spiky)), "s")
    assert text.startswith("the centre does not differ significantly, but the tail does: heavier, ")
    assert text.endswith("\u202f% in the baseline")
    quiet = shape_sentence(found, compare_tails(calm, calm), (modes_of(calm), modes_of(calm)), "s")
    assert quiet == ""


def test_modes_that_appear_are_named() -> None:
    g = np.random.default_rng(5)
    one = 1.2e-3 * np.exp(0.001 * g.standard_normal(100))
    two = np.sort(one) * np.where(np.arange(100) % 10 < 7, 1.0, 1.5)
    found = compare_samples(one, two, Question(between=0.0))
    text = shape_sentence(found, compare_tails(one, one), (modes_of(one), modes_of(two)), "s")
    assert (
        text
        == "2 modes at 1.20 (70.0\u202f%) and 1.80 (30.0\u202f%)\u202fms; the baseline has one mode"
    )


def test_an_inconclusive_suite_says_its_width_and_how_many_pairs_it_needs() -> None:
    turns = np.random.default_rng(5).normal(1.0, 0.05, (2, 8))
    pairs = SuiteEntry(1, EntrySide((turns[0],)), EntrySide((turns[1],)), is_interleaved=True)
    said = precision_sentence(compare_suite([pairs])).replace("\u202f", " ")
    width, needed = (
        r"Median 99 % CI: \u00b1[\d.]+ %\.",
        r"about [\d ]+ more pairs or runs \(median\)",
    )
    assert re.fullmatch(rf"{width} 1 inconclusive: {needed}\.", said), said
    assert precision_sentence(compare_suite([])) == ""
