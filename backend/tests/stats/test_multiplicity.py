"""Many p-values: adjusted as by hand, false discoveries held down, families judged as one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from backend.stats.multiplicity import adjust, simes

PROBABILITIES = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=30)


def test_adjusted_as_in_the_textbook() -> None:
    assert adjust([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.02, 0.04, 0.04, 0.02])


@given(PROBABILITIES)
def test_adjusted_as_scipy_does(p: list[float]) -> None:
    np.testing.assert_allclose(adjust(p), stats.false_discovery_control(p), atol=1e-15)


@given(PROBABILITIES)
def test_simes_is_never_larger_than_bonferroni_or_the_largest(p: list[float]) -> None:
    assert simes(p) <= min(1.0, min(p) * len(p)) + 1e-15
    assert min(p) <= simes(p) <= max(p) or simes(p) == pytest.approx(max(p))


def test_simes_by_hand() -> None:
    assert simes([0.03, 0.01, 0.9]) == pytest.approx(0.03)
    assert math.isnan(simes([]))
    assert math.isnan(simes([math.nan]))


def test_what_makes_no_claim_does_not_count() -> None:
    found = adjust([0.01, math.nan, 0.02])
    np.testing.assert_allclose(found[[0, 2]], [0.02, 0.02])
    assert math.isnan(found[1])
    assert simes([0.01, math.nan, 0.02]) == pytest.approx(0.02)


def test_false_discoveries_are_few_among_many_true_ones() -> None:
    generator = np.random.default_rng(3)
    shares, found = [], []
    for _ in range(400):
        z = generator.standard_normal(60)
        z[:10] += 3.5
        hits = adjust(2.0 * stats.norm.sf(np.abs(z))) <= 0.05
        shares.append(hits[10:].sum() / max(hits.sum(), 1))
        found.append(hits[:10].mean())
    assert np.mean(shares) <= 0.055
    assert np.mean(found) > 0.6


def test_simes_keeps_its_level() -> None:
    p = np.random.default_rng(4).random((4_000, 20))
    assert np.mean([simes(row) <= 0.05 for row in p]) == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize("wrong", [[0.1, 1.5], [-0.1], [math.inf]])
def test_what_is_no_probability_is_refused(wrong: list[float]) -> None:
    with pytest.raises(ValueError, match="probabilities lie between 0 and 1"):
        adjust(wrong)
