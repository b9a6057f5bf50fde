"""Interleaved pairs: few false claims for any noise, and power where a plain t test has none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from backend.stats.arrays import Floats
from backend.stats.comparison.paired import estimate_pairs, paired_p
from backend.tests.stats.benchmark_noise import KINDS, noise

COMPARISONS = 6_000
WORST = 0.015 + 2.5 * np.sqrt(0.015 / COMPARISONS)
"""The level that is promised, and what chance may add to it in so many comparisons."""


def pairs(kind: str, k: int, effect: float = 0.0) -> tuple[Floats, Floats]:
    generator = np.random.default_rng(1000 + k)
    turns = noise(kind, generator, (COMPARISONS, 2 * k))
    return turns[:, 0::2], turns[:, 1::2] * (1.0 + effect)


@pytest.mark.parametrize("kind", KINDS)
def test_one_in_a_hundred_is_the_worst_of_false_claims(kind: str) -> None:
    for k in (3, 4, 5, 6, 8, 10, 16, 20):
        assert np.mean(paired_p(*pairs(kind, k)) <= 0.01) <= WORST, k


@pytest.mark.parametrize("k", [6, 8, 10, 15, 16, 20])
def test_modes_far_apart_are_scatter_not_an_effect(k: int) -> None:
    """Placement or frequency: four processes in ten are 30 % slower, whatever the code."""
    generator = np.random.default_rng(2000 + k)
    slow = generator.random((COMPARISONS, 2 * k)) < 0.4
    turns = np.exp(0.002 * generator.standard_normal((COMPARISONS, 2 * k))) * (1.0 + 0.3 * slow)
    assert np.mean(paired_p(turns[:, 0::2], turns[:, 1::2]) <= 0.01) <= WORST


def test_four_of_six_pairs_in_another_mode_are_not_a_claim() -> None:
    baseline = np.array([[100.0, 100.1, 99.9, 100.2, 100.0, 99.8]])
    contender = np.array([[130.1, 100.0, 130.2, 129.9, 100.1, 130.0]])
    assert paired_p(baseline, contender)[0] > 0.01


@pytest.mark.parametrize("kind", ["normal", "lognormal", "bimodal", "spikes"])
def test_intervals_hold_the_truth(kind: str) -> None:
    for k in (5, 10, 20):
        found = estimate_pairs(*pairs(kind, k, effect=0.03))
        low, high = found.interval(np.full(COMPARISONS, 0.95))
        assert np.mean((low <= np.log(1.03)) & (np.log(1.03) <= high)) >= 0.935, k


def test_spikes_do_not_blind() -> None:
    baseline, contender = pairs("spikes", 20, effect=0.03)
    plain = stats.ttest_rel(np.log(baseline), np.log(contender), axis=1).pvalue
    assert np.mean(plain <= 0.01) < 0.2
    assert np.mean(paired_p(baseline, contender) <= 0.01) > 0.4


def test_few_pairs_are_a_t_test_on_logarithms() -> None:
    baseline, contender = pairs("lognormal", 5, effect=0.02)
    expected = stats.ttest_rel(np.log(baseline), np.log(contender), axis=1).pvalue
    np.testing.assert_allclose(paired_p(baseline, contender), expected, rtol=1e-9)


def huber_by_hand(differences: list[float]) -> tuple[float, float, int]:
    """One row at a time, by the words of the method."""
    k = len(differences)
    middle = sorted(differences)[k // 2]
    mad = sorted(abs(d - middle) for d in differences)[k // 2]
    edge = 2.5 * 1.4826 * mad
    clipped = [min(max(d, middle - edge), middle + edge) for d in differences]
    untouched = sum(c == d for c, d in zip(clipped, differences, strict=True))
    if k - untouched > k / 5:
        mean = sum(differences) / k
        return mean, (sum((d - mean) ** 2 for d in differences) / (k - 1) / k) ** 0.5, k - 1
    shift = middle + sum(c - middle for c in clipped) / untouched
    mean = sum(clipped) / k
    sd = (sum((c - mean) ** 2 for c in clipped) / (k - 1)) ** 0.5
    return shift, sd * (1 + 0.2 / k) * k / untouched / k**0.5, untouched - 1


def test_a_dozen_pairs_are_one_huber_step() -> None:
    baseline, contender = (side[:40] for side in pairs("spikes", 11, effect=0.02))
    found = estimate_pairs(baseline, contender)
    for row in range(40):
        shift, error, degrees = huber_by_hand(np.log(contender[row] / baseline[row]).tolist())
        assert found.shift[row] == pytest.approx(shift, rel=1e-9)
        assert found.error[row] == pytest.approx(error, rel=1e-9)
        assert found.degrees[row] == degrees


def test_many_pairs_are_nearly_a_mean_if_noise_is_normal_and_ignore_a_wild_one() -> None:
    baseline, contender = pairs("normal", 40, effect=0.02)
    found = estimate_pairs(baseline, contender)
    means = np.log(contender / baseline).mean(axis=1)
    assert np.std(found.shift - means) < 0.25 * np.std(means)
    assert found.degrees[0] == pytest.approx(0.7 * 39)
    wild = contender.copy()
    wild[:, 7] *= 1000.0
    again = estimate_pairs(baseline, wild)
    assert np.quantile(np.abs(again.shift - found.shift), 0.99) < 0.004
    assert np.median(again.error / found.error) < 1.1


@pytest.mark.parametrize("k", [3, 5, 6, 15, 16, 30])
def test_swapping_the_sides_turns_the_answer_round(k: int) -> None:
    baseline, contender = pairs("spikes", k, effect=0.05)
    there, back = estimate_pairs(baseline, contender), estimate_pairs(contender, baseline)
    np.testing.assert_allclose(there.shift, -back.shift, atol=1e-12)
    np.testing.assert_allclose(there.p(), back.p(), rtol=1e-6)


def test_a_unit_changes_nothing() -> None:
    baseline, contender = pairs("normal", 9, effect=0.02)
    np.testing.assert_allclose(
        paired_p(baseline * 1e-9, contender * 1e-9), paired_p(baseline, contender), rtol=1e-6
    )


def test_results_at_or_below_zero_are_compared_by_differences() -> None:
    baseline = np.array([[-3.0, 0.0, 2.0, 4.0], [1.0, 2.0, 3.0, 4.0]])
    contender = baseline + np.array([[10.0, 10.4, 9.8, 10.1]])
    found = estimate_pairs(baseline, contender)
    assert found.logarithmic.tolist() == [False, True]
    assert found.shift[0] == pytest.approx(10.075)


def test_a_clock_of_one_step_is_not_believed_after_three_pairs() -> None:
    """Three pairs of 10 and 11 are what one coin in 32 gives; twelve are a difference."""
    for k, sure in ((3, False), (12, True)):
        p = paired_p(np.full((1, k), 10.0), np.full((1, k), 11.0))
        assert (p[0] <= 0.01) == sure


def test_equal_results_are_no_difference() -> None:
    found = estimate_pairs(np.full((2, 7), 3.5), np.full((2, 7), 3.5))
    assert found.p().tolist() == [1.0, 1.0]
    assert found.z().tolist() == [0.0, 0.0]
    assert found.error.tolist() == [0.0, 0.0]


def test_one_pair_has_no_p() -> None:
    found = estimate_pairs(np.array([[1.0]]), np.array([[2.0]]))
    assert found.shift[0] == pytest.approx(np.log(2.0))
    assert np.isnan(found.p()).all()


@settings(deadline=None, max_examples=150)
@given(
    st.integers(1, 20).flatmap(
        lambda k: arrays(
            np.float64,
            (2, 3, k),
            elements=st.one_of(
                st.floats(-1e300, 1e300),
                st.sampled_from([0.0, 1.0, 1.0, 2.0, 1e-300, 1e300, 5e-324]),
            ),
        )
    )
)
def test_no_finite_numbers_break_it(sides: Floats) -> None:
    found = estimate_pairs(sides[0], sides[1])
    p = found.p()
    assert np.isnan(p).all() if sides.shape[2] == 1 else ((p >= 0.0) & (p <= 1.0)).all()
    low, high = found.interval(np.full(3, 0.99))
    assert not (low > high).any()


@pytest.mark.parametrize(
    ("baseline", "contender", "reason"),
    [
        (np.ones((2, 3)), np.ones((2, 4)), "drop the odd ones"),
        (np.ones((2, 0)), np.ones((2, 0)), "at least one"),
        (np.ones(3), np.ones(3), "table"),
        (np.array([[1.0, np.nan]]), np.ones((1, 2)), "baseline: sample 1 of comparison 0 is nan"),
        (np.ones((1, 2)), np.array([[np.inf, 1.0]]), "contender: sample 0 of comparison 0 is inf"),
    ],
)
def test_unusable_pairs_are_refused_by_name(
    baseline: Floats, contender: Floats, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        estimate_pairs(baseline, contender)
