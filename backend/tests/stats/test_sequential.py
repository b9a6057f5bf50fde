"""The sequential rule: its error rate, its intervals, its economy and its memory."""

import math

import numpy as np
import pytest

from backend.stats.sequential import Outcome, SequentialRule, decide, expect, level_per_look

PLAIN = SequentialRule()
MARGIN = SequentialRule(threshold=0.02)


def pairs(seed: int, effect: float, n: int, scatter: float = 0.03) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [
        np.exp(scatter * rng.standard_normal(n)),
        np.exp(scatter * rng.standard_normal(n)) * (1 + effect),
    ]


# Pocock's constants as tabled by Jennison and Turnbull (2000), table 2.1, as levels.
@pytest.mark.parametrize(
    ("alpha", "looks", "bar"),
    [(0.05, 1, 1.960), (0.05, 5, 2.413), (0.05, 10, 2.555), (0.01, 2, 2.772), (0.01, 8, 3.078)],
)
def test_the_level_per_look_is_the_published_one(alpha: float, looks: int, bar: float) -> None:
    level = level_per_look(alpha, tuple(range(7, 7 * looks + 1, 7)))
    assert level == pytest.approx(math.erfc(bar / math.sqrt(2)), rel=0.006)


@pytest.mark.parametrize(
    "rule",
    [
        PLAIN,
        SequentialRule(alpha=0.05),
        SequentialRule(pairs_per_round=3, most_pairs=18, alpha=0.05),
        SequentialRule(pairs_per_round=6, most_pairs=24, alpha=0.05),
        SequentialRule(pairs_per_round=10, most_pairs=45, alpha=0.05),
    ],
)
def test_false_alarms_stay_within_alpha(rule: SequentialRule) -> None:
    (nothing,) = expect(rule, [0.0], 0.03, repetitions=12_000)
    assert nothing.different <= rule.alpha + 2.5 * math.sqrt(rule.alpha / 12_000)
    assert nothing.different >= rule.alpha / 2


def test_every_look_holds_the_truth_together() -> None:
    missed, rule = 0, SequentialRule(alpha=0.05)
    for seed in range(300):
        baseline, contender = pairs(seed, 0.01, 40)
        decisions = [decide(rule, baseline[:n], contender[:n])
                     for n in rule.looks]  # fmt: skip
        missed += any(not one.low <= 1.01 <= one.high for one in decisions)
    assert missed <= 300 * 0.05 + 2.5 * math.sqrt(300 * 0.05)


def test_large_effects_take_few_pairs() -> None:
    small, middle, large = expect(PLAIN, [0.02, 0.03, 0.10], 0.03)
    assert small.different < middle.different < large.different
    assert middle.different == pytest.approx(0.83, abs=0.04)
    assert large.different > 0.999
    assert large.mean_pairs < 11
    assert 25 < middle.mean_pairs < small.mean_pairs <= 40


def test_sameness_stops_early_and_is_rarely_wrong() -> None:
    equal, at_margin = expect(MARGIN, [0.0, 0.02], 0.01)
    assert equal.same > 0.95
    assert equal.mean_pairs < 20
    assert at_margin.same <= 0.01
    assert expect(PLAIN, [0.0], 0.01)[0].same == 0.0


def test_the_rule_asks_for_whole_rounds() -> None:
    baseline, contender = pairs(3, 0.0, 40)
    assert decide(PLAIN, [], []).more == 5
    first = decide(PLAIN, baseline[:12], contender[:12])
    assert (first.outcome, first.pairs, first.more) == (Outcome.CONTINUE, 10, 3)
    assert math.isnan(decide(PLAIN, baseline[:4], contender[:4]).ratio)
    last = decide(PLAIN, baseline, contender)
    assert (last.outcome, last.pairs, last.more) == (Outcome.OUT_OF_BUDGET, 40, 0)
    assert SequentialRule(pairs_per_round=10, most_pairs=45).looks == (10, 20, 30, 40, 45)


def test_a_decision_is_never_taken_back() -> None:
    baseline, contender = pairs(5, 0.12, 40)
    decided = decide(PLAIN, baseline[:10], contender[:10])
    assert decided.outcome is Outcome.DIFFERENT
    assert 1.0 < decided.low < 1.12 < decided.high
    contender[10:] = baseline[10:]
    later = decide(PLAIN, baseline, contender)
    assert (later.pairs, later.ratio) == (decided.pairs, decided.ratio)
    assert later.warnings[0].startswith(f"{40 - decided.pairs} pairs came after")


def test_small_real_differences_within_the_threshold_are_the_same() -> None:
    baseline, contender = pairs(9, 0.005, 40, scatter=0.001)
    assert decide(PLAIN, baseline, contender).outcome is Outcome.DIFFERENT
    assert decide(MARGIN, baseline, contender).outcome is Outcome.SAME
    wide = decide(SequentialRule(threshold=0.5), *pairs(9, 0.3, 40))
    assert wide.outcome is Outcome.SAME


def test_identical_samples_decide_without_a_crash() -> None:
    ones = np.ones(40)
    assert decide(PLAIN, ones, ones).outcome is Outcome.OUT_OF_BUDGET
    assert decide(MARGIN, ones, ones).outcome is Outcome.SAME
    assert decide(PLAIN, ones, ones * 1e300).outcome is Outcome.DIFFERENT


@pytest.mark.parametrize(
    ("baseline", "contender", "reason"),
    [
        ([1.0], [1.0, 2.0], "as many"),
        ([1.0, 0.0], [1.0, 1.0], "baseline: sample 1 is 0.0"),
        ([1.0], [math.nan], "contender: sample 0 is nan"),
        ([[1.0]], [[1.0]], "as many"),
    ],
)
def test_unusable_pairs_are_refused(
    baseline: list[float], contender: list[float], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        decide(PLAIN, baseline, contender)


@pytest.mark.parametrize(
    "wrong",
    [
        {"pairs_per_round": 2},
        {"most_pairs": 4},
        {"most_pairs": 501},
        {"alpha": 0.0},
        {"threshold": -0.1},
        {"threshold": math.inf},
    ],
)
def test_rules_that_cannot_keep_their_promise_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"pairs|alpha"):
        SequentialRule(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("effect", "scatter"), [(-1.0, 0.1), (0.1, 0.0), (math.nan, 0.1)])
def test_impossible_expectations_are_refused(effect: float, scatter: float) -> None:
    with pytest.raises(ValueError, match="scatter"):
        expect(PLAIN, [effect], scatter)
