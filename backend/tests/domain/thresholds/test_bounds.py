"""Budgets in a file and against numbers: what is kept, broken, or too near to tell."""

from dataclasses import replace
from typing import Any, cast

import pytest

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.shown import ComparedRow
from backend.domain.errors import InvalidError
from backend.domain.thresholds.bounds import (
    Amount,
    BudgetState,
    HeldLevel,
    Reference,
    limit_against,
    limit_in,
    state_against,
    state_at,
)
from backend.domain.thresholds.files import rules_of
from backend.stats.comparison.far_runs import EDGES

FILE = """
[[thresholds.reference]]
name = "v1"
tag = "v1.*"

[[thresholds.budget]]
metric = "p99"
at_most = "5 ms"

[[thresholds.budget]]
name = "size of the binary"
metric = "binary"
at_most = "12 MB"
worse_by = "5 %"
against = "v1"
action = "inform"
"""


def test_a_file_holds_references_and_budgets_beside_rules() -> None:
    rules = rules_of(FILE)
    assert rules.references == (Reference("v1", tag="v1.*"),)
    tail, size = rules.budgets
    assert (tail.name, tail.at_most, tail.is_gate) == ("p99", Amount(0.005, "s"), True)
    assert (size.at_most, size.worse_by, size.against) == (Amount(12e6, "B"), 0.05, "v1")
    assert size.is_gate is False


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ('[[thresholds.budget]]\nmetric = "t"', "it bounds nothing"),
        ("[[thresholds.budget]]\nat_most = 5", "it matches every series"),
        ('[[thresholds.budget]]\nmetric = "t"\nat_most = "fast"', "“fast” is no amount"),
        ('[[thresholds.budget]]\nmetric = "t"\nworse_by = 0.1', "against a reference"),
        (
            '[[thresholds.budget]]\nmetric = "t"\nworse_by = 0.1\nagainst = "v2"',
            "no reference is called “v2”",
        ),
        ('[[thresholds.reference]]\nname = "v1"', "does not say which commit"),
        (
            '[[thresholds.reference]]\ncommit = "a"\n[[thresholds.reference]]\ncommit = "a"',
            "another one is called “a”",
        ),
    ],
)
def test_what_is_wrong_is_named_where_it_stands(told: str, reason: str) -> None:
    with pytest.raises(InvalidError) as refused:
        rules_of(told)
    (fault,) = refused.value.faults
    assert reason in fault.reason
    assert fault.line


def test_a_bound_is_read_in_the_unit_of_a_series_and_says_nothing_of_other_ones() -> None:
    assert limit_in(Amount(0.005, "s"), "s") == 0.005
    assert limit_in(Amount(0.005, "s"), "B") is None
    assert limit_in(Amount(0.005), "B") == 0.005


@pytest.mark.parametrize(
    ("values", "error", "state"),
    [
        ([6.0], 0.01, BudgetState.BROKEN),
        ([4.0], 0.01, BudgetState.KEPT),
        ([5.1], 0.05, BudgetState.UNSURE),
        ([5.1], 0.0, BudgetState.BROKEN),
        ([5.0], 0.0, BudgetState.KEPT),
        ([5.2, 5.3, 5.2, 5.25, 5.2], 0.03, BudgetState.BROKEN),
        ([5.02, 4.98, 5.01, 4.99, 5.0], 0.03, BudgetState.UNSURE),
    ],
)
def test_a_level_is_on_one_side_where_its_scatter_allows_to_say_so(
    values: list[float], error: float, state: BudgetState
) -> None:
    assert state_at(HeldLevel(values, error), 5.0, is_upper=True) is state
    mirrored = [25.0 / value for value in values]
    assert state_at(HeldLevel(mirrored, error), 5.0, is_upper=False) is state


def of_far_runs(share: float) -> tuple[float, ...]:
    """Return the shares of a history of which some runs lie twelve deviations out, none more."""
    return tuple(share if edge < 12.0 else 1e-6 for edge in EDGES.tolist())


@pytest.mark.parametrize(
    ("values", "state"),
    [
        ([5.4], BudgetState.UNSURE),
        ([5.4, 4.9], BudgetState.UNSURE),
        ([5.4, 4.4, 4.4], BudgetState.UNSURE),
        ([5.4, 5.4], BudgetState.BROKEN),
        ([12.0], BudgetState.BROKEN),
        ([4.4], BudgetState.UNSURE),
        ([4.4, 4.4], BudgetState.KEPT),
    ],
)
def test_one_run_as_far_out_as_those_of_its_history_decides_nothing(
    values: list[float], state: BudgetState
) -> None:
    level = HeldLevel(values, 0.02, far_shares=of_far_runs(0.05))
    assert state_at(level, 5.0, is_upper=True) is state
    mirrored = replace(level, values=[25.0 / value for value in values])
    assert state_at(mirrored, 5.0, is_upper=False) is state


LABEL = SeriesLabel(1, "runtime", "search", {}, "time", "s", "lower", "sampled", "box", "main")


def compared(**said: Any) -> ComparedRow:
    row = {"series": LABEL, "basis": "runs", "is_ratio": True, "baseline": {"value": 1.0}}
    return cast("ComparedRow", row | said)


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ({"ratio": 1.07, "low": 1.06, "high": 1.08}, BudgetState.BROKEN),
        ({"ratio": 1.07, "low": 1.04, "high": 1.10}, BudgetState.UNSURE),
        ({"ratio": 1.01, "low": 0.99, "high": 1.03}, BudgetState.KEPT),
        ({"ratio": 0.99, "low": 0.85, "high": 1.15}, BudgetState.KEPT),
        ({"ratio": 1.02, "low": float("nan"), "high": float("nan")}, BudgetState.UNSURE),
        ({"ratio": 1.06, "low": 0.0, "high": 9.0, "basis": "exact"}, BudgetState.BROKEN),
    ],
)
def test_a_result_is_worse_than_its_reference_where_the_whole_interval_is_beyond_the_bound(
    said: dict[str, Any], state: BudgetState
) -> None:
    row = compared(**said)
    assert state_against(row, 0.05) is state
    assert limit_against(row, 0.05) == pytest.approx(1.05)


@pytest.mark.parametrize(
    ("base", "difference", "state"),
    [
        (0.0, 0.0, BudgetState.KEPT),
        (0.0, 3.0, BudgetState.BROKEN),
        (0.0, -3.0, BudgetState.KEPT),
        (-100.0, 4.0, BudgetState.KEPT),
        (-100.0, 6.0, BudgetState.BROKEN),
    ],
)
def test_where_there_are_no_ratios_the_share_is_of_the_reference(
    base: float, difference: float, state: BudgetState
) -> None:
    row = compared(
        is_ratio=False, basis="exact", baseline={"value": base}, difference=difference,
        low=difference, high=difference, ratio=float("nan"),
    )  # fmt: skip
    assert state_against(row, 0.05) is state
    assert limit_against(row, 0.05) == pytest.approx(base + abs(base) * 0.05)
