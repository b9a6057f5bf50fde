"""The generator draws what its specification says, and the same as the shared reference tool."""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from backend.evaluate.generator.families import FAMILIES
from backend.evaluate.generator.series import Series, make, suite

REFERENCE = Path(__file__).parents[4] / "shared" / "evaluate" / "cpdeval" / "generate.py"

# Runs, first and last number, and the changes to be found: of seed (77, 1), as the reference
# tool draws them.
DRAWN = {
    "gauss": (129, 99.97371233693414, 104.97334437611323, [38, 56]),
    "lognormal": (356, 99.71003227873555, 104.05897060396495, [38, 55, 121, 191]),
    "heavy": (119, 99.08411936943833, 91.90087042569746, []),
    "bimodal": (378, 110.10732834834491, 70.76657666594188, [259]),
    "ar1": (186, 101.85356203212903, 95.54807272780464, [80]),
    "spikes": (958, 104.50937870637735, 116.50917232022316, [81, 168]),
    "hetero": (231, 98.91306483014638, 110.54137986066432, []),
    "drift": (176, 100.14509405140348, 113.82483403779011, [23]),
    "temp": (
        1821, 93.44084582186576, 46.88250567689594,
        [77, 91, 279, 293, 407, 708, 968, 982, 1026, 1615, 1699, 1752, 1761],
    ),
    "multi": (375, 101.12604658632213, 125.37673626928715, [65, 318]),
    "quant": (74, 182234.0, 184065.0, [66]),
    "mixed": (
        577, 100.06559915091987, 143.23302052425925,
        [66, 90, 105, 113, 129, 132, 159, 184, 338, 347, 357, 393, 469, 490, 515],
    ),
}  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
def test_the_same_seed_draws_the_same_series(family: str) -> None:
    series = make((77, 1), family)
    ends = (float(series.values[0]), float(series.values[-1]))
    runs, first, last, required = DRAWN[family]
    assert (series.values.size, series.required) == (runs, required)
    assert ends == pytest.approx((first, last), rel=1e-9)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_series_without_changes_has_none(family: str) -> None:
    quiet = make((5, 0), family, with_changes=False, n=300)
    assert (quiet.steps, quiet.values.size) == ((), 300)
    assert np.isfinite(quiet.values).all()
    assert quiet.values.min() > 0


def test_changes_keep_their_distance_and_the_plain_ones_are_required() -> None:
    for series in suite(8, 3):
        places = [step.index for step in series.steps]
        assert places == sorted(set(places))
        assert 8 <= places[0] <= places[-1] < series.values.size
        assert series.required == [step.index for step in series.steps if step.z >= 5]
        assert sorted(series.required + series.ignored) == places


def test_noise_has_the_scatter_that_was_asked_for() -> None:
    series = make((3, 3), "lognormal", with_changes=False, n=200_000, cv=0.05)
    assert float(np.std(series.values) / np.mean(series.values)) == pytest.approx(0.05, rel=0.03)


def reference_suite() -> Callable[..., Sequence[Any]]:
    spec = importlib.util.spec_from_file_location("reference_generator", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look their module up
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    suite: Callable[..., Sequence[Any]] = module.suite
    return suite


def told(series: Series) -> tuple[list[int], list[int], float]:
    return series.required, series.ignored, series.sigma


if REFERENCE.is_file():  # it lies beside the repository where the project is developed

    @pytest.mark.parametrize("with_changes", [True, False])
    def test_every_number_is_that_of_the_reference_tool(with_changes: bool) -> None:  # noqa: FBT001
        theirs = reference_suite()(4321, 4, with_changes)
        ours = suite(4321, 4, with_changes=with_changes)
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_array_equal(one.values, other.values)
            assert told(one) == (other.truth, other.ignored, other.sigma)
