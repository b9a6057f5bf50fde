"""Rows that a comparison cannot tell are measured again: the offer, the job, its answer."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.jobs.targets import JobCommit, JobKind, JobRequest, JobTarget, chosen_variant
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.jobs.ask import NOBODY, ask_once, on_testbed
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_history, a_result
from backend.testing.draining import Silence, do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person

HISTORY = a_history([1.0, 1.03])
STEADY = [1.0, 1.001, 0.999, 1.0, 1.001, 1.0]


class Comparison:
    """Two runs of neighbouring commits, and one row of their comparison."""

    def __init__(self, engine: Engine, project: Project, person: Person) -> None:
        self.engine, self.project, self.person = engine, project, person
        fill(engine, project, *HISTORY)
        runs = person.api.get(f"{MAIN}/runs", headers=person.headers).json()["rows"]
        self.run, self.against = runs[0], runs[1]
        sides = f"baseline=run:{self.against['id']}&contender=run:{self.run['id']}"
        rows = person.api.get(f"{MAIN}/comparison?{sides}", headers=person.headers)
        self.series = rows.json()["rows"][0]["series"]
        self.runs = [self.against, self.run]
        self.asked = {"run": self.run["id"], "against": self.against["id"]}

    def offer(self, **more: Any) -> Any:
        said = self.person.api.get(
            f"{MAIN}/jobs", params=self.asked | more, headers=self.person.headers
        )
        assert said.status_code == 200, said.text
        return said.json()

    def measure(self, **more: Any) -> Any:
        return self.person.api.post(
            f"{MAIN}/jobs/measurements", json=self.asked | more, headers=self.person.headers
        )

    def arm(self, lease: Any, arm: int, level: float) -> Document:
        said = {"job": {"id": lease["id"], "lease": lease["lease"], "arm": arm}}
        return HISTORY[1 if arm == 1 else 0] | {
            "idempotency_key": f"lease-{lease['lease']}-arm-{arm}",
            "run": said,
            "results": [a_result(samples=[level * one for one in STEADY])],
        }


@pytest.fixture
def comparison(engine: Engine, project: Project, api: TestClient, make_key: MakeKey) -> Comparison:
    return Comparison(engine, project, Person(api, make_key(Scope.ADMIN)))


@pytest.fixture
def agent(comparison: Comparison, api: TestClient, make_key: MakeKey) -> FleetAgent:
    testbed = comparison.run["testbed"]
    return FleetAgent(api, make_key(Scope.AGENT), testbed=testbed).register()


@pytest.mark.parametrize(("level", "finding"), [(1.03, "confirmed"), (1.0, "refuted")])
def test_a_row_is_measured_until_its_effect_is_upheld_or_refuted(
    comparison: Comparison, agent: FleetAgent, level: float, finding: str
) -> None:
    series = {"series": comparison.series["id"]}
    lonely = comparison.offer(**series)["offer"]
    assert (lonely["testbed"], lonely["starts_in"]) == (comparison.run["testbed"], None)
    comparison.person.ask(testbed=comparison.run["testbed"])
    other = agent.seek()
    told = comparison.offer(**series)
    assert (told["agents"], told["offer"]["ahead"]) == (["box-agent"], 1)
    assert told["offer"]["takes"] == {"seconds": 900.0, "low": 0.0, "high": 1800.0, "jobs": 0}

    asked = comparison.measure(**series, ratio=1.03).json()["job"]
    again = comparison.measure(**series, ratio=1.03).json()["job"]
    assert (again["id"], asked["kind"]) == (asked["id"], "confirm"), "it is asked for once"
    agent.end(other)
    lease = agent.seek()
    commits = [comparison.against["commit"]["name"], comparison.run["commit"]["name"]]
    assert [one["commit"] for one in lease["arms"]] == [commits[0], commits[1], commits[0]]
    assert comparison.offer(**series)["held"][0]["id"] == asked["id"]
    reports = [
        comparison.arm(lease, arm, level if arm == 1 else 1.0) for arm in range(3)
    ]  # fmt: skip
    for one in reports:
        fill(comparison.engine, comparison.project, one)
    keys = [str(one["idempotency_key"]) for one in reports]
    assert agent.end(lease, reports=keys).is_success
    do_what_waits(comparison.engine)
    (over,) = comparison.offer(**series)["over"]
    assert (over["state"], over["verdict"]["finding"]) == ("finished", finding)
    assert over["change_id"] is None


def test_whole_commits_and_more_rounds_of_one_are_measured_too(comparison: Comparison) -> None:
    both = comparison.measure().json()["job"]
    assert (both["kind"], both["target"]["only"]) == ("compare", [])
    assert [one["id"] for one in comparison.offer()["waiting"]] == [both["id"]]
    comparison.asked = {"run": comparison.run["id"]}
    one = comparison.measure(series=comparison.series["id"], rounds=40).json()["job"]
    assert (one["kind"], one["target"]["rounds"]) == ("run", 40)


def test_a_row_lists_no_jobs_of_another_metric(
    comparison: Comparison, engine: Engine, project: Project
) -> None:
    metrics = {"memory": {"unit": "B", "direction": "lower"}}
    results = [a_result(metric="memory")]
    more = {"idempotency_key": "report-memory", "metrics": metrics, "results": results}
    fill(engine, project, HISTORY[1] | more)
    person = comparison.person
    wanted = {"metric": "memory"}
    found = person.api.get(f"{MAIN}/series", params=wanted, headers=person.headers).json()
    memory = {"series": found["rows"][0]["series"]["id"]}
    time = {"series": comparison.series["id"]}
    jobs = [
        comparison.measure(**one, ratio=1.03).json()["job"]["id"] for one in (time, memory)
    ]  # fmt: skip
    for one, job in zip((time, memory), jobs, strict=True):
        assert [shown["id"] for shown in comparison.offer(**one)["waiting"]] == [job]


def test_of_two_clicks_at_once_the_second_waits_and_finds_the_job(
    comparison: Comparison, engine: Engine, project: Project
) -> None:
    testbed = comparison.run["testbed"]
    commits = [JobCommit(one["commit"]["name"], one["branch"]) for one in comparison.runs]
    wanted = JobRequest(JobKind.COMPARE, JobTarget("runtime", commits), NOBODY, "two clicks")
    with ThreadPoolExecutor(1) as other, transaction(engine) as session:
        bound = on_testbed(session, project.id, wanted, testbed)
        first = ask_once(session, Silence(), project.id, bound)
        second = other.submit(comparison.measure)
        waiting = text("select count(*) from pg_locks where not granted")
        while not session.execute(waiting).scalar():
            assert not second.done()
    assert second.result().json()["job"]["id"] == first


def test_what_cannot_be_measured_in_turns_is_said_before_somebody_asks(
    comparison: Comparison, engine: Engine, project: Project
) -> None:
    elsewhere = HISTORY[0] | {"idempotency_key": "elsewhere", "testbed": "another"}
    fill(engine, project, elsewhere)
    person = comparison.person
    runs = person.api.get(f"{MAIN}/runs", headers=person.headers).json()["rows"]
    (other,) = (one for one in runs if one["testbed"] == "another")
    comparison.asked["against"] = other["id"]
    assert "one testbed" in comparison.offer()["offer"]["cannot"]
    assert comparison.measure().status_code == 422
    comparison.asked["against"] = 2**40
    assert comparison.measure().status_code == 404
    del comparison.asked["against"]
    assert comparison.measure(series=2**40).status_code == 404


def test_a_row_without_an_effect_is_not_measured(comparison: Comparison) -> None:
    refused = comparison.measure(series=comparison.series["id"])
    assert (refused.status_code, "which ratio" in refused.text) == (422, True)


@pytest.mark.parametrize(
    ("benchmark", "parameters", "chosen"),
    [
        ("search", {}, "search"),
        ("search", {"size": 64.0, "engine": "smol"}, "search/size=64,engine=smol"),
        ("search", {"pinned": True, "share": 1e-7}, "search/pinned=true,share=0.0000001"),
        ("search", {"mix": "a,b"}, "search"),
        ("a/search", {"size": 64}, "a/search"),
    ],
)
def test_a_variant_is_chosen_as_agents_read_it(
    benchmark: str, parameters: dict[str, Any], chosen: str
) -> None:
    assert chosen_variant(benchmark, parameters) == chosen
