"""The pages of suites and benchmarks."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_report, a_result, dated
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import a_series_of_runs

Headers = dict[str, str]
BASE = "/api/v1/projects/main"
A_YEAR = timedelta(days=365)


def a_run(number: int, version: str = "v1", **changes: Any) -> Document:
    results = [
        a_result(parameters={"engine": engine}, metric=metric, samples=[1.0, 1.1, 1.2])
        for engine in ("smol", "tokio")
        for metric in ("cpu_time", "search_time")
    ]
    return (
        a_report(
            commit={"id": f"c{number}", "time": f"2026-01-01T{number:02d}:00:00Z"},
            suite={"name": "runtime", "summary": "Searching", "version": f"rustc {number}"},
            run={"started_at": f"2026-01-01T{number:02d}:00:00Z"},
            metrics={
                "cpu_time": {"unit": "s", "direction": "lower"},
                "search_time": {"unit": "s", "direction": "lower", "summary": "the search alone"},
            },
            benchmarks={
                "search": {"summary": "Search a tree", "sweep": [], "version_hash": version}
            },
            results=results,
        )
        | changes
    )


def ask(api: TestClient, reporter: Headers, path: str) -> dict[str, Any]:
    answer = api.get(f"{BASE}{path}", headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def label(api: TestClient, reporter: Headers) -> dict[str, Any]:
    return dict(ask(api, reporter, "/series")["rows"][0]["series"])


def test_a_suite_says_what_it_measures_and_what_came_of_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    goal = {
        "goal": "smol wins", "metric": "search_time", "verdict": "met",
        "contender": {"benchmark": "search"}, "baseline": {"benchmark": "search"},
    }  # fmt: skip
    last = a_run(2, run={"started_at": "2026-01-01T02:00:00Z", "conditions": {"goals": [goal]}})
    last["results"].append(
        a_result(parameters={"engine": "none"}, samples=None, metric=None)
        | {"failure": {"kind": "crash", "message": "core dumped"}}
    )
    last["results"][-1].pop("samples")
    fill(engine, project, a_run(1), last)
    found = ask(api, reporter, f"/suites/{label(api, reporter)['suite_id']}")
    assert (found["name"], found["runs"], found["version"]) == ("runtime", 2, "rustc 2")
    assert [one["name"] for one in found["metrics"]] == ["cpu_time", "search_time"]
    (benchmark,) = found["benchmarks"]
    assert (benchmark["variants"], benchmark["series"]) == (2, 4)
    assert benchmark["parameters"] == ["engine"]
    assert benchmark["shown"]["metric"] == "search_time"
    assert benchmark["values"] == pytest.approx([1.1, 1.1])
    assert [one["message"] for one in found["failed"]] == ["core dumped"]
    assert [one["goal"] for one in found["goals"]] == ["smol wins"]
    assert len(found["recent_runs"]) == 2


@pytest.mark.parametrize(("age", "is_open"), [(timedelta(days=29), True), (A_YEAR, False)])
def test_a_suite_and_its_series_call_nothing_open_that_was_old_when_it_was_imported(
    api: TestClient,
    engine: Engine,
    project: Project,
    reporter: Headers,
    age: timedelta,
    *,
    is_open: bool,
) -> None:
    reports = dated(a_series_of_runs([1.0] * 15 + [1.3] * 15), datetime.now(UTC) - age)
    fill(engine, project, *reports)
    shown = ask(api, reporter, "/series")["rows"][0]
    suite = ask(api, reporter, f"/suites/{shown['series']['suite_id']}")
    assert (suite["regressions"], suite["history"]) == (int(is_open), int(not is_open))
    (line,) = ask(api, reporter, f"/benchmarks/{shown['series']['benchmark_id']}")["series"]
    assert [one["open_changes"] for one in (shown, line)] == [int(is_open)] * 2
    (card,) = ask(api, reporter, "/overview")["suites"]
    assert (card["regressions"], card["history"]) == (int(is_open), int(not is_open))
    assert card["sparklines"][0]["change_at"] == [15], "history is marked, too"


def test_a_benchmark_says_when_its_definition_changed_and_what_failed(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    broken = a_run(3, version="v2")
    broken["results"].append(
        {"benchmark": "search", "parameters": {"engine": "none"},
         "failure": {"kind": "timeout", "message": "60 s"}}
    )  # fmt: skip
    fill(engine, project, a_run(1), a_run(2), broken)
    found = ask(api, reporter, f"/benchmarks/{label(api, reporter)['benchmark_id']}")
    assert (found["suite"], found["name"], found["variants"]) == ("runtime", "search", 3)
    assert found["metrics"] == ["search_time", "cpu_time"]
    told = [(one["hash"], one["points"], one["first"]["name"]) for one in found["definitions"]]
    assert told == [("v1", 2, "c1"), ("v2", 1, "c3")]
    assert found["series_total"] == 4
    assert [one["points"] for one in found["series"]] == [3] * 4
    assert found["series"][0]["smallest_change"] is None
    assert [(one["kind"], one["commit"]["name"]) for one in found["failures"]] == [
        ("timeout", "c3")
    ]
    assert found["failure_total"] == 1


def test_elapsed_time_comes_before_processor_time_whatever_the_manifest_names_first(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    facts = {"search": {"metrics": ["cpu_time", "search_time"]}}
    fill(engine, project, a_run(1, benchmarks=facts))
    found = ask(api, reporter, f"/benchmarks/{label(api, reporter)['benchmark_id']}")
    assert found["metrics"] == ["search_time", "cpu_time"]
    run = ask(api, reporter, "/runs")["rows"][0]["id"]
    order = ask(api, reporter, f"/runs/{run}")["metric_order"]
    assert order == {"search": ["search_time", "cpu_time"]}


@pytest.mark.parametrize("path", ["/suites/77", "/benchmarks/77"])
def test_what_another_project_has_is_not_found(
    api: TestClient, reporter: Headers, path: str
) -> None:
    assert api.get(f"{BASE}{path}", headers=reporter).status_code == 404
