"""Student's t as tables and scipy have it, far into the tails."""

import math

import numpy as np
import pytest
from scipy import stats

from backend.stats.student import normal_deviate, t_quantile, two_sided_p

DEGREES = np.array([1.0, 2.0, 5.5, 30.0, 1e6, math.inf])


@pytest.mark.parametrize("t", [0.0, 0.1, 2.0, 8.0, 30.0])
def test_p_values_and_quantiles_are_those_of_scipy(t: float) -> None:
    expected = 2.0 * stats.t.sf(t, DEGREES)
    np.testing.assert_allclose(two_sided_p(np.full(6, -t), DEGREES), expected, rtol=1e-9)
    for coverage in (0.5, 0.95, 0.99, 0.999999):
        found = t_quantile(np.full(6, coverage), DEGREES)
        np.testing.assert_allclose(found, stats.t.ppf((1.0 + coverage) / 2.0, DEGREES), rtol=1e-7)


def test_deviates_have_the_sign_and_probability_of_t() -> None:
    t, degrees = np.array([-2.0, 0.0, 2.0, 5.0]), np.full(4, 7.0)
    z = normal_deviate(t, degrees)
    np.testing.assert_allclose(2.0 * stats.norm.sf(np.abs(z)), two_sided_p(t, degrees))
    assert np.sign(z).tolist() == [-1.0, 0.0, 1.0, 1.0]


def test_deviates_go_on_where_probabilities_end() -> None:
    z = normal_deviate(np.array([30.0, 40.0, 60.0, 1e6]), np.full(4, math.inf))
    np.testing.assert_allclose(z, [30.0, 40.0, 60.0, 1e6], rtol=0.01)
    ends = normal_deviate(np.array([math.inf, math.nan]), np.array([3.0, 3.0]))
    assert ends[0] > 8.0
    assert math.isnan(ends[1])
