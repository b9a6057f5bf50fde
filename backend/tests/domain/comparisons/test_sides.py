from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from backend.domain.comparisons.results import matches
from backend.domain.comparisons.sides import (
    SideDifference,
    SideRun,
    differing_attributes,
    measured,
    reported_kinds,
    surroundings_warnings,
)
from backend.domain.reports.run_pages import RunSurroundings

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
A = SideRun(1, 1, 1, 1, "s", "box", "c1", "m", 1, "agent", 7, NOON, NOON + HOUR)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, "in turns"),
        ({"started_at": NOON + HOUR / 2, "finished_at": NOON + 2 * HOUR}, "in turns"),
        ({"started_at": NOON + HOUR, "finished_at": NOON + 2 * HOUR}, "in runs apart"),
        ({"seed": 8}, "in runs apart"),
        ({"seed": None}, "in runs apart"),
        ({"agent": "other"}, "in runs apart"),
        ({"agent": None}, "in runs apart"),
        ({"machine_id": 2}, "in runs apart"),
        ({"machine_id": None}, "in runs apart"),
        ({"finished_at": None}, "in runs apart"),
    ],
)
def test_two_runs_are_of_one_session_if_one_agent_made_them_at_the_same_time(
    changes: dict[str, Any], found: str
) -> None:
    other = replace(A, id=2, commit_id=2, **changes)
    assert measured([A], [other]) == found
    assert measured([other], [A]) == found


def test_variants_of_one_run_are_in_turns_only_if_an_agent_made_it() -> None:
    assert measured([A], [A]) == "in turns"
    alone = replace(A, agent=None)
    assert measured([alone], [alone]) == "in one run"
    assert measured([A, replace(A, id=3)], [replace(A, id=2)]) == "in runs apart"


def test_machines_that_take_turns_on_both_sides_are_no_difference() -> None:
    one, two = (RunSurroundings({}, {"kernel": name, "cores": 2}) for name in ("6.1", "6.2"))
    assert differing_attributes([one, two], [two, one]) == []
    assert differing_attributes([one, two], [two]) == [
        SideDifference("machine", "kernel", "6.1, 6.2", "6.2")
    ]


def test_attributes_differ_as_json_does_and_may_be_absent() -> None:
    before = RunSurroundings({"lto": True, "flags": "-O2"}, {})
    after = RunSurroundings({"lto": 1, "jobs": 4}, {})
    assert differing_attributes([before], [after]) == [
        SideDifference("toolchain", "flags", "-O2", None),
        SideDifference("settings", "jobs", None, 4),
        SideDifference("toolchain", "lto", True, 1),
    ]
    assert (
        differing_attributes([RunSurroundings({"n": 4}, {})], [RunSurroundings({"n": 4.0}, {})])
        == []
    )


def test_what_one_run_does_not_report_cannot_be_called_the_same() -> None:
    whole, toolchain = (
        RunSurroundings({"cc": "14"}, {"cores": 2}),
        RunSurroundings({"cc": "14"}, {}),
    )
    assert reported_kinds([whole, whole]) == ["environment", "machine"]
    assert reported_kinds([whole, toolchain]) == ["environment"]
    assert reported_kinds([RunSurroundings({"rounds": 5}, {})]) == []


def test_many_differences_are_counted_instead_of_named() -> None:
    differences = [SideDifference("settings", f"a{number}", 0, 1) for number in range(11)]
    (said,) = surroundings_warnings([A], [A], differences)
    assert said == "Not only the code differs: a0, a1, a2, a3, a4, a5, a6, a7 and 3 more."


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"threads": ["4"]}, True),
        ({"threads": ["4.0"]}, True),
        ({"threads": ["1", "4"]}, True),
        ({"threads": ["true"]}, False),
        ({"lto": ["true"]}, True),
        ({"lto": ["1"]}, False),
        ({"engine": ["smol"], "threads": ["8"]}, False),
        ({"engine": ["Smol"]}, False),
        ({"absent": [""]}, False),
        ({}, True),
    ],
)
def test_parameters_match_as_they_are_typed(wanted: dict[str, list[str]], found: bool) -> None:  # noqa: FBT001
    assert matches({"threads": 4, "lto": True, "engine": "smol"}, wanted) is found
