"""Of the aspects of a comparison the worst is told, whatever else differs more surely."""

import numpy as np
import pytest

from backend.stats.comparison.tail_tests import COMPARED, TailEstimates
from backend.stats.suites.aspects import MeasuredAspects, with_aspects
from backend.stats.suites.compare import compare_suite
from backend.stats.suites.entries import EntrySide, SuiteEntry
from backend.tests.stats.benchmark_noise import noise


@pytest.mark.parametrize("centre", [1.0, 1.5])
def test_a_surer_improvement_of_one_aspect_does_not_hide_that_another_regressed(
    centre: float,
) -> None:
    before, after = (noise("normal", np.random.default_rng(7), (2, 20)) for _ in range(2))
    sides = zip(before, after * centre, strict=True)
    suite = compare_suite(
        [
            SuiteEntry(at, EntrySide((one,)), EntrySide((other,)))
            for at, (one, other) in enumerate(sides)
        ]
    )
    shift = np.log([6.0, 1.0 / 3.0, 0.3])
    measured = MeasuredAspects(
        np.array([0, 0, 0]),
        np.array([COMPARED.index(name) for name in ("p99", "spread", "p90")]),
        np.ones(3),
        np.exp(shift),
        TailEstimates(shift, np.array([3e-5, 1e-7, 1e-6]), shift - 0.2, shift + 0.2),
    )
    found = with_aspects(suite, [measured], 40, np.ones(2, np.int64), 0.01).comparisons
    assert found.aspect.tolist() == ["p99", ""]
    assert found.verdict[0] == "regression"
