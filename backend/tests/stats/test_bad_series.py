"""Whatever comes in: a result, or a ValueError that says where, why and what to do."""

import math
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from backend.stats.change_points import analyse, detect

REFUSED: dict[str, Any] = {
    "value 2 is nan": [1.0, 2.0, math.nan, 4.0],
    "value 1 is inf": [1.0, math.inf],
    "value 0 is -inf": [-math.inf, 1.0],
    "value 1 is None": [1.0, None],
    "value 0 is 'fast'": ["fast", "slow"],
    r"value 0 is \(1\+2j\)": [1 + 2j, 3.0],
    "value 0 is 1000": [10**400],
    r"shape \(2, 2\)": [[1.0, 2.0], [3.0, 4.0]],
    r"shape \(\)": 4.0,
    "differ in length": [[1.0, 2.0], [3.0]],
    "value 1 is nan": np.ma.masked_array([1.0, 2.0], mask=[False, True]),
}
STEPS: dict[str, ArrayLike] = {
    "to the largest float": [-1e308] * 20 + [1e308] * 20,
    "from zero to 1e300": [0.0] * 20 + [1e300] * 20,
    "from zero to the smallest float": [0.0] * 20 + [5e-324] * 20,
    "among tiny negatives": [-1e-300] * 20 + [-3e-300] * 20,
    "among subnormals": [5e-324] * 20 + [1e-320] * 20,
    "among the largest": [1.7e308] * 20 + [1e308] * 20,
    "of whole numbers": [3] * 20 + [4] * 20,
    "of truths": [False] * 20 + [True] * 20,
    "of objects": np.array([3] * 20 + [4] * 20, dtype=object),
}


@pytest.mark.parametrize("complaint", REFUSED)
def test_what_is_no_series_is_refused_with_place_and_remedy(complaint: str) -> None:
    with pytest.raises(ValueError, match=f"one row of finite numbers.*{complaint}.*: (give|leave)"):
        analyse(REFUSED[complaint])


@pytest.mark.parametrize("name", STEPS)
def test_steps_are_found_at_any_size(name: str) -> None:
    analysis = analyse(STEPS[name])
    assert [change.index for change in analysis.changes] == [20]
    assert math.isfinite(analysis.changes[0].after)
    assert 0.0 <= analysis.sigma <= sys.float_info.max


def test_a_million_runs_are_analysed() -> None:
    values = 100.0 * np.exp(np.random.default_rng(1).normal(0.0, 0.02, 1_000_000))
    values[400_000:] *= 1.05
    assert detect(values).tolist() == pytest.approx([400_000], abs=3)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=60))
def test_any_finite_numbers_are_analysed(values: list[float]) -> None:
    analysis = analyse(values)
    for change in analysis.changes:
        assert 0 < change.first <= change.index <= change.last < len(values)
        assert math.isfinite(change.before)
        assert math.isfinite(change.after)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from([0.0, 1.0, 2.0]), max_size=80))
def test_ties_are_analysed(values: list[float]) -> None:
    places = detect(values).tolist()
    assert places == sorted(set(places))
