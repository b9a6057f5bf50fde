"""Suites of equal programs claim nothing, whatever noise their histories have."""

import numpy as np
import pytest

from backend.domain.comparisons.run_histories import RunHistories
from backend.evaluate.compared.single_runs import FAMILIES, made_suite

SUITES = 25


@pytest.mark.parametrize("are_known", [False, True], ids=["pull request", "main branch"])
@pytest.mark.parametrize("kind", FAMILIES)
def test_hardly_any_suite_of_equal_programs_claims_a_difference(
    kind: str, *, are_known: bool
) -> None:
    """5 % of suites may; more than four of 25 are so in one case of a hundred."""
    generator = np.random.default_rng([13, FAMILIES.index(kind)])
    claims = [made_suite(generator, kind, are_known=are_known).claims() for _ in range(SUITES)]
    assert sum(one.any() for one in claims) <= 4


@pytest.mark.parametrize(
    ("kind", "runs", "step", "least"),
    [
        ("gauss", 1, 0.30, 0.9),
        ("gauss", 2, 0.15, 0.8),
        ("heavy", 2, 0.15, 0.8),
        ("lognormal", 2, 0.15, 0.75),
        ("heavy", 3, 0.15, 0.85),
        ("rare mode", 3, 0.15, 0.5),
        ("spikes", 3, 0.15, 0.35),
    ],
)
def test_steps_are_claimed_once_runs_enough_agree(
    kind: str, runs: int, step: float, least: float
) -> None:
    generator = np.random.default_rng([17, FAMILIES.index(kind), runs])
    found = [made_suite(generator, kind, runs, step).claims()[:8] for _ in range(10)]
    assert np.mean(found) >= least


def test_a_step_on_the_main_branch_is_no_history_against_itself() -> None:
    """The newest run is 10 sd slower in every series, and already remembered as their newest."""
    generator = np.random.default_rng(19)
    suites = [made_suite(generator, "gauss", 1, 0.35, slower=100, are_known=True) for _ in range(3)]
    assert np.mean([one.claims() for one in suites]) > 0.9


def test_runs_after_the_compared_ones_and_levels_of_few_runs_are_no_history() -> None:
    newest = np.full((2, 64), np.nan)
    newest[0, -40:] = np.arange(40.0)
    newest[1, -5:] = 1.0
    ones = np.ones(2)
    histories = RunHistories(newest, np.array([40, 5]), 0.0 * ones, 0.0 * ones)
    shares, _ = histories.far(
        ones, ones > 1.0, np.zeros(2, np.int64), (np.array([0]), np.array([30.0]))
    )
    assert shares[0].any()
    assert not shares[1].any()
    # of 0 to 29, the farthest lie 14.5 from the middle; of 0 to 39, 19.5
    assert shares[0][-14] < 0.05
