"""Metrics and names that were wrong are corrected: numbers, verdicts and histories follow."""

from http import HTTPStatus
from typing import Any

import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_history, a_report, a_result
from backend.testing.filling import fill
from backend.tests.api.reports.test_corrections import (
    AFTER,
    BEFORE,
    Ask,
    a_step,
    ask,
    open_changes,
)

__all__ = ["ask"]


def the_metric(ask: Ask) -> dict[str, Any]:
    (metric,) = ask("GET", "/metrics")["rows"]
    found: dict[str, Any] = metric
    return found


def test_a_direction_is_corrected_verdicts_turn_and_later_reports_are_taken(
    engine: Engine, project: Project, ask: Ask
) -> None:
    fill(engine, project, *a_step())
    assert open_changes(ask) == [("regression", f"r{BEFORE}")]
    right = a_report(metrics={"time": {"unit": "s", "direction": "higher"}})
    ask("POST", "/reports", HTTPStatus.UNPROCESSABLE_ENTITY, **right)
    metric = the_metric(ask)
    changed = ask("PATCH", f"/metrics/{metric['id']}", direction="higher")
    assert changed["direction"] == "higher"
    assert open_changes(ask) == [("improvement", f"r{BEFORE}")]
    (group,) = ask("GET", "/alert-groups?state=open")["rows"]
    assert group["direction"] == "improvement"
    fill(engine, project, right)
    assert ask("GET", "/runs")["total"] == BEFORE + AFTER + 1
    told = ask("GET", "/audit")["rows"]
    (event,) = [one for one in told if one["noun"] == "metric"]
    assert (event["before"], event["after"]) == (
        {"direction": "lower"}, {"direction": "higher"},
    )  # fmt: skip


def test_a_unit_is_corrected_and_every_stored_number_with_it(
    engine: Engine, project: Project, ask: Ask
) -> None:
    course = {"benchmark": "search", "parameters": {"engine": "smol"}, "metric": "time",
              "seconds": [0.0, 1.0], "values": [100.0, 104.0]}  # fmt: skip
    results = [a_result(samples=[101.0, 103.0, 102.0, 104.0, 100.0])]
    fill(engine, project, a_report(results=results, courses=[course]))
    metric = the_metric(ask)
    ask("PATCH", f"/metrics/{metric['id']}", unit="ms", was="s")
    row = ask("GET", "/series")["rows"][0]
    assert row["latest"]["value"] == pytest.approx(0.102)
    assert row["series"]["unit"] == "s"
    run = ask("GET", "/runs")["rows"][0]["id"]
    samples = ask("GET", f"/runs/{run}/results/{row['series']['id']}")["samples"]
    assert sorted(samples) == pytest.approx([0.1, 0.101, 0.102, 0.103, 0.104])
    ask("PATCH", f"/metrics/{metric['id']}", unit="s", was="ms")
    assert ask("GET", "/series")["rows"][0]["latest"]["value"] == pytest.approx(102.0)
    wrong = HTTPStatus.UNPROCESSABLE_ENTITY
    ask("PATCH", f"/metrics/{metric['id']}", wrong, unit="B", was="MB")

    def values_of_course() -> list[float]:
        (listed,) = ask("GET", f"/runs/{run}")["courses"]
        rows = ask("GET", f"/runs/{run}/courses?course={listed['id']}")["rows"]
        values: list[float] = rows[0]["values"]
        return values

    assert values_of_course() == pytest.approx([100.0, 104.0])
    gone = ask("POST", "/deletions", runs=[run], reason="a trial")["deletion"]
    ask("PATCH", f"/metrics/{metric['id']}", unit="ms", was="s")
    ask("POST", f"/deletions/{gone}/restore")
    assert ask("GET", "/series")["rows"][0]["latest"]["value"] == pytest.approx(0.102)
    assert values_of_course() == pytest.approx([0.1, 0.104])
    result = ask("GET", f"/runs/{run}/results/{row['series']['id']}")
    assert sorted(result["samples"]) == pytest.approx([0.1, 0.101, 0.102, 0.103, 0.104])


def test_a_metric_is_renamed_and_reports_of_either_name_go_into_one_history(
    engine: Engine, project: Project, ask: Ask
) -> None:
    first, *later = a_history([1.0, 1.1, 1.2])
    fill(engine, project, first)
    metric = the_metric(ask)
    renamed = ask("PATCH", f"/metrics/{metric['id']}", name="wall_time")
    assert (renamed["name"], renamed["aliases"]) == ("wall_time", ["time"])
    fill(engine, project, later[0])
    under_new = later[1] | {"metrics": {"wall_time": {"unit": "s", "direction": "lower"}}}
    under_new["results"] = [one | {"metric": "wall_time"} for one in under_new["results"]]
    fill(engine, project, under_new)
    (row,) = ask("GET", "/series")["rows"]
    assert (row["points"], row["series"]["metric"]) == (3, "wall_time")


@pytest.mark.parametrize(
    ("kind", "field"),
    [("suite", "suite"), ("benchmark", "benchmark"), ("testbed", "testbed"), ("branch", "branch")],
)
def test_what_is_renamed_keeps_its_history_and_its_old_name_leads_to_it(
    engine: Engine, project: Project, ask: Ask, kind: str, field: str
) -> None:
    first, second = a_history([1.0, 1.1])
    fill(engine, project, first)
    (thing,) = ask("GET", f"/names/{kind}")["rows"]
    assert ask("GET", "/facets")["total"] == 1
    renamed = ask("PATCH", f"/names/{kind}/{thing['id']}", name="called otherwise")
    assert renamed["aliases"] == [thing["name"]]
    fill(engine, project, second)
    (row,) = ask("GET", "/series")["rows"]
    assert (row["points"], row["series"][field]) == (2, "called otherwise")
    facets = {one["name"]: one["choices"] for one in ask("GET", "/facets")["facets"]}
    assert [one["value"] for one in facets[field]] == ["called otherwise"]
    ask("PATCH", f"/names/{kind}/{thing['id']}", name=thing["name"])
    assert ask("GET", f"/names/{kind}")["rows"][0]["aliases"] == ["called otherwise"]


def test_a_renamed_machine_stays_one_whoever_says_its_old_name(
    engine: Engine, project: Project, ask: Ask
) -> None:
    first, second, third = (
        one | {"machine": {"name": "box-1", "fingerprint": {"cores": 2}}}
        for one in a_history([1.0, 1.1, 1.2])
    )
    fill(engine, project, first)
    (machine,) = ask("GET", "/names/machine")["rows"]
    assert (machine["name"], machine["series"]) == ("box-1", 1)
    renamed = ask("PATCH", f"/names/machine/{machine['id']}", name="The old box")
    assert (renamed["name"], renamed["aliases"]) == ("The old box", ["box-1"])
    (testbed,) = ask("GET", "/names/testbed")["rows"]
    ask("PATCH", f"/names/testbed/{testbed['id']}", name="attic")
    fill(engine, project, second)
    agent = {
        "name": "agent", "testbed": testbed["name"], "version": "1", "machine": second["machine"],
    }  # fmt: skip
    ask("POST", "/agents", **agent)
    (shown,) = ask("GET", "/machines")["rows"]
    assert (shown["id"], shown["name"], shown["testbed"]) == (
        machine["id"], "The old box", "attic",
    )  # fmt: skip
    assert ask("GET", "/runs?suite=runtime")["rows"][0]["machine"] == "The old box"
    place = f"/names/metric/{the_metric(ask)['id']}"
    ask("PATCH", place, HTTPStatus.UNPROCESSABLE_ENTITY, archived=True)
    other = third | {"machine": {"name": "box-2", "fingerprint": {"cores": 4}}}
    fill(engine, project, other)
    both = {one["name"]: one["id"] for one in ask("GET", "/names/machine")["rows"]}
    taken = HTTPStatus.CONFLICT
    ask("PATCH", f"/names/machine/{both['box-2']}", taken, name="box-1")


def test_a_name_that_something_else_has_or_had_is_refused(
    engine: Engine, project: Project, ask: Ask
) -> None:
    fill(engine, project, a_report(testbed="one"), a_report(testbed="two"))
    one, two = ask("GET", "/names/testbed")["rows"]
    ask("PATCH", f"/names/testbed/{one['id']}", HTTPStatus.CONFLICT, name="two")
    ask("PATCH", f"/names/testbed/{two['id']}", name="three")
    ask("PATCH", f"/names/testbed/{one['id']}", HTTPStatus.CONFLICT, name="two")
    ask("PATCH", f"/names/testbed/{10**6}", HTTPStatus.NOT_FOUND, name="four")


@pytest.mark.parametrize("kind", ["suite", "benchmark", "testbed", "branch"])
def test_what_is_archived_leaves_the_lists_and_comes_back(
    engine: Engine, project: Project, ask: Ask, kind: str
) -> None:
    fill(engine, project, *a_step())
    (thing,) = ask("GET", f"/names/{kind}")["rows"]
    ask("PATCH", f"/names/{kind}/{thing['id']}", archived=True)
    assert ask("GET", "/series")["total"] == 0
    assert ask("GET", "/facets")["total"] == 0
    fill(engine, project, a_report(commit={"id": "later", "time": "2026-03-01T00:00:00Z"}))
    assert ask("GET", "/series")["total"] == 0
    ask("PATCH", f"/names/{kind}/{thing['id']}", archived=False)
    assert ask("GET", "/series")["rows"][0]["points"] == BEFORE + AFTER + 1
