"""False alarms of a testbed: intervals that hold, at one look and at all of them."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, kstest

from backend.stats.comparison.paired import paired_p
from backend.stats.noise.false_alarms import (
    calibration,
    clopper_pearson,
    comparisons_needed,
    false_alarms,
)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_for_one_look_is_exact(case: tuple[int, int]) -> None:
    hits, n = case
    if not n:
        assert clopper_pearson(0, 0) == (0.0, 1.0)
        return
    oracle = binomtest(hits, n).proportion_ci(0.95)
    assert clopper_pearson(hits, n) == pytest.approx((oracle.low, oracle.high), abs=1e-9)


@pytest.mark.parametrize("rate", [0.005, 0.01, 0.05, 0.3])
def test_the_interval_for_all_looks_holds_at_all_of_them(rate: float) -> None:
    rng = np.random.default_rng(77)
    looks = [*range(1, 40), *range(40, 1500, 20)]
    bounds = {}
    missed = 0
    for _ in range(400):
        alarms = np.cumsum(rng.random(1500) < rate)
        for n in looks:
            case = (int(alarms[n - 1]), n)
            if case not in bounds:
                found = false_alarms(*case)
                bounds[case] = found.always_low <= rate <= found.always_high
            if not bounds[case]:
                missed += 1
                break
    assert missed <= 400 * 0.05


def test_too_many_is_said_only_with_evidence() -> None:
    assert not false_alarms(3, 100).too_many
    assert false_alarms(3, 100).low < 0.01 < false_alarms(12, 300).low
    assert false_alarms(60, 1000).too_many
    lucky = false_alarms(0, 2000)
    assert lucky.low == lucky.always_low == 0.0
    assert lucky.high < lucky.always_high < 0.01


def test_few_comparisons_say_little_and_say_so() -> None:
    nothing = false_alarms(0, 0)
    assert math.isnan(nothing.rate)
    assert (nothing.low, nothing.high, nothing.always_low, nothing.always_high) == (0, 1, 0, 1)
    assert nothing.warnings[0].startswith("Fewer than 299 comparisons")
    assert not false_alarms(1, 299).warnings


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_hold_what_was_seen_and_rise_with_it(case: tuple[int, int]) -> None:
    alarms, n = case
    found = false_alarms(alarms, n)
    assert 0 <= found.always_low <= found.rate <= found.always_high <= 1
    if alarms < n:
        more = false_alarms(alarms + 1, n)
        assert (more.always_low, more.always_high) > (found.always_low, found.always_high)


def test_the_comparisons_needed_show_the_rate() -> None:
    needed = comparisons_needed(0.05)
    assert comparisons_needed(0.10) < needed < comparisons_needed(0.03)
    rng = np.random.default_rng(8)
    shown = 0
    for _ in range(300):
        alarms = np.cumsum(rng.random(int(needed)) < 0.05)
        jumps = np.flatnonzero(np.diff(alarms, prepend=0))
        shown += any(false_alarms(int(alarms[n]), int(n) + 1).too_many for n in jumps)
    assert shown / 300 == pytest.approx(0.8, abs=0.07)
    assert math.isinf(comparisons_needed(0.0101))


@pytest.mark.parametrize(
    ("rate", "claimed", "power"),
    [(0.01, 0.01, 0.8), (1.0, 0.01, 0.8), (0.1, 0.0, 0.8), (0.1, 0.01, 1.0)],
)
def test_impossible_questions_are_refused(rate: float, claimed: float, power: float) -> None:
    with pytest.raises(ValueError, match="claimed"):
        comparisons_needed(rate, claimed, power)


@pytest.mark.parametrize(("alarms", "comparisons"), [(-1, 3), (4, 3)])
def test_impossible_counts_are_refused(alarms: int, comparisons: int) -> None:
    with pytest.raises(ValueError, match="per comparison"):
        false_alarms(alarms, comparisons)


def test_uniform_p_values_are_right_at_every_look() -> None:
    rng = np.random.default_rng(12)
    raised = 0
    for _ in range(300):
        p = rng.random(300)
        raised += any(calibration(p[:n]).too_small for n in range(5, 301, 15))
    assert raised <= 300 * 0.05


def test_small_p_values_are_seen_and_large_ones_are_no_fault() -> None:
    rng = np.random.default_rng(13)
    small = calibration(rng.random(600) ** 1.5)
    assert small.too_small
    assert small.p < 0.001
    assert small.shares[0].low > 0.01
    cautious = calibration(np.sqrt(rng.random(600)))
    assert not cautious.too_small
    assert cautious.p > 0.3
    assert cautious.shares[1].share < 0.05


def test_the_surplus_is_kolmogorovs() -> None:
    p = np.random.default_rng(14).random(60) ** 1.2
    oracle = kstest(p, "uniform", alternative="greater")
    found = calibration(p)
    assert (found.excess, found.p) == pytest.approx((oracle.statistic, oracle.pvalue), rel=1e-6)


def test_interleaved_pairs_keep_their_claim_and_runs_in_blocks_do_not() -> None:
    rng = np.random.default_rng(15)
    noise = rng.standard_normal((1500, 40))
    for sample in range(1, 40):
        noise[:, sample] = 0.8 * noise[:, sample - 1] + 0.6 * noise[:, sample]
    times = np.exp(0.03 * noise)
    in_turns = paired_p(times[:, ::2], times[:, 1::2])
    in_blocks = paired_p(times[:, :20], times[:, 20:])
    assert not false_alarms(int((in_turns <= 0.01).sum()), 1500).too_many
    assert not calibration(in_turns).too_small
    assert false_alarms(int((in_blocks[:100] <= 0.01).sum()), 100).too_many
    assert calibration(in_blocks[:100]).too_small


@pytest.mark.parametrize("p", [[0.0], [1.0], [1.0] * 5000, [0.0] * 5000, [0.5], [1e-320, 1.0]])
def test_extreme_p_values_are_judged(p: list[float]) -> None:
    found = calibration(p)
    assert found.bet > 0.0
    assert found.too_small == (min(p) < 1e-9)
    assert 0.0 <= found.p <= 1.0


@pytest.mark.parametrize("p", [[], [math.nan], [-0.1], [1.1]])
def test_what_is_no_p_value_is_refused(p: list[float]) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        calibration(p)
