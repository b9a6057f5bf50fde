"""Sweeps that are refined: poor values are dropped, the best is measured until it is known."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import a_report, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person

COSTS = {1: 0.30, 2: 0.21, 4: 0.190, 8: 0.1902}
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001, 0.003)


class Sweep:
    """A sweep over threads whose two best values are nearly equal, and who asks for it."""

    def __init__(self, engine: Engine, project: Project, person: Person) -> None:
        self.engine, self.project, self.person = engine, project, person
        self.report("first", COSTS, rounds=3)
        rows = person.api.get(f"{MAIN}/sweeps", headers=person.headers).json()["rows"]
        self.address = f"{MAIN}/sweep-jobs/{rows[0]['benchmark_id']}"

    def report(self, key: str, costs: dict[int, float], rounds: int, **more: Any) -> str:
        results = [
            a_result(
                benchmark="blocking",
                parameters={"threads": threads},
                samples=[
                    cost * (1 + NOISE[(round_ * 3 + threads) % 8]) for round_ in range(rounds)
                ],
            )
            for threads, cost in costs.items()
        ]
        said = {"idempotency_key": f"report-{key}", "results": results} | more
        of = {"blocking": {"sweep": ["threads"]}}
        fill(self.engine, self.project, a_report(benchmarks=of, **said))
        return f"report-{key}"

    def ask(self, **more: Any) -> Any:
        asked = {"axis": "threads", "margin": 0.01} | more
        said = self.person.api.post(self.address, json=asked, headers=self.person.headers)
        assert said.status_code == 200, said.text
        return said.json()["job"]

    def page(self) -> Any:
        address = self.address.replace("sweep-jobs", "sweeps")
        return self.person.api.get(f"{address}/threads", headers=self.person.headers).json()

    def jobs(self) -> Any:
        asked = {"axis": "threads"}
        said = self.person.api.get(self.address, params=asked, headers=self.person.headers)
        assert said.status_code == 200, said.text
        return said.json()


@pytest.fixture
def sweep(engine: Engine, project: Project, api: TestClient, make_key: MakeKey) -> Sweep:
    return Sweep(engine, project, Person(api, make_key(Scope.ADMIN)))


def test_a_sweep_drops_what_cannot_be_best_and_ends_when_the_rest_is_as_good(
    sweep: Sweep, api: TestClient, make_key: MakeKey
) -> None:
    agent = FleetAgent(api, make_key(Scope.AGENT)).register()
    job = sweep.ask()
    assert (job["kind"], job["target"]["rounds"]) == ("sweep", 3)
    assert job["target"]["only"] == [f"blocking/threads={one}" for one in COSTS]
    assert sweep.ask()["id"] == job["id"], "it is asked for once"
    measured: list[list[int]] = []
    while lease := agent.seek():
        values = [int(one.partition("=")[2]) for one in lease["only"]]
        measured.append(values)
        assert lease["rounds"] >= 3, "a lease costs more than a round"
        said = {"job": {"id": lease["id"], "lease": lease["lease"], "arm": 0}}
        costs = {one: COSTS[one] for one in values}
        key = sweep.report(f"lease-{lease['lease']}", costs, lease["rounds"], run=said)
        assert agent.end(lease, reports=[key]).is_success
        do_what_waits(sweep.engine)
    assert measured[0] == list(COSTS)
    assert measured[-1] == [4, 8], measured
    (over,) = sweep.jobs()["over"]
    assert (over["state"], over["verdict"]["finding"]) == ("finished", "several best")
    sentence = over["verdict"]["sentence"]
    assert "threads = 4 and 8 tie (of 4 values). The values left are equally good." in sentence
    assert " instead of " in sentence


def test_a_job_names_the_best_set_of_the_page_of_the_sweep(
    sweep: Sweep, api: TestClient, make_key: MakeKey
) -> None:
    agent = FleetAgent(api, make_key(Scope.AGENT)).register()
    sweep.ask()
    while lease := agent.seek():
        values = [int(one.partition("=")[2]) for one in lease["only"]]
        said = {
            "job": {"id": lease["id"], "lease": lease["lease"], "arm": 0},
            "agent": "tidemark-agent 0.1.0",
        }
        costs = {one: COSTS[one] for one in values}
        key = sweep.report(f"lease-{lease['lease']}", costs, lease["rounds"], run=said)
        assert agent.end(lease, reports=[key]).is_success
        do_what_waits(sweep.engine)
    (over,) = sweep.jobs()["over"]
    found = sweep.page()
    (curve,) = found["curves"]
    assert len(found["answer_runs"]) > 1, "the leases count together"
    tie = " and ".join(str(int(one)) for one in curve["best_set"])
    assert f"threads = {tie} " in over["verdict"]["sentence"]


def test_a_value_of_few_rounds_drops_no_curve(
    sweep: Sweep, api: TestClient, make_key: MakeKey
) -> None:
    agent = FleetAgent(api, make_key(Scope.AGENT)).register()
    sweep.ask()
    lease = agent.seek()
    said = {"job": {"id": lease["id"], "lease": lease["lease"], "arm": 0}}
    results = [
        a_result(
            benchmark="blocking",
            parameters={"threads": threads},
            samples=[cost * (1 + one) for one in NOISE[: 1 if threads == 1 else 3]],
        )
        for threads, cost in COSTS.items()
    ]
    key = sweep.report("gap", COSTS, 3, run=said, results=results)
    assert agent.end(lease, reports=[key]).is_success
    do_what_waits(sweep.engine)
    (over,) = sweep.jobs()["over"]
    assert over["verdict"]["finding"] == "settled", over["verdict"]


def test_a_sweep_that_brings_nothing_ends(sweep: Sweep, api: TestClient, make_key: MakeKey) -> None:
    agent = FleetAgent(api, make_key(Scope.AGENT)).register()
    sweep.ask()
    assert agent.end(agent.seek(), reports=[]).is_success
    do_what_waits(sweep.engine)
    assert agent.seek() is None
    (over,) = sweep.jobs()["over"]
    assert over["verdict"]["finding"] == "not measured"
    assert sweep.jobs()["offer"]["cannot"] == ""
