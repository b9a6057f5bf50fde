"""Rounds of commits in turns: when a job is decided, and when it goes on."""

import numpy as np
import pytest

from backend.domain.jobs.judged_pairs import judge_pairs
from backend.domain.jobs.verdicts import FIRST_PAIRS, Finding
from backend.stats.arrays import Floats


def rows(effect: float, pairs: int, noise: float = 0.01, itself: float = 1.0) -> Floats:
    """Return last good, first bad and last good once more."""
    drawn = np.exp(noise * np.random.default_rng(7).standard_normal((3, pairs)))
    drawn[1] *= effect
    drawn[2] *= itself
    return drawn


@pytest.mark.parametrize(
    ("suspected", "found", "pairs", "finding"),
    [
        (1.10, 1.10, 12, "confirmed"),
        (0.90, 0.90, 12, "confirmed"),
        (1.10, 1.00, 12, "refuted"),
        (1.20, 1.02, 12, "refuted"),
        (0.90, 1.10, 12, "refuted"),
        (1.01, 1.01, FIRST_PAIRS, "more pairs"),
        (1.10, 1.10, 2, "more pairs"),
    ],
)
def test_pairs_uphold_a_suspicion_refute_it_or_ask_for_more(
    suspected: float, found: float, pairs: int, finding: Finding
) -> None:
    told = judge_pairs(suspected, rows(found, pairs), 42, may_go_on=True)
    assert told.finding == finding
    assert (told.more > 0) is (finding == "more pairs")
    for look in told.looks:
        assert look.low <= look.ratio <= look.high


def test_a_spent_budget_ends_it_undecided() -> None:
    told = judge_pairs(1.01, rows(1.01, FIRST_PAIRS), 42, may_go_on=False)
    assert (told.finding, told.more) == ("unclear", 0)
    spent = judge_pairs(1.01, rows(1.01, 9, noise=0.05), 9, may_go_on=True)
    assert (spent.finding, spent.more) == ("unclear", 0)
    none = judge_pairs(1.10, rows(1.10, 2), 42, may_go_on=False)
    assert (none.finding, none.interval) == ("not measured", None)


def test_no_more_is_asked_for_than_the_plan_allows() -> None:
    told = judge_pairs(1.01, rows(1.01, 6, noise=0.05), 9, may_go_on=True)
    assert told.more == 3


def test_a_long_plan_is_judged_by_all_its_rounds() -> None:
    spent = judge_pairs(1.01, rows(1.01, 1000, noise=0.2), 1000, may_go_on=True)
    assert (spent.finding, spent.more) == ("unclear", 0)
    assert spent.interval
    assert spent.interval.pairs == 1000
    told = judge_pairs(1.01, rows(1.01, 400, noise=0.02), 1000, may_go_on=True)
    assert told.finding == "confirmed"
    asked = judge_pairs(1.01, rows(1.01, FIRST_PAIRS), 1000, may_go_on=True)
    assert asked.finding == "more pairs"


def test_a_long_plan_that_ends_before_its_first_look_is_judged_by_what_is_there() -> None:
    told = judge_pairs(1.02, rows(1.02, 9, noise=0.05), 1000, may_go_on=False)
    assert (told.finding, told.interval and told.interval.pairs) == ("unclear", 9)
    none = judge_pairs(1.02, rows(1.02, 2), 1000, may_go_on=False)
    assert (none.finding, none.interval) == ("not measured", None)
    asked = judge_pairs(1.02, rows(1.02, 9), 1000, may_go_on=True)
    assert (asked.finding, asked.more) == ("more pairs", 1)


def test_a_machine_that_differs_from_itself_tells_nothing() -> None:
    told = judge_pairs(1.10, rows(1.10, 12, itself=1.2), 42, may_go_on=True)
    assert (told.finding, told.more) == ("unsteady", 0)
    assert told.itself == pytest.approx(1.2, rel=0.02)
