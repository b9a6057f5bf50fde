import numpy as np
import pytest

from backend.stats.change_points import analyse

DRAWS = 200
SIGMA = 0.02


@pytest.mark.parametrize("size", [2, 3, 5, 10])
def test_the_interval_of_a_step_holds_the_truth_as_often_as_it_says(size: int) -> None:
    """Draw steps between stretches of 10 to 60 runs; those found within 5 runs count."""
    generator = np.random.default_rng(5)
    found = held = 0
    for _ in range(DRAWS):
        before, after = (int(n) for n in generator.integers(10, 60, 2))
        logs = generator.normal(0, SIGMA, before + after)
        logs[before:] += size * SIGMA
        changes = analyse(np.exp(logs)).changes
        if len(changes) == 1 and abs(changes[0].index - before) <= 5:
            found += 1
            held += changes[0].low <= np.exp(size * SIGMA) <= changes[0].high
    assert found >= 0.8 * DRAWS
    assert held >= 0.95 * found
