"""Machines that moved in for good split a history; machines that take turns are levelled."""

import numpy as np
import pytest

from backend.domain.machines.turns import environment_boundaries, known_machines, level_machines


@pytest.mark.parametrize(
    ("fingerprints", "boundaries"),
    [
        ([1, 1, 1, 2, 2, 2], [3]),
        ([1, 2, 1, 2, 1, 2], []),
        ([1, 2, 1, 3, 3], [3]),
        ([1, 1, 2, 1, 2, 3, 2, 3], []),
        ([0, 0, 1, 1], []),
        ([1, 0, 0, 2], []),
        ([], []),
    ],
)
def test_a_machine_changed_for_good_is_a_boundary_and_machines_in_turns_are_not(
    fingerprints: list[int], boundaries: list[int]
) -> None:
    assert environment_boundaries(fingerprints) == boundaries


@pytest.mark.parametrize(
    ("given", "known"),
    [([0, 0], [0, 0]), ([0, 7, 0, 8, 0], [7, 7, 7, 8, 8]), ([7, 8], [7, 8])],
)
def test_a_run_of_an_unknown_machine_counts_as_one_of_the_machine_before(
    given: list[int], known: list[int]
) -> None:
    assert known_machines(np.array(given)).tolist() == known


def test_a_history_of_one_machine_is_left_alone() -> None:
    values = np.array([1.0, 2.0, 3.0])
    levelled = level_machines(values, np.array([5, 5, 5]))
    assert levelled.values is values
    assert levelled.ratios_at(1) == ()


def test_machines_in_turns_are_told_relative_to_the_newest_one() -> None:
    machines = np.array([1, 2, 3] * 20 + [1])
    ratio = np.array([1.0, 1.05, 0.98])[machines - 1]
    noise = np.random.default_rng(3).normal(0.0, 0.002, machines.size)
    levelled = level_machines(2.0 * ratio * np.exp(noise), machines)
    assert levelled.ratios_at(60) == pytest.approx((1.05, 0.98), abs=0.002)
    np.testing.assert_allclose(levelled.values, 2.0, rtol=0.01)


def test_each_stretch_between_moves_for_good_is_levelled_by_itself() -> None:
    machines = np.array([1, 2] * 15 + [9] * 10)
    values = np.where(machines == 2, 1.2, 1.0) * np.where(machines == 9, 3.0, 1.0)
    levelled = level_machines(values, machines)
    assert levelled.boundaries == (30,)
    np.testing.assert_allclose(levelled.values[:30], 1.2)
    np.testing.assert_allclose(levelled.values[30:], 3.0)
    assert levelled.ratios_at(29) == pytest.approx((1 / 1.2,))
    assert levelled.ratios_at(30) == ()


def test_values_that_are_not_all_positive_differ_by_a_difference() -> None:
    machines = np.array([1, 2] * 10)
    values = np.where(machines == 2, 3.0, -1.0)
    levelled = level_machines(values, machines)
    np.testing.assert_allclose(levelled.values, 3.0)
