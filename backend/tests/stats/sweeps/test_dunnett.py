"""The simultaneous quantile is Dunnett's, and the same everywhere."""

import numpy as np
import pytest
from scipy import stats

from backend.stats.sweeps.dunnett import critical_value


@pytest.mark.parametrize(
    ("groups", "degrees", "expected"),
    [(3, 20.0, 2.03), (4, 20.0, 2.19), (5, 10.0, 2.47), (9, 60.0, 2.44), (10, 5.0, 3.30)],
)
def test_quantiles_are_those_of_the_published_table(
    groups: int, degrees: float, expected: float
) -> None:
    assert critical_value(groups, degrees, 0.05) == pytest.approx(expected, abs=0.006)


@pytest.mark.parametrize("degrees", [1.0, 3.0, 12.0, 400.0])
@pytest.mark.parametrize("alpha", [0.05, 0.025])
def test_two_groups_are_student_s_t(degrees: float, alpha: float) -> None:
    expected = stats.t.ppf(1.0 - alpha, degrees)
    assert critical_value(2, degrees, alpha) == pytest.approx(expected, rel=1e-5)


def test_it_is_what_a_simulation_gives() -> None:
    generator = np.random.default_rng(1)
    normal = generator.standard_normal((200_000, 12))
    scale = np.sqrt(2.0 * generator.chisquare(33.0, 200_000) / 33.0)
    largest = (normal[:, 1:].max(axis=1) - normal[:, 0]) / scale
    assert critical_value(12, 33.0, 0.05) == pytest.approx(np.quantile(largest, 0.95), abs=0.015)


def test_more_rivals_and_fewer_degrees_ask_for_more() -> None:
    by_groups = [critical_value(groups, 20.0, 0.05) for groups in (2, 3, 10, 100, 1000)]
    by_degrees = [critical_value(5, degrees, 0.05) for degrees in (1.0, 2.5, 10.0, 1e3, 1e9)]
    assert by_groups == sorted(by_groups)
    assert by_degrees == sorted(by_degrees, reverse=True)


@pytest.mark.parametrize(
    ("groups", "degrees", "alpha"), [(1, 9.0, 0.05), (3, 0.5, 0.05), (3, 9, 0.7)]
)
def test_what_has_no_quantile_is_refused(groups: int, degrees: float, alpha: float) -> None:
    with pytest.raises(ValueError, match="groups"):
        critical_value(groups, degrees, alpha)
