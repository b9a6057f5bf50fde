"""Constant offsets between machines that take turns are found and taken out."""

import numpy as np
import pytest

from backend.stats.arrays import Floats, Ints
from backend.stats.change_points import detect
from backend.stats.machine_offsets import remove_offsets

CV = 0.01
MARGIN = 5


def blocks_of(length: int, machines: int, n: int) -> Ints:
    return np.resize(np.repeat(np.arange(machines), length), n)


def a_history(generator: np.random.Generator, n: int, steps: list[int]) -> Floats:
    """Return logarithms of a history with steps of 3 to 10 %, up or down."""
    x = CV * generator.standard_normal(n)
    for step in steps:
        x[step:] += generator.choice([-1.0, 1.0]) * generator.uniform(0.03, 0.1)
    return x


def hits(truth: list[int], found: list[int]) -> int:
    """Return how many places of the truth have a found one near, each used once."""
    left = list(found)
    count = 0
    for place in truth:
        near = [one for one in left if abs(one - place) <= MARGIN]
        if near:
            left.remove(min(near, key=lambda one: abs(one - place)))
            count += 1
    return count


@pytest.mark.parametrize("turns", ["blocks of 20", "random"])
def test_changes_are_found_and_none_invented_while_machines_take_turns(turns: str) -> None:
    generator = np.random.default_rng(41)
    found_right = found_all = true_all = false_alarms = quiet_runs = 0
    for series in range(30):
        n, machines = 300, 2 + series % 3
        names = blocks_of(20, machines, n)
        if turns == "random":
            names = generator.integers(0, machines, n)
        offsets = generator.normal(0.0, 0.08, machines)
        # between two machines a step may fall onto a switch or beside it
        steps = sorted((generator.permutation(7)[:2] * 40 + generator.integers(25, 40)).tolist())
        x = a_history(generator, n, steps) + offsets[names]
        found = detect(np.exp(remove_offsets(x, names).values)).tolist()
        found_right += hits(steps, found)
        found_all += len(found)
        true_all += len(steps)
        quiet = a_history(generator, n, []) + offsets[names]
        false_alarms += detect(np.exp(remove_offsets(quiet, names).values)).size
        quiet_runs += n
    precision, recall = found_right / found_all, found_right / true_all
    assert 2.0 * precision * recall / (precision + recall) >= 0.96
    assert 1000.0 * false_alarms / quiet_runs <= 0.3


def test_offsets_are_told_relative_to_the_newest_machine_in_order_of_first_sight() -> None:
    names = np.array([7, 3] * 20 + [5, 7, 3] * 10)
    noise = 0.001 * np.random.default_rng(42).standard_normal(names.size)
    x = np.array([{7: 0.05, 3: 0.0, 5: -0.02}[name] for name in names.tolist()]) + noise
    found = remove_offsets(x, names)
    assert found.machines == (7, 3, 5)
    assert found.offsets == pytest.approx((0.05, 0.0, -0.02), abs=0.001)
    np.testing.assert_allclose(found.values, noise, atol=0.002)
    assert found.warnings == ()


def test_a_single_visit_is_taken_out() -> None:
    names = np.array([1] * 30 + [2] + [1] * 30)
    x = 0.001 * np.random.default_rng(43).standard_normal(61)
    x[30] += 0.2
    found = remove_offsets(x, names)
    assert found.offsets == pytest.approx((0.0, 0.2), abs=0.003)


def test_a_step_at_a_switch_is_not_taken_for_the_machine() -> None:
    names = blocks_of(10, 2, 120)
    x = 0.002 * np.random.default_rng(44).standard_normal(120) + 0.05 * names
    x[60:] += 0.1
    found = remove_offsets(x, names)
    assert abs(found.offsets[1] - found.offsets[0]) == pytest.approx(0.05, abs=0.003)
    assert detect(np.exp(found.values)).tolist() == [60]


def test_a_machine_that_was_met_once_only_is_named() -> None:
    found = remove_offsets(np.zeros(20), np.array([4] * 10 + [9] * 10))
    assert len(found.warnings) == 2
    assert "machine 4" in found.warnings[0]


def test_one_machine_or_no_runs_are_left_alone() -> None:
    x = np.array([1.0, 2.0, 4.0])
    assert remove_offsets(x, [6, 6, 6]).values.tolist() == [1.0, 2.0, 4.0]
    assert remove_offsets(x, [6, 6, 6]).offsets == (0.0,)
    assert remove_offsets([], []).machines == ()


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("scale", [0.0, 1.0, 1e-300, 1e300])
def test_short_and_extreme_series_give_finite_numbers(n: int, scale: float) -> None:
    x = scale * np.resize([1.0, -0.5, 0.25], n)
    found = remove_offsets(x, np.arange(n) % 2)
    assert np.isfinite(found.values).all()
    assert found.offsets[int((n - 1) % 2)] == 0.0


@pytest.mark.parametrize(
    ("x", "machines", "words"),
    [
        ([1.0, 2.0], [1], "every run"),
        ([1.0, np.nan], [1, 1], "finite"),
        ([[1.0]], [[1]], "every run"),
    ],
)
def test_bad_input_is_refused(x: list[float], machines: list[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        remove_offsets(x, machines)
