"""One comparison: the right verdict, only where there is evidence, and what is missing else."""

import math
from collections.abc import Callable
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.compare import (
    Question,
    compare_exact,
    compare_histograms,
    compare_pairs,
    compare_runs,
    compare_samples,
    compare_summaries,
)
from backend.stats.comparison.comparisons import (
    ALL_EQUAL,
    DIFFERENCES,
    NO_SCATTER,
    RUNS_UNKNOWN,
    SAME_BINARY,
    SUMMARY_ONLY,
    Comparison,
)
from backend.stats.comparison.from_summaries import Reported
from backend.stats.comparison.verdicts import Direction, VerdictRules
from backend.stats.histograms.recordings import Histogram

ONE_RUN = Question(between=0.0)


def samples(level: float, n: int = 20, cv: float = 0.01, seed: int = 0) -> np.ndarray:
    return level * np.exp(cv * np.random.default_rng([seed, n]).standard_normal(n))


def test_a_direction_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a direction is .* not 'up'"):
        Question("up")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ratio", "direction", "verdict"),
    [
        (1.05, "lower", "regression"),
        (0.95, "lower", "improvement"),
        (1.05, "higher", "improvement"),
        (0.95, "higher", "regression"),
        (1.05, "unknown", "change"),
        (1.0, "lower", "same"),
        (1.0, "unknown", "same"),
    ],
)
def test_a_verdict_follows_the_direction(ratio: float, direction: Direction, verdict: str) -> None:
    baseline, contender = samples(3.0, 30, 0.005), samples(3.0 * ratio, 30, 0.005, seed=1)
    for found in (
        compare_pairs(baseline, contender, Question(direction)),
        compare_samples(baseline, contender, Question(direction, between=0.0)),
    ):
        assert found.verdict == verdict
        assert found.low <= ratio <= found.high
        assert found.ratio == pytest.approx(ratio, abs=0.006)
        assert found.pairs_needed == 0.0
        assert found.warnings == ()


def test_a_small_difference_is_no_verdict_below_the_threshold() -> None:
    baseline, contender = samples(1.0, 40, 0.004), samples(1.008, 40, 0.004, seed=1)
    found = compare_pairs(baseline, contender)
    assert found.low > 1.0
    assert found.verdict == "unknown"
    assert (
        compare_pairs(baseline, contender, rules=VerdictRules(threshold=0.0)).verdict
        == "regression"
    )
    assert compare_pairs(baseline, contender, rules=VerdictRules(threshold=0.05)).verdict == "same"


def test_unknown_says_how_many_more_pairs_and_they_suffice() -> None:
    """Following the advice resolves most comparisons of a true 5 % at 3 % noise."""
    generator = np.random.default_rng(6)
    resolved, asked = [], []
    for _ in range(300):
        baseline = np.exp(0.03 * generator.standard_normal(60))
        contender = 1.05 * np.exp(0.03 * generator.standard_normal(60))
        first = compare_pairs(baseline[:6], contender[:6])
        if first.verdict == "unknown" and first.pairs_needed <= 54:
            more = 6 + int(first.pairs_needed)
            asked.append(first.pairs_needed)
            resolved.append(compare_pairs(baseline[:more], contender[:more]).verdict)
    assert 4 <= np.median(asked) <= 20
    assert np.mean([one == "regression" for one in resolved]) >= 0.6


def test_hopeless_noise_is_called_hopeless() -> None:
    found = compare_pairs(np.tile([1.0, 2.0], 10), np.tile([2.0, 1.0], 10))
    assert found.ratio == pytest.approx(1.0)
    assert found.verdict == "unknown"
    assert found.effect_to_see == pytest.approx(0.01)
    assert found.pairs_needed == math.inf


def test_two_runs_without_known_scatter_give_a_ratio_and_no_claim() -> None:
    found = compare_samples(samples(1.0), samples(1.2, seed=1))
    assert found.verdict == "unknown"
    assert not found.covers_runs
    assert math.isnan(found.p)
    assert found.low > 1.1
    assert math.isnan(found.pairs_needed)
    assert RUNS_UNKNOWN in found.warnings


def test_known_scatter_between_runs_widens_the_interval() -> None:
    baseline, contender = samples(1.0), samples(1.1, seed=1)
    one_run = compare_samples(baseline, contender, ONE_RUN)
    found = compare_samples(baseline, contender, Question(between=0.02))
    assert (found.basis, found.n, found.n_baseline) == ("runs", 1, 20)
    assert one_run.basis == "samples"
    assert math.log(found.high / found.low) > 3 * math.log(one_run.high / one_run.low)
    assert found.verdict == "regression"
    noisy = compare_samples(baseline, contender, Question(between=0.1))
    assert noisy.verdict == "unknown"
    assert noisy.pairs_needed > 3


def test_runs_are_the_units_not_their_samples() -> None:
    runs = [samples(level, 50, 0.001, seed) for seed, level in enumerate((1.0, 1.04, 1.02))]
    others = [samples(level, 50, 0.001, seed + 9) for seed, level in enumerate((1.03, 1.06, 1.01))]
    found = compare_runs(runs, others)
    assert (found.n, found.n_baseline, found.basis) == (3, 150, "runs")
    assert found.verdict == "unknown"
    assert compare_samples(np.ravel(runs), np.ravel(others), ONE_RUN).p < found.p


def test_one_run_a_side_needs_the_history() -> None:
    runs = [samples(1.0)], [samples(1.3, seed=2)]
    assert compare_runs(*runs).verdict == "unknown"
    assert RUNS_UNKNOWN in compare_runs(*runs).warnings
    assert compare_runs(*runs, Question(between=0.01)).verdict == "regression"


def test_summaries_alone_are_an_order_without_a_claim() -> None:
    found = compare_summaries(Reported(30.0), Reported(31.0))
    assert found.ratio == pytest.approx(31 / 30)
    assert math.isnan(found.low)
    assert found.verdict == "unknown"
    assert SUMMARY_ONLY in found.warnings
    with_history = compare_summaries(Reported(30.0), Reported(33.0), Question(between=0.005))
    assert with_history.verdict == "regression"
    assert with_history.basis == "summary only"


def test_exact_metrics_differ_by_any_difference() -> None:
    found = compare_exact(1_000_000.0, 1_000_001.0)
    assert found.verdict == "regression"
    assert math.isnan(found.low)
    assert math.isnan(found.p)
    assert compare_exact(5.0, 5.0).verdict == "same"
    assert compare_exact(0.0, 5.0, Question("higher")).verdict == "improvement"
    assert math.isnan(compare_exact(0.0, 5.0).ratio)
    assert compare_exact(0.0, -0.0).verdict == "same"
    assert compare_exact(-1e300, 1e300).difference == 2e300
    with pytest.raises(ValueError, match="finite"):
        compare_exact(math.nan, 1.0)


def test_the_same_binary_is_said_with_any_verdict() -> None:
    question = Question(same_binary=True)
    for found in (
        compare_pairs(samples(1.0), samples(1.2, seed=3), question),
        compare_exact(1.0, 2.0, question),
    ):
        assert found.verdict == "regression"
        assert found.same_binary
        assert SAME_BINARY in found.warnings


def test_warnings_say_what_numbers_cannot() -> None:
    assert NO_SCATTER in compare_pairs([1.0], [2.0]).warnings
    assert ALL_EQUAL in compare_pairs([2.0] * 4, [2.0] * 4).warnings
    assert DIFFERENCES in compare_pairs([-1.0, 0.0, 1.0], [2.0, 3.0, 4.5]).warnings
    assert compare_pairs([2.0] * 4, [2.0] * 4).verdict == "same"


EXTREMES = st.one_of(
    st.floats(-1e300, 1e300), st.sampled_from([0.0, -0.0, 1.0, 1.0, 1e-300, 1e300, 5e-324])
)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(EXTREMES, min_size=1, max_size=9),
    st.lists(EXTREMES, min_size=1, max_size=9),
    st.sampled_from([math.nan, 0.0, 0.01, 1e5]),
)
def test_any_finite_numbers_give_a_whole_comparison(
    baseline: list[float], contender: list[float], between: float
) -> None:
    question = Question(between=between)
    shorter = min(len(baseline), len(contender))
    for found in (
        compare_samples(baseline, contender, question),
        compare_pairs(baseline[:shorter], contender[:shorter], question),
        compare_runs([[one] for one in baseline], [[one] for one in contender], question),
        compare_summaries(Reported(baseline[0]), Reported(contender[0]), question),
        compare_exact(baseline[0], contender[0], question),
    ):
        check(found)


def check(found: Comparison) -> None:
    assert found.verdict in ("regression", "improvement", "same", "unknown")
    assert math.isnan(found.p) or 0.0 <= found.p <= 1.0
    assert not found.low > found.high
    claims = found.verdict != "unknown" and found.basis != "exact"
    assert not (claims and math.isnan(found.p))
    assert all(getattr(found, column.name) is not None for column in fields(found))
    if not math.isnan(found.p) and math.isfinite(found.low) and math.isfinite(found.high):
        nothing = 1.0 if found.is_ratio else 0.0
        told = found.low > nothing or found.high < nothing
        assert told == (found.p <= 0.01) or math.isclose(found.p, 0.01, rel_tol=1e-6)


@pytest.mark.parametrize("readings", [(10.0, 11.0), (10.0, 11.0, 12.0), (1.0, 2.0, 3.0, 7.0)])
@pytest.mark.parametrize("count", [3, 6, 12, 40])
def test_p_interval_and_verdict_agree_however_coarse_the_clock(
    readings: tuple[float, ...], count: int
) -> None:
    """What p told from chance was left unknown in 60 to 100 %, since an end sat on a tie."""
    generator, told = np.random.default_rng(count), 0
    shares = np.arange(1.0, len(readings) + 1.0)
    for _ in range(100):
        few, many = (
            generator.choice(readings, count, p=weights / weights.sum())
            for weights in (shares[::-1] ** 2, shares**2)
        )
        for found in (compare_pairs(few, many), compare_samples(few, many, ONE_RUN)):
            excluded = found.low > 1.0 or found.high < 1.0
            assert excluded == (found.p <= 0.01)
            assert excluded == (found.verdict == "regression")
            told += excluded
    assert told > 100 or count < 40


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: compare_pairs([1.0, 2.0], [1.0]), "drop the odd ones"),
        (lambda: compare_samples([], [1.0]), "baseline"),
        (lambda: compare_samples([1.0], [math.nan]), "contender: sample 0"),
        (lambda: compare_runs([], [[1.0]]), "at least one run"),
        (lambda: compare_runs([[1.0]], [[math.inf]]), "contender: sample 0"),
        (lambda: compare_summaries(Reported(math.inf), Reported(1.0)), "baseline: the value"),
        (lambda: Question(between=-0.1), "scatter between runs"),
        (lambda: VerdictRules(alpha=0.0), "alpha"),
        (lambda: VerdictRules(threshold=-1.0), "threshold"),
    ],
)
def test_unusable_input_is_refused_with_a_reason(call: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        call()


def histogram(factor: float, seed: int, count: int = 20_000) -> Histogram:
    """Return latencies of one run, about a thousand, in buckets of one."""
    drawn = np.random.default_rng(seed).lognormal(math.log(1000.0), 0.5, count) * factor
    values, counts = np.unique(drawn.astype(np.int64), return_counts=True)
    return Histogram(values, values, counts)


def test_histograms_are_compared_by_medians_and_percentiles() -> None:
    one_run = compare_histograms(histogram(1.0, 1), histogram(1.05, 2), ONE_RUN)
    assert one_run.verdict == "regression"
    assert one_run.low < 1.05 < one_run.high
    assert [one.percent for one in one_run.percentiles] == [50.0, 90.0, 99.0, 99.9]
    assert all(one.low < 1.05 < one.high for one in one_run.percentiles[:3])
    two_runs = compare_histograms(histogram(1.0, 1), histogram(1.05, 2))
    assert two_runs.verdict == "unknown"
    assert RUNS_UNKNOWN in two_runs.warnings
    known = compare_histograms(histogram(1.0, 1), histogram(1.05, 2), Question(between=0.03))
    assert known.verdict == "unknown"
    assert known.high - known.low > 2.0 * (one_run.high - one_run.low)


def test_several_histograms_a_side_are_several_runs() -> None:
    baseline = [histogram(factor, seed) for seed, factor in enumerate((1.0, 1.05, 1.02))]
    contender = [histogram(factor, seed + 9) for seed, factor in enumerate((1.03, 1.08, 0.99))]
    found = compare_histograms(baseline, contender)
    assert (found.basis, found.n, found.verdict) == ("histogram", 3, "unknown")
    with pytest.raises(ValueError, match="at least one run"):
        compare_histograms([], contender)


def test_histograms_keep_the_level() -> None:
    p = [
        compare_histograms(histogram(1.0, seed, 300), histogram(1.0, seed + 5000, 300), ONE_RUN).p
        for seed in range(500)
    ]
    assert np.mean(np.array(p) <= 0.01) <= 0.02


def test_what_drifts_under_both_sides_does_not_contradict_the_pairs() -> None:
    """The machine slows down by half meanwhile: each pair says +3 %, the medians anything."""
    generator = np.random.default_rng(71)
    drift = np.exp(0.4 * generator.standard_normal((60, 20)))
    own = np.exp(0.005 * generator.standard_normal((2, 60, 20)))
    turned = 0
    for baseline, contender in zip(drift * own[0], 1.03 * drift * own[1], strict=True):
        lagged = np.concatenate((contender[:1] * 0.5, contender[1:]))
        found = compare_pairs(baseline, lagged)
        turned += bool(np.median(lagged) < np.median(baseline))
        assert found.verdict == "regression"
    assert turned > 0
