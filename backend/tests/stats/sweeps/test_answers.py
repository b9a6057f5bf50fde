"""What is said of the form of a curve is true of it, or not said."""

import math
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.arrays import Floats
from backend.stats.sweeps.answers import SweepVerdict, judge_sweep
from backend.stats.sweeps.margins import rounds_until
from backend.stats.sweeps.response import (
    Direction,
    Response,
    response_from_rounds,
    response_from_samples,
    response_from_summaries,
)
from backend.testing.noisy_sweeps import noisy_rounds

XS = np.array([1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 32.0, 64.0, 128.0])
REPEATS = 40
NOISES = ("gauss", "spikes")
WITHOUT_FORM = {
    "flat": np.ones(10),
    "shared work": XS**-0.7,
    "gentle": XS**-0.1,
    "growing": XS**0.3,
    "a cost per element": 100.0 + XS,
    "a gain per element": 200.0 - XS,
    "exponential": np.exp(-XS / 60.0),
}


def verdicts(truth: Floats, kind: str, rounds: int = 10, xs: Floats = XS) -> Iterator[SweepVerdict]:
    generator = np.random.default_rng(5)
    for _ in range(REPEATS):
        table = noisy_rounds(truth, rounds, kind, generator)
        yield judge_sweep(response_from_rounds(table, "lower"), xs)


@pytest.mark.parametrize("kind", NOISES)
def test_straight_and_flat_curves_have_no_knee_and_no_cliff(kind: str) -> None:
    found = [one for truth in WITHOUT_FORM.values() for one in verdicts(truth, kind)]
    assert np.mean([one.knee is not None for one in found]) <= 0.05
    assert np.mean([len(one.cliffs) > 0 for one in found]) <= 0.05


@pytest.mark.parametrize("kind", NOISES)
def test_flat_curves_alone_have_few_false_knees(kind: str) -> None:
    found = [one for rounds in (5, 30) for one in verdicts(np.ones(10), kind, rounds)]
    assert np.mean([one.knee is not None for one in found]) <= 0.05


@pytest.mark.parametrize("kind", NOISES)
@pytest.mark.parametrize("knee", [4, 6])
def test_a_knee_is_found_within_one_step(kind: str, knee: int) -> None:
    truth = np.maximum(XS[knee] / XS, 1.0) ** 0.5
    found = [one.knee for one in verdicts(truth, kind)]
    near = [one for one in found if one is not None and abs(one.place - knee) <= 1]
    assert len(near) >= 0.9 * REPEATS
    assert np.mean([one.low <= knee <= one.high for one in near]) >= 0.95
    assert {one.pays for one in near} == {"more"}


@pytest.mark.parametrize("kind", NOISES)
def test_a_knee_may_lie_at_the_first_value_that_cannot_be_told_from_the_best(kind: str) -> None:
    truth = np.maximum(XS[6] / XS, 1.0) ** 0.1
    found = [one for one in verdicts(truth, kind) if one.knee is not None and one.knee.claimed]
    assert len(found) >= REPEATS / 4
    for one in found:
        assert one.knee is not None
        assert one.knee.low <= np.flatnonzero(one.best.members)[0]


def test_a_smooth_bend_has_a_knee_with_an_interval() -> None:
    found = [one.knee for one in verdicts(0.1 + 0.9 / XS, "gauss")]
    assert np.mean([one is not None for one in found]) >= 0.9
    assert np.mean([one.high > one.low for one in found if one is not None]) >= 0.5


def test_a_value_up_to_which_more_costs_nothing_is_a_knee_as_well() -> None:
    truth = np.maximum(XS / 32.0, 1.0) ** 0.5
    found = [one.knee for one in verdicts(truth, "gauss")]
    assert np.mean([one is not None and one.place == 7 for one in found]) >= 0.9
    assert {one.pays for one in found if one is not None} == {"less"}


@pytest.mark.parametrize("kind", NOISES)
@pytest.mark.parametrize("after", [4, 8])
def test_a_cliff_is_found_with_its_size(kind: str, after: int) -> None:
    truth = np.where(XS[after] < XS, 1.4, 1.0)
    found = [one.cliffs for one in verdicts(truth, kind, 15)]
    right = [cliffs[0] for cliffs in found if cliffs and cliffs[0].after == after]
    assert len(right) >= 0.9 * REPEATS
    assert np.mean([one.low <= 1.4 <= one.high for one in right]) >= 0.9
    assert np.mean([len(cliffs) > 1 for cliffs in found]) <= 0.05


def test_the_first_leg_of_a_valley_is_no_cliff() -> None:
    xs = np.array([1.0, 4.0, 8.0, 16.0, 32.0])
    valley = np.array([0.3, 0.2, 0.25, 0.28, 0.3])
    found = [one.cliffs for one in verdicts(valley, "gauss", 30, xs)]
    assert np.mean([len(cliffs) > 0 for cliffs in found]) <= 0.05


def test_the_edge_of_a_cliff_is_called_no_knee() -> None:
    truth = np.where(XS > 64.0, 1.5, 1.0)
    assert all(one.knee is None for one in verdicts(truth, "gauss") if one.cliffs)


def test_a_plateau_is_within_the_margin_of_the_best() -> None:
    truth = np.array([3.0, 2.0, 1.5, 1.0, 1.005, 1.0, 1.01, 1.2, 1.4, 1.6])
    found = [one.plateau for one in verdicts(truth, "gauss", 400)]
    assert np.mean([one is not None and (one.first, one.last) == (3, 6) for one in found]) >= 0.9
    assert all(one.behind <= 0.02 for one in found if one is not None)
    wrong = [
        one for one in found if one is not None and (truth[one.first : one.last + 1] > 1.02).any()
    ]
    assert len(wrong) <= 0.05 * REPEATS


def test_that_a_parameter_does_not_matter_is_claimed_of_equal_values_only() -> None:
    assert np.mean([one.is_flat for one in verdicts(np.ones(10), "gauss", 200)]) >= 0.9
    edge = np.ones(10)
    edge[3] = 1.0201
    assert np.mean([one.is_flat for one in verdicts(edge, "gauss", 200)]) <= 0.05
    assert not any(one.is_flat for one in verdicts(np.ones(10), "gauss", 5))


def test_the_common_trend_covers_the_truth() -> None:
    found = [one.trend for one in verdicts(XS**-0.3, "gauss")]
    assert np.mean([one.low <= -0.3 <= one.high for one in found]) >= 0.85
    assert np.mean([one.monotone for one in found]) >= 0.9
    flat = [one.trend.monotone for one in verdicts(np.ones(10), "gauss")]
    assert np.mean(flat) <= 0.1


def test_the_rounds_it_says_are_what_it_takes() -> None:
    truth = np.array([1.0, 1.03, 1.1])
    generator = np.random.default_rng(4)
    settled = []
    for _ in range(REPEATS):
        response = response_from_rounds(noisy_rounds(truth, 10, "gauss", generator), "lower")
        more = judge_sweep(response, XS[:3], margin=0.0).more_rounds
        if more is None or more == 0:
            continue
        longer = response_from_rounds(noisy_rounds(truth, 10 + more, "gauss", generator), "lower")
        settled.append(judge_sweep(longer, XS[:3], margin=0.0).best.members.sum() == 1)
    assert len(settled) >= 10
    assert np.mean(settled) >= 0.5


def test_ties_are_never_settled_but_may_be_equally_good() -> None:
    tied = np.repeat([[1.0, 1.01, 0.99, 1.005, 0.995, 1.02]], 3, axis=0) * np.ones((3, 1))
    tied[2] *= 1.5
    tied[2, 0] *= 1.01
    response = response_from_rounds(tied, "lower")
    verdict = judge_sweep(response, XS[:3])
    assert verdict.best.members.tolist() == [True, True, False]
    assert rounds_until(response, verdict.best, wished=1) is None
    assert rounds_until(response, verdict.best, wished=2) == 0
    assert verdict.more_rounds == 0


THREADS = {1: 1319, 4: 381.5, 8: 234.1, 10: 213.8, 12: 216.9, 16: 233.3, 20: 231.3, 500: 231.9}
"""Mean ms of a JSON search by BLOCKING_MAX_THREADS; published figures of the Smol runtime."""


def published() -> SweepVerdict:
    values = np.array(list(THREADS.values())) / 1e3
    counts = np.ones(values.size, np.int64)
    response = response_from_summaries(values, None, counts, "lower")
    return judge_sweep(response, np.array(list(THREADS), np.float64))


def test_published_means_are_described_and_nothing_is_claimed() -> None:
    verdict = published()
    assert not verdict.claimed
    assert verdict.best.best == 3
    assert verdict.equal.tolist() == [False] * 3 + [True, True] + [False] * 3
    assert verdict.behind[4] == pytest.approx(0.0145, abs=1e-4)
    assert verdict.behind[7] == pytest.approx(0.085, abs=1e-3)
    assert verdict.behind[[0, 1]] == pytest.approx([5.17, 0.784], abs=0.01)
    assert verdict.knee is not None
    assert not verdict.knee.claimed
    assert verdict.knee.place in (2, 3)
    assert math.isnan(verdict.trend.low)


def test_a_slope_may_be_worth_no_knee_without_scatter() -> None:
    values = np.array([1.0, 0.5, 0.25, 0.125, 0.0625])
    response = response_from_summaries(values, None, np.ones(5, np.int64), "lower")
    verdict = judge_sweep(response, np.array([1.0, 2.0, 4.0, 8.0, 16.0]))
    assert (verdict.knee, verdict.cliffs) == (None, ())
    assert verdict.trend.slope == pytest.approx(-1.0)
    assert verdict.trend.monotone


def test_higher_is_the_mirror_of_lower() -> None:
    truth = np.maximum(8.0 / XS, 1.0) ** 0.5
    rounds = noisy_rounds(truth, 12, "gauss", np.random.default_rng(1))
    both: list[tuple[Floats, Direction]] = [(rounds, "lower"), (1.0 / rounds, "higher")]
    time, rate = (
        judge_sweep(response_from_rounds(table, direction), XS) for table, direction in both
    )
    assert time.knee is not None
    assert rate.knee is not None
    assert (rate.knee.place, rate.knee.low) == (time.knee.place, time.knee.low)
    assert rate.trend.slope == pytest.approx(-time.trend.slope)
    np.testing.assert_allclose(rate.behind, time.behind)


def test_results_that_are_not_all_positive_have_no_shares() -> None:
    rounds = np.random.default_rng(1).normal([[0.0], [1.0], [2.0], [9.0]], 0.1, (4, 20))
    verdict = judge_sweep(response_from_rounds(rounds, "lower"), XS[:4])
    assert verdict.best.members.tolist() == [True, False, False, False]
    assert (verdict.knee, verdict.cliffs, verdict.plateau) == (None, (), None)
    assert not verdict.equal.any()
    assert verdict.trend.low > 0.0


def test_an_axis_may_begin_at_zero() -> None:
    rounds = noisy_rounds(
        np.maximum(4.0 - np.arange(8), 1.0), 10, "gauss", np.random.default_rng(1)
    )
    verdict = judge_sweep(response_from_rounds(rounds, "lower"), np.arange(8.0))
    assert verdict.knee is not None
    assert verdict.knee.place == 3


@pytest.mark.parametrize("xs", [[1.0, 1.0, 2.0], [2.0, 1.0, 3.0], [1.0, 2.0, np.inf], [1.0, 2.0]])
def test_axes_that_do_not_ascend_or_fit_are_refused(xs: list[float]) -> None:
    response = response_from_rounds(np.ones((3, 4)), "lower")
    with pytest.raises(ValueError, match=r"axis|sweep"):
        judge_sweep(response, np.array(xs))


ODD = st.sampled_from([0.0, 1.0, 1.0, 2.0, -3.0, 1e-300, 1e300, 5e-324, 1.7e308, 1.1])


@given(st.integers(2, 9), st.integers(1, 12), st.data())
@settings(max_examples=150, deadline=None)
def test_any_finite_results_have_an_answer(values: int, samples: int, data: st.DataObject) -> None:
    table = np.array(
        data.draw(st.lists(st.lists(ODD, min_size=samples, max_size=samples),
                           min_size=values, max_size=values))
    )  # fmt: skip
    responses: list[Response] = [
        response_from_rounds(table, "lower"),
        response_from_samples([row[: 1 + at % samples] for at, row in enumerate(table)], "higher"),
        response_from_summaries(table[:, 0], None, np.full(values, samples), "lower"),
    ]
    for response in responses:
        verdict = judge_sweep(response, np.arange(1.0, values + 1.0))
        assert verdict.best.members[verdict.best.best]
