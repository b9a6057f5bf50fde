"""Tails of one session: equal ones seldom differ significantly; a quick look misses no other."""

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.comparison.tail_tests import COMPARED, differing_tail, may_differ
from backend.tests.stats.benchmark_noise import noise

N = 200


def slowed(samples: Floats, share: float, factor: float) -> Floats:
    slow = samples.copy()
    slow[: round(share * samples.size)] *= factor
    return slow


def test_a_tenth_of_slow_samples_is_told_by_a_percentile() -> None:
    generator = np.random.default_rng(3)
    before, after = (noise("normal", generator, (60, N)) for _ in range(2))
    slow = [slowed(row, 0.12, 1.5) for row in after]
    told = [differing_tail(*sides) for sides in zip(before, slow, strict=True)]
    named = [COMPARED[one.aspect] for one in told if one and one.p <= 0.01]
    assert len(named) >= 50
    assert set(named) <= {"p90", "p95"}


@pytest.mark.parametrize("kind", ["normal", "spikes"])
def test_equal_tails_are_seldom_told_apart(kind: str) -> None:
    generator = np.random.default_rng(4)
    sides = [noise(kind, generator, (100, N)) for _ in range(2)]
    told = [differing_tail(*one) for one in zip(*sides, strict=True)]
    assert sum(one is not None and one.p <= 0.01 for one in told) <= 3


def test_the_quick_look_sees_what_the_full_one_tells() -> None:
    generator = np.random.default_rng(5)
    before, after = (noise("normal", generator, (80, N)) for _ in range(2))
    slow = np.array([slowed(row, 0.02 * (at % 6), 1.4) for at, row in enumerate(after)])
    shift = np.log(np.median(slow, axis=1) / np.median(before, axis=1))
    seen = may_differ(before, slow, shift)
    told = [
        one is not None and one.p <= 0.01
        for one in (differing_tail(*sides) for sides in zip(before, slow, strict=True))
    ]
    assert sum(told) >= 20
    assert seen[told].all()
    assert not seen.all()


def test_samples_that_are_not_positive_or_few_are_left_out() -> None:
    zeros = np.zeros((1, N))
    assert not may_differ(zeros, zeros, np.zeros(1)).any()
    assert differing_tail(np.ones(10), np.ones(10)) is None


def test_the_quick_look_sees_a_tail_that_is_one_reading_of_a_coarse_clock() -> None:
    """A quarter of 31 ticks beside 15, 16 and 17: the upper tenth is that one reading."""
    before = np.array([15.0] * 25 + [16.0] * 50 + [17.0] * 25)
    after = np.array([15.0] * 19 + [16.0] * 37 + [17.0] * 19 + [31.0] * 25)
    told = differing_tail(before, after)
    assert told is not None
    assert told.p <= 0.01
    assert may_differ(before[None], after[None], np.zeros(1)).all()
