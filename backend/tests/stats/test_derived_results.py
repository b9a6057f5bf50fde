"""Products and differences of results: their values, and that their intervals hold."""

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.derived_results import Operands, Outcomes, differences, products


def results(value: list[float], spread: float, run: list[int]) -> Operands:
    """Give one column of results whose intervals reach a factor up and down."""
    column = np.array(value)[:, None]
    return Operands(column, column / spread, column * spread, np.array(run)[:, None])


def weights(*given: float) -> Floats:
    return np.array(given)[:, None]


def test_a_ratio_of_two_runs_adds_errors_in_squares_and_of_one_run_in_full() -> None:
    apart = products(results([3.0, 2.0], 1.1, [1, 2]), weights(1.0, -1.0))
    together = products(results([3.0, 2.0], 1.1, [7, 7]), weights(1.0, -1.0))
    assert apart.value[0] == together.value[0] == pytest.approx(1.5)
    assert np.log(apart.high[0] / 1.5) == pytest.approx(np.log(1.1) * np.sqrt(2.0))
    assert np.log(together.high[0] / 1.5) == pytest.approx(np.log(1.1) * 2.0)
    assert apart.low[0] == pytest.approx(1.5**2 / apart.high[0])


def test_a_divisor_moves_the_other_end() -> None:
    lopsided = Operands(
        np.array([[2.0], [4.0]]),
        np.array([[2.0], [4.0]]),
        np.array([[2.0], [5.0]]),
        np.array([[1], [2]]),
    )
    ratio = products(lopsided, weights(1.0, -1.0))
    assert (ratio.low[0], ratio.high[0]) == (pytest.approx(0.4), pytest.approx(0.5))


def test_a_geometric_mean_over_runs_is_surer_than_each_of_them() -> None:
    mean = products(results([2.0, 8.0, 4.0, 4.0], 1.2, [1, 2, 3, 4]), weights(*[0.25] * 4))
    assert mean.value[0] == pytest.approx(4.0)
    assert np.log(mean.high[0] / 4.0) == pytest.approx(np.log(1.2) / 2.0)


def test_weights_of_nothing_leave_nothing() -> None:
    alone = products(results([3.0, 2.0], 1.1, [1, 1]), weights(0.0, 0.0))
    assert (alone.low[0], alone.value[0], alone.high[0]) == (1.0, 1.0, 1.0)


def test_what_has_no_logarithm_or_no_interval_gives_none() -> None:
    odd = Operands(
        np.array([[0.0, -1.0, 2.0, 2.0]]),
        np.array([[np.nan, -2.0, np.nan, 0.0]]),
        np.array([[np.nan, 1.0, np.nan, 3.0]]),
        np.array([[1, 1, 1, 1]]),
    )
    got = products(odd, np.ones((1, 4)))
    assert np.isnan(got.value).tolist() == [True, True, False, False]
    assert np.isnan(got.low).all()
    assert np.isnan(got.high).all()


def test_a_difference_may_be_negative_and_keeps_both_distances() -> None:
    one = Outcomes(np.array([3.0, 3.0]), np.array([2.6, 2.6]), np.array([3.3, 3.3]))
    two = Outcomes(np.array([5.0, 5.0]), np.array([4.6, 4.6]), np.array([5.3, 5.3]))
    got = differences(one, two, np.array([False, True]))
    assert got.value.tolist() == [-2.0, -2.0]
    assert got.low.tolist() == pytest.approx([-2.5, -2.7])
    assert got.high.tolist() == pytest.approx([-1.5, -1.3])


@pytest.mark.parametrize("share", [0.0, 0.9])
def test_intervals_hold_whatever_results_of_a_run_have_in_common(share: float) -> None:
    """Of 4,000 made commits at least 95 % hold the truth, in one run (correlated) and apart."""
    weather = np.random.default_rng(5)
    common = weather.normal(size=(1, 4_000)) * np.sqrt(share)
    noise = common + weather.normal(size=(4, 4_000)) * np.sqrt(1.0 - share)
    truth = np.array([[1.0], [2.0], [4.0], [8.0]])
    value = truth * np.exp(0.05 * noise)
    reach = np.exp(0.05 * 1.96)
    run = np.ones((4, 4_000), np.int64)
    if share == 0.0:
        run = run * np.arange(4)[:, None]
    for given in ((0.25, 0.25, 0.25, 0.25), (1.0, -1.0, 0.0, 0.0), (1.0, 1.0, -1.0, -1.0)):
        factor = np.repeat(np.array(given)[:, None], 4_000, axis=1)
        got = products(Operands(value, value / reach, value * reach, run), factor)
        true = np.exp((np.array(given)[:, None] * np.log(truth)).sum())
        assert np.mean((got.low <= true) & (true <= got.high)) > 0.94
