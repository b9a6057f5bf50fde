import base64
import struct
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_history, a_report, a_result
from backend.testing.filling import fill

Headers = dict[str, str]
RUNS = "/api/v1/projects/main/runs"


def ask(api: TestClient, reporter: Headers, path: str = "", **asked: Any) -> dict[str, Any]:
    answer = api.get(RUNS + path, params=asked, headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def newest(api: TestClient, reporter: Headers) -> dict[str, Any]:
    return ask(api, reporter, f"/{ask(api, reporter)['rows'][0]['id']}")


def test_runs_are_listed_newest_first_and_page_without_repeating(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = a_history([1.0] * 5)
    for hour, report in enumerate(reports):
        report["run"] = {"started_at": f"2026-02-01T0{hour}:00:00Z", "trigger": "push"}
    fill(engine, project, *reports[::-1])
    whole = ask(api, reporter)
    assert [row["commit"]["name"] for row in whole["rows"]] == ["r4", "r3", "r2", "r1", "r0"]
    first = ask(api, reporter, limit=3)
    second = ask(api, reporter, limit=3, cursor=first["next"])
    assert first["rows"] + second["rows"] == whole["rows"]
    assert (first["total"], second["next"]) == (5, None)


def test_runs_are_found_by_suite_testbed_branch_and_words(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(
        engine,
        project,
        a_report(commit={"id": "abc1", "subject": "Sort by merging"}, testbed="lab"),
        a_report(suite={"name": "memory"}, branch="next", tags={"nightly": "yes"}),
    )
    found = {
        word: [row["suite"] for row in ask(api, reporter, text=word)["rows"]]
        for word in ("merging", "ABC1", "memory", "nightly", "merging nightly")
    }
    assert found == {
        "merging": ["runtime"],
        "ABC1": ["runtime"],
        "memory": ["memory"],
        "nightly": ["memory"],
        "merging nightly": [],
    }
    assert ask(api, reporter, testbed="lab")["total"] == 1
    assert ask(api, reporter, branch="next", suite="memory")["total"] == 1
    assert ask(api, reporter, branch="next", suite="runtime")["total"] == 0


def test_a_run_shows_each_result_beside_its_past(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_history([5.0, 1.0, 3.0, 2.0]))
    (result,) = newest(api, reporter)["rows"]
    assert result["value"] == pytest.approx(2.0)
    assert result["previous"] == pytest.approx(3.0)
    assert result["median_of_history"] == pytest.approx(3.0)
    assert (result["basis"], result["n"]) == ("samples", 3)
    assert result["series"]["unit"] == "s"


def test_the_past_of_a_result_is_what_lies_before_its_commit_not_before_its_arrival(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = a_history([1.0, 2.0, 3.0])
    fill(engine, project, reports[0], reports[2])
    fill(engine, project, reports[1])
    runs = {row["commit"]["name"]: row["id"] for row in ask(api, reporter)["rows"]}
    (late,) = ask(api, reporter, f"/{runs['r1']}")["rows"]
    assert late["previous"] == pytest.approx(1.0)
    (first,) = ask(api, reporter, f"/{runs['r0']}")["rows"]
    assert first["previous"] is None
    assert first["median_of_history"] is None


def test_a_run_shows_what_changed_around_it_since_the_run_before_on_its_testbed(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    def report(hour: int, kernel: str, testbed: str = "box", **environment: Any) -> dict[str, Any]:
        return a_report(
            commit={"id": f"c{hour}", "time": f"2026-01-01T0{hour}:00:00Z"},
            testbed=testbed,
            machine={"name": testbed, "fingerprint": {"kernel": kernel, "cores": 2}},
            environment=environment,
            run={"started_at": f"2026-01-01T0{hour}:00:00Z"},
        )

    fill(engine, project, report(1, "6.1", rustc="1.94"), report(2, "9.9", testbed="lab"))
    fill(engine, project, report(3, "6.2", rustc="1.95", cc="14", rounds=15))
    run = newest(api, reporter)
    assert run["commit"]["name"] == "c3"
    before = ask(api, reporter, f"/{run['previous_run']}")
    assert (before["commit"]["name"], before["previous_run"]) == ("c1", None)
    assert run["fingerprint"] == {"kernel": "6.2", "cores": 2}
    assert run["environment"] == {"rustc": "1.95", "cc": "14"}, "rounds are how it was measured"
    assert run["changed_attributes"] == [
        {"name": "cc", "before": None, "after": "14"},
        {"name": "rustc", "before": "1.94", "after": "1.95"},
        {"name": "kernel", "before": "6.1", "after": "6.2"},
    ]


def test_a_run_names_one_of_the_commit_before_to_compare_with(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    def report(commit: int, hour: int, **more: Any) -> dict[str, Any]:
        at = {"id": f"c{commit}", "time": f"2026-01-0{commit}T00:00:00Z"}
        run = {"started_at": f"2026-02-01T0{hour}:00:00Z"}
        said = {"commit": at, "run": run, "idempotency_key": f"run {commit} at {hour}"}
        return a_report(**(said | more))

    fill(
        engine, project, report(1, 1), report(2, 2), report(3, 4),
        report(3, 5), report(2, 6, testbed="lab"), report(2, 7, suite={"name": "other"}),
        report(2, 8),
    )  # fmt: skip
    rows = {row["started_at"][11:13]: row["id"] for row in ask(api, reporter)["rows"]}
    base = {hour: ask(api, reporter, f"/{id_}")["base_run"] for hour, id_ in rows.items()}
    assert (base["05"], base["04"], base["02"]) == (rows["02"], rows["02"], rows["01"])
    assert base["08"] == rows["01"], "a further run of one commit is of that commit, too"
    assert (base["01"], base["06"], base["07"]) == (None, None, None)


def test_what_its_machine_cannot_measure_is_said_by_cause(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    message = "Missing dependency: cc -include curl/curl.h. Install libcurl: package x.\nended."
    lost = [
        {
            "benchmark": "get",
            "parameters": {"reuse": reuse},
            "failure": {"kind": "unavailable", "message": message},
        }
        for reuse in ("new", "kept")
    ]
    fill(engine, project, a_report(results=lost))
    said = "the header curl/curl.h is missing. Install libcurl: package x."
    assert newest(api, reporter)["absent"] == [said]
    overview = api.get("/api/v1/projects/main/overview", headers=reporter).json()
    assert [suite["absent"] for suite in overview["suites"]] == [said]


def test_failures_stand_beside_the_results(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    failure = {"kind": "wrong_answer", "message": "expected 1716, got 1715"}
    wrong = {"benchmark": "search", "parameters": {"engine": "rayon"}, "failure": failure}
    fill(engine, project, a_report(results=[a_result(), wrong]))
    run = newest(api, reporter)
    assert (run["results"], run["failures"]) == (1, 1)
    assert run["failed"] == [
        {"benchmark": "search", "parameters": {"engine": "rayon"}, "metric": None, **failure}
    ]


def test_a_run_counts_the_changes_that_begin_at_its_commit(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    wobble = [0.0, 0.004, -0.003, 0.002, -0.004, 0.001]
    values = [(1.0 if i < 20 else 1.2) + wobble[i % 6] for i in range(40)]
    fill(engine, project, *a_history(values))
    rows = ask(api, reporter, limit=100)["rows"]
    assert {row["commit"]["name"]: row["regressions"] for row in rows if row["regressions"]} == {
        "r20": 1
    }


def samples_of(api: TestClient, reporter: Headers) -> dict[str, dict[str, Any]]:
    run = newest(api, reporter)
    return {
        row["series"]["metric"]: ask(api, reporter, f"/{run['id']}/results/{row['series']['id']}")
        for row in run["rows"]
    }


def test_samples_come_in_measuring_order_with_what_others_used_of_the_machine(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    samples = [0.3, 0.1, 0.2, 0.5, 0.4]
    foreign = [0.0, 0.25, 0.5, 0.0, 0.1]
    report = a_report(
        metrics={
            "time": {"unit": "s", "direction": "lower"},
            "foreign_cpu": {"unit": "1", "direction": "unknown"},
        },
        results=[a_result(samples=samples), a_result(metric="foreign_cpu", samples=foreign)],
    )
    fill(engine, project, report)
    found = samples_of(api, reporter)
    assert found["time"]["samples"] == samples
    assert found["time"]["foreign_cpu"] == foreign
    assert found["foreign_cpu"]["foreign_cpu"] is None
    percentiles = {one["percentile"]: one["value"] for one in found["time"]["percentiles"]}
    assert percentiles == {
        0.0: 0.1,
        25.0: 0.2,
        50.0: 0.3,
        75.0: 0.4,
        100.0: 0.5,
    }, "five samples say nothing about the 90th percentile"


def histogram(counts: dict[int, int]) -> str:
    """Encode counts of small integers as a plain HdrHistogram V2 document."""
    payload = b""
    for value in range(max(counts) + 1):
        payload += bytes([2 * counts.get(value, 0)])
    head = struct.pack(">iiiiqqd", 0x1C849303, len(payload), 0, 3, 1, 3_600_000, 1.0)
    return base64.b64encode(head + payload).decode()


def test_a_histogram_is_told_in_percentiles_of_the_base_unit(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    data = {"encoding": "hdr-v2", "data": histogram({10: 50, 20: 45, 50: 5}), "scale": 0.001}
    fill(engine, project, a_report(results=[a_result(samples=None, histogram=data)]))
    found = samples_of(api, reporter)["time"]
    percentiles = {one["percentile"]: one["value"] for one in found["percentiles"]}
    assert found["samples"] == []
    assert percentiles[50.0] == pytest.approx(0.010)
    assert percentiles[95.0] == pytest.approx(0.020)
    assert percentiles[99.0] == pytest.approx(0.050)
    assert 99.9 not in percentiles


def test_what_is_not_there_is_not_found(
    api: TestClient, project: Project, reporter: Headers
) -> None:
    assert project.slug == "main"
    for path in ("/999999", "/999999/results/1"):
        assert api.get(RUNS + path, headers=reporter).status_code == 404
