"""Profiles and conditions of a run: accepted, stored, shown; what is wrong with them is named."""

import gzip
from base64 import b64encode
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill

Headers = dict[str, str]
LINES = b"main;unblock;parse 60\nmain;unblock 12\nmain;format 28\n"
CONDITIONS: dict[str, Any] = {
    "preflight": {
        "checks": [{"name": "governor", "state": "unknown", "found": "not offered"}],
        "ok": 0,
    },
    "control": {"verdict": "steady", "works": [{"work": "cpu", "ratio": 1.004, "limit": 0.1}]},
    "sandbox": "container",
    "stopping": {"rounds": 24, "reason": "narrow", "narrow": 0.01},
    "goals": [
        {
            "goal": "pool against threads",
            "metric": "latency_p99",
            "contender": {"benchmark": "pool", "parameters": {"connections": 100}},
            "baseline": {"benchmark": "threads", "parameters": {"connections": 100}},
            "at_most": 0.05,
            "ratio": 0.031,
            "low": 0.028,
            "high": 0.035,
            "pairs": 30,
            "verdict": "met",
        }
    ],
}


def a_profile(**changes: Any) -> dict[str, Any]:
    profile = {
        "benchmark": a_result()["benchmark"],
        "parameters": a_result()["parameters"],
        "kind": "cpu",
        "tool": "perf 6.1, cpu-clock",
        "frequency": 997,
        "samples": 100,
        "cpu_s": 0.1,
        "trimmed": {"stacks": 3, "samples": 5},
        "groups": [{"name": "parsing", "samples": 60, "low": 0.5, "high": 0.69,
                    "self_samples": 60, "functions": ["parse"]}],
        "folded": {"encoding": "gzip", "data": b64encode(gzip.compress(LINES, mtime=0)).decode()},
    }  # fmt: skip
    return profile | changes


def newest(api: TestClient, headers: Headers) -> dict[str, Any]:
    rows = api.get("/api/v1/projects/main/runs", headers=headers).json()["rows"]
    answer: dict[str, Any] = api.get(
        f"/api/v1/projects/main/runs/{rows[0]['id']}", headers=headers
    ).json()
    return answer


def test_a_run_says_how_it_was_measured(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_report(run={"conditions": CONDITIONS}))
    said = newest(api, reporter)["conditions"]
    assert said["preflight"]["checks"][0]["state"] == "unknown"
    assert said["control"]["works"][0]["ratio"] == 1.004
    assert said["sandbox"] == "container"
    assert said["stopping"] | {"variants": []} == said["stopping"]
    (goal,) = said["goals"]
    assert (goal["verdict"], goal["at_least"], goal["pairs"]) == ("met", None, 30)
    assert (said["tuning"], said["findings"]) == (None, [])


def test_a_run_of_a_foreign_tool_says_nothing_of_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_report())
    run = newest(api, reporter)
    assert (run["conditions"], run["profiles"]) == (None, [])


def test_a_profile_is_listed_with_its_run_and_gives_its_functions_and_stacks(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_report(profiles=[a_profile()]))
    (listed,) = newest(api, reporter)["profiles"]
    assert listed["groups"][0]["share"] == 0.6
    assert (listed["trimmed_samples"], listed["cpu_s"], listed["repetitions"]) == (5, 0.1, None)
    place = f"/api/v1/projects/main/profiles/{listed['id']}"
    detail = api.get(place, headers=reporter).json()
    assert detail["functions"][0] == {"name": "parse", "self_samples": 60, "total_samples": 60}
    assert detail["function_count"] == 4
    assert {name: detail[name] for name in listed} == listed
    alone = api.get(f"{place}?functions=0", headers=reporter).json()
    assert alone == detail | {"functions": [], "function_count": None}
    stacks = api.get(f"{place}/stacks", headers=reporter)
    assert gzip.decompress(stacks.content) == LINES


def test_equal_stacks_are_stored_once(engine: Engine, project: Project) -> None:
    for commit in ("c1", "c2"):
        fill(engine, project, a_report(commit={"id": commit}, profiles=[a_profile()]))
    with engine.connect() as connection:
        counts = "select (select count(*) from profile), (select count(*) from profile_content)"
        assert tuple(connection.execute(text(counts)).one()) == (2, 1)


def test_a_profile_that_does_not_exist_is_not_found(
    api: TestClient, project: Project, reporter: Headers
) -> None:
    for place in ("profiles/7", "profiles/7/peers", "profiles/7/stacks"):
        assert (
            api.get(f"/api/v1/projects/{project.slug}/{place}", headers=reporter).status_code == 404
        )


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"profiles": [a_profile(parameters={"engine": "none"})]}, "/profiles/0"),
        ({"profiles": [a_profile(samples=99)]}, "/profiles/0/samples"),
        (
            {"profiles": [a_profile(folded={"encoding": "gzip", "data": "AAAA"})]},
            "/profiles/0/folded/data",
        ),
        (
            {"profiles": [a_profile(folded={"encoding": "gzip", "data": "AAAÄ"})]},
            "/profiles/0/folded/data",
        ),
        ({"profiles": [a_profile(groups=[{"name": "x", "samples": 101}])]}, "/profiles/0/groups"),
        ({"profiles": [a_profile(tool="x" * 301)]}, "/profiles/0/tool"),
        ({"run": {"conditions": {"control": {"verdict": "fine"}}}}, "/run/conditions"),
        (
            {"run": {"conditions": {"control": {"verdict": "steady", "reason": "a\0b"}}}},
            "/run/conditions",
        ),
        ({"results": [a_result(samples=[1.0, 2.0], rounds=[1])]}, "/results/0/rounds"),
        ({"results": [a_result(samples=[1.0, 2.0], rounds=[2, 2])]}, "/results/0/rounds"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(
    api: TestClient, project: Project, reporter: Headers, changes: dict[str, Any], pointer: str
) -> None:
    answer = api.post(
        f"/api/v1/projects/{project.slug}/reports", json=a_report(**changes), headers=reporter
    )
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"].startswith(pointer)


def test_a_vetoed_run_has_no_results_but_says_why(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    failure = {"kind": "vetoed", "message": "The control took 14 % longer after the run."}
    result = a_result(failure=failure)
    del result["samples"]
    fill(engine, project, a_report(results=[result]))
    run = newest(api, reporter)
    assert (run["results"], run["failures"]) == (0, 1)
    assert run["failed"][0]["kind"] == "vetoed"


def test_a_profile_names_its_run_and_what_it_can_be_compared_with(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    other = a_result(benchmark="other", parameters={})
    for commit in ("c1", "c2"):
        beside = a_profile(benchmark="other", parameters={})
        report = a_report(
            commit={"id": commit}, results=[a_result(), other], profiles=[a_profile(), beside]
        )
        fill(engine, project, report)
    listed = newest(api, reporter)["profiles"]
    (mine,) = (one for one in listed if one["benchmark"] == a_result()["benchmark"])
    answer = api.get(f"/api/v1/projects/main/profiles/{mine['id']}/peers", headers=reporter).json()
    assert answer["place"]["commit"]["name"] == "c2"
    assert [one["commit"]["name"] for one in answer["same_variant"]] == ["c1"]
    assert [one["benchmark"] for one in answer["same_run"]] == ["other"]


def test_a_profile_is_offered_those_of_the_runs_before_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    days = range(1, 27)
    for day in days:
        run = {"started_at": f"2026-01-{day:02d}T00:00:00Z"}
        commit = {"id": f"c{day}", "time": f"2026-01-{day:02d}T00:00:00Z"}
        fill(engine, project, a_report(commit=commit, run=run, profiles=[a_profile()]))
    rows = api.get("/api/v1/projects/main/runs", headers=reporter).json()["rows"]
    runs = {row["commit"]["name"]: row["id"] for row in rows}

    def offered(commit: str) -> list[str]:
        run = api.get(f"/api/v1/projects/main/runs/{runs[commit]}", headers=reporter).json()
        place = f"/api/v1/projects/main/profiles/{run['profiles'][0]['id']}/peers"
        found = api.get(place, headers=reporter).json()["same_variant"]
        return [one["commit"]["name"] for one in found]

    assert offered("c26") == [f"c{day}" for day in range(25, 5, -1)]
    assert offered("c23") == [f"c{day}" for day in range(22, 2, -1)]
    assert offered("c2")[-1] == "c1"
    assert len(offered("c2")) == 20


def test_profiles_of_another_project_are_not_found(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_report(profiles=[a_profile()]))
    (mine,) = newest(api, reporter)["profiles"]
    for end in ("", "/peers", "/stacks"):
        place = f"/api/v1/projects/elsewhere/profiles/{mine['id']}{end}"
        assert api.get(place, headers=reporter).status_code in {403, 404}
