"""The page of one machine: fit to measure or not, and what that rests on."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

Headers = dict[str, str]
MACHINES = "/api/v1/projects/main/machines"


def a_run(
    number: int, verdict: str = "steady", score: float = 82.0, **fingerprint: Any
) -> Document:
    checks = [
        {"name": "governor", "state": "warning", "found": "powersave", "remedy": "performance"},
        {"name": "turbo", "state": "ok"},
    ]
    return a_report(
        commit={"id": f"c{number}", "time": f"2026-01-01T{number:02d}:00:00Z"},
        machine={"name": "bench-1", "fingerprint": {"cores": 8} | fingerprint},
        results=[a_result()],
        run={
            "started_at": f"2026-01-01T{number:02d}:00:00Z",
            "conditions": {
                "noise": {"score": score, "low": score - 3, "high": score + 2},
                "control": {
                    "verdict": verdict,
                    "works": [{"work": "integer", "before_s": 0.01, "after_s": 0.0101}],
                },
                "preflight": {"checks": checks if number == 0 else checks[1:]},
            },
        },
    )


def the_machine(api: TestClient, reporter: Headers) -> dict[str, Any]:
    rows = api.get(MACHINES, headers=reporter).json()["rows"]
    answer = api.get(f"{MACHINES}/{rows[0]['id']}", headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_quiet_machine_is_fit_and_says_on_what_that_rests(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *(a_run(number) for number in range(4)))
    found = the_machine(api, reporter)
    assert found["fitness"]["verdict"] == "fit"
    assert found["fitness"]["sentence"] == (
        "bench-1 is fit to measure: noise score 82 of 100 [79, 84],"
        " control benchmark steady in 4 of 4 runs."
    )
    assert [one["score"] for one in found["readings"]] == [82.0] * 4
    assert found["readings"][0]["works"][0]["work"] == "integer"
    assert [one["warnings"] for one in found["readings"]] == [1, 0, 0, 0]
    assert [(one["name"], one["runs"]) for one in found["suites"]] == [("runtime", 4)]
    assert [run["commit"]["name"] for run in found["recent_runs"]] == ["c3", "c2", "c1", "c0"]
    assert found["preflight"] == [
        {"name": "turbo", "state": "ok", "found": "", "means": "", "remedy": ""}
    ]


def test_the_list_has_a_short_history_of_each_machine(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    other = a_run(5, score=90.0) | {"machine": {"name": "bench-2", "fingerprint": {"cores": 4}}}
    fill(engine, project, a_run(1), a_run(2, score=40.0), a_run(3, verdict="veto"), other)
    first, second = api.get(MACHINES, headers=reporter).json()["rows"]
    drawn = [(one["score"], one["is_unfit"]) for one in first["history"]]
    assert drawn == [(82.0, False), (40.0, True), (82.0, True)]
    assert [one["score"] for one in second["history"]] == [90.0]
    many = [a_run(number % 24) for number in range(45)]
    for number, report in enumerate(many):
        report["run"]["started_at"] = f"2026-02-01T00:{number:02d}:00Z"
    fill(engine, project, *many)
    history = api.get(MACHINES, headers=reporter).json()["rows"][0]["history"]
    assert len(history) == 40
    assert (history[0]["measured_at"], history[-1]["measured_at"]) == (
        "2026-02-01T00:05:00Z",
        "2026-02-01T00:44:00Z",
    )


def test_imported_results_do_not_say_when_the_machine_ran(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    """They have times of their own, which may be later than what an agent measured."""
    fill(engine, project, *(a_run(number) for number in range(2)))
    late = a_run(9)
    late["run"] = {"started_at": late["run"]["started_at"], "trigger": "import"}
    fill(engine, project, late)
    found = the_machine(api, reporter)
    assert (found["runs"], found["last_run_at"]) == (3, "2026-01-01T01:00:00Z")
    assert found["imported_at"] > "2026-01-02"
    assert [one["is_imported"] for one in found["suites"]] == [True]
    assert [one["trigger"] for one in found["recent_runs"]] == ["import", "manual", "manual"]
    (health,) = api.get("/api/v1/projects/main/overview", headers=reporter).json()["machines"]
    assert (health["runs"], health["last_run_at"]) == (2, "2026-01-01T01:00:00Z")
    assert (health["imported_at"], health["is_resting"]) == (found["imported_at"], False)


def test_a_vetoed_run_makes_it_unfit_and_noise_makes_reservations(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_run(1), a_run(2, score=58.0, kernel="6.2"))
    found = the_machine(api, reporter)
    assert found["fitness"]["verdict"] == "with reservations"
    assert "it is noisy, noise score 58 of 100 [55, 60]" in found["fitness"]["sentence"]
    assert [one["revision"] for one in found["readings"]] == [1, 2]
    fill(engine, project, a_run(3, verdict="veto"))
    found = the_machine(api, reporter)
    assert found["fitness"]["verdict"] == "not fit"
    assert found["fitness"]["advice"].startswith("End other work on it")
    assert f"since 2026-01-01 (run {found['readings'][-1]['run']}):" in found["fitness"]["sentence"]
    assert found["readings"][-1]["verdict"] == "veto"
    assert not any(run["is_vetoed"] for run in found["recent_runs"])  # it kept its results
    lost = a_result(failure={"kind": "vetoed", "message": "the control took 14 % longer"})
    del lost["samples"]
    fill(engine, project, a_run(4, verdict="veto") | {"results": [lost]})
    assert the_machine(api, reporter)["recent_runs"][0]["is_vetoed"]


def test_what_others_used_while_it_measured_makes_it_unfit(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    """By the samples of the run; where it does not say, by what its preflight saw."""
    moment, whole = a_run(1), a_run(2)
    conditions = moment["run"]["conditions"], whole["run"]["conditions"]
    for one in conditions:
        load = {"name": "load", "state": "warning", "found": "others use 99 % of the machine"}
        one["preflight"]["checks"].append(load)
    conditions[1]["foreign"] = {"limit": 0.1, "median": 0.06}
    fill(engine, project, moment)
    found = the_machine(api, reporter)
    assert found["fitness"]["verdict"] == "not fit"
    run = found["readings"][-1]["run"]
    said = f"others used 99\u202f% of the machine during run {run}"
    assert found["fitness"]["reasons"][0] == said
    fill(engine, project, whole)
    found = the_machine(api, reporter)
    assert found["fitness"]["verdict"] == "with reservations"
    assert [one["foreign_share"] for one in found["readings"]] == [0.99, 0.06]


def test_of_a_machine_that_nobody_looked_at_nothing_is_claimed(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_report(machine={"name": "bench-1", "fingerprint": {"cores": 8}}))
    found = the_machine(api, reporter)
    assert found["fitness"]["verdict"] == "unknown"
    assert (found["readings"], found["preflight"]) == ([], [])


def test_the_machine_of_another_project_is_not_found(api: TestClient, reporter: Headers) -> None:
    assert api.get(f"{MACHINES}/77", headers=reporter).status_code == 404


def test_two_of_one_name_are_told_apart_by_their_testbeds(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_run(1), a_run(2) | {"testbed": "alpine"})
    rows = api.get(MACHINES, headers=reporter).json()["rows"]
    assert [one["full_name"] for one in rows] == [
        "bench-1 on testbed alpine",
        "bench-1 on testbed box",
    ]
    assert the_machine(api, reporter)["fitness"]["sentence"].startswith(
        "bench-1 on testbed alpine is fit to measure"
    )


def test_changes_of_the_environment_are_dated_by_the_runs_whatever_their_order(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    """An older run that comes late dates what it saw back, and changes nothing of today."""
    fill(engine, project, a_run(7, kernel="6.2"))
    fill(engine, project, a_run(5, kernel="6.2"), a_run(4, kernel="6.1"))
    fill(engine, project, a_run(2, kernel="6.1"))
    found = the_machine(api, reporter)
    assert found["fingerprint"]["attributes"]["kernel"] == "6.2"
    assert [
        (one["attributes"]["kernel"], one["first_seen_at"], one["changed"])
        for one in found["revisions"]
    ] == [
        ("6.2", "2026-01-01T05:00:00Z", ["kernel"]),
        ("6.1", "2026-01-01T02:00:00Z", []),
    ]


def test_an_environment_that_came_back_is_said_to_be_the_present_one(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    kernels = ("6.1", "6.2", "6.2", "6.1")
    fill(engine, project, *(a_run(at, kernel=kernel) for at, kernel in enumerate(kernels)))
    found = the_machine(api, reporter)
    assert found["fingerprint"]["attributes"]["kernel"] == "6.1"
    assert [(one["attributes"]["kernel"], one["last_run_at"]) for one in found["revisions"]] == [
        ("6.2", "2026-01-01T02:00:00Z"),
        ("6.1", "2026-01-01T03:00:00Z"),
    ]


def test_what_its_agent_says_now_outlives_runs_from_before(
    api: TestClient, engine: Engine, project: Project, reporter: Headers, make_key: MakeKey
) -> None:
    fill(engine, project, a_run(1, kernel="6.1"))
    rebooted = {"name": "bench-1", "fingerprint": {"cores": 8, "kernel": "6.2"}}
    said = {"name": "agent", "testbed": "box", "version": "0.1.0", "machine": rebooted}
    agents = "/api/v1/projects/main/agents"
    assert api.post(agents, json=said, headers=make_key(Scope.AGENT)).is_success
    fill(engine, project, a_run(2, kernel="6.1"))
    assert the_machine(api, reporter)["fingerprint"]["attributes"]["kernel"] == "6.2"
