"""Summaries compared: as their samples would be, or not at all."""

import math

import numpy as np
import pytest
from scipy import stats

from backend.stats.comparison.estimates import StudentEstimates
from backend.stats.comparison.from_summaries import Reported, ReportedMany, estimate_summaries


def estimated(baseline: Reported, contender: Reported) -> StudentEstimates:
    return estimate_summaries(ReportedMany.of([baseline]), ReportedMany.of([contender]))


def test_small_scatter_gives_welch_as_samples_would() -> None:
    found = estimated(Reported(100.0, sd=2.0, n=10), Reported(103.0, sd=3.0, n=15))
    expected = stats.ttest_ind_from_stats(100.0, 2.0, 10, 103.0, 3.0, 15, equal_var=False)
    assert found.p()[0] == pytest.approx(expected.pvalue, rel=0.2)
    assert math.exp(found.shift[0]) == pytest.approx(1.03)


def test_values_at_or_below_zero_are_compared_by_differences() -> None:
    found = estimated(Reported(-1.0, sd=2.0, n=10), Reported(3.0, sd=2.0, n=10))
    expected = stats.ttest_ind_from_stats(-1.0, 2.0, 10, 3.0, 2.0, 10, equal_var=False)
    assert found.p()[0] == pytest.approx(expected.pvalue)
    assert found.shift[0] == 4.0


def test_an_interval_stands_for_scatter() -> None:
    reach = stats.t.ppf(0.975, 9) * 2.0 / math.sqrt(10)
    by_interval = estimated(
        Reported(100.0, n=10, low=100.0 - reach, high=100.0 + reach), Reported(103.0, sd=2.0, n=10)
    )
    by_sd = estimated(Reported(100.0, sd=2.0, n=10), Reported(103.0, sd=2.0, n=10))
    assert by_interval.p()[0] == pytest.approx(by_sd.p()[0], rel=0.01)


@pytest.mark.parametrize(
    "value",
    [
        Reported(3.0),
        Reported(3.0, sd=1.0),
        Reported(3.0, sd=1.0, n=1),
        Reported(3.0, n=9),
        Reported(3.0, sd=0.0, n=9),
        Reported(3.0, n=9, low=3.0, high=3.0),
    ],
)
def test_a_value_without_scatter_makes_no_claim(value: Reported) -> None:
    found = estimated(value, Reported(4.0, sd=1.0, n=10))
    assert np.isnan(found.p()).all()
    assert np.isnan(found.interval(np.array([0.99]))).all()
    assert math.exp(found.shift[0]) == pytest.approx(4.0 / 3.0)


def test_the_level_holds() -> None:
    generator = np.random.default_rng(2)
    sides = []
    for n in (6, 12):
        samples = 1.0 + 0.03 * generator.standard_normal((4_000, n))
        nothing = np.full(4_000, np.nan)
        sides.append(
            ReportedMany(
                samples.mean(axis=1),
                samples.std(axis=1, ddof=1),
                np.full(4_000, n),
                nothing,
                nothing,
                np.full(4_000, 0.95),
            )
        )
    p = estimate_summaries(sides[0], sides[1]).p()
    assert np.mean(p <= 0.01) == pytest.approx(0.01, abs=0.005)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (Reported(math.nan), "value"),
        (Reported(1.0, sd=-1.0, n=3), "standard deviation"),
        (Reported(1.0, low=2.0, high=1.0), "interval"),
        (Reported(100.0, low=5.0, high=6.0), "interval"),
        (Reported(1.0, n=-5), "number of samples"),
        (Reported(1.0, low=0.5, high=1.5, coverage=95.0), "coverage"),
        (Reported(1.0, low=0.5, high=1.5, coverage=0.0), "coverage"),
    ],
)
def test_impossible_summaries_are_refused(wrong: Reported, reason: str) -> None:
    with pytest.raises(ValueError, match=f"contender: the {reason} of result 0"):
        estimated(Reported(1.0), wrong)


def test_an_interval_alone_is_enough() -> None:
    """The usual case of imported results: known to as many degrees as nobody says."""
    found = estimated(Reported(100, low=99, high=101), Reported(102, low=101, high=103))
    error = math.hypot(math.log(101 / 99), math.log(103 / 101)) / 2.0 / stats.norm.ppf(0.975)
    assert found.error[0] == pytest.approx(error)
    assert np.isinf(found.degrees).all()
    mixed = estimated(Reported(100, sd=1.0, n=3), Reported(102, low=101, high=103))
    assert 2.0 < mixed.degrees[0] < np.inf


def test_values_at_the_end_of_numbers_make_no_claim() -> None:
    assert np.isnan(estimated(Reported(-1.7e308), Reported(1.7e308)).p()).all()
