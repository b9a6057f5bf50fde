"""All rungs of a ladder measured again in turns: the offer, the job, the answer on the ladder."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import a_report, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person

TOOK = {"c1": 1.0, "c2": 0.9, "c3": 0.8}
"""Seconds of the first day: the machine got faster by itself, the code of c3 did nothing."""
TRUTH = {"c1": 1.0, "c2": 0.9, "c3": 0.9}
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001, 0.003, 0.002, -0.002, 0.001, 0.0)


class Climb:
    """Three commits as the rungs of a ladder, each measured on a day of its own."""

    def __init__(self, engine: Engine, project: Project, person: Person) -> None:
        self.engine, self.project, self.person = engine, project, person
        for place, (commit, level) in enumerate(TOOK.items(), start=1):
            self.report(commit, level, place)
        runs = person.api.get(f"{MAIN}/runs", headers=person.headers).json()["rows"]
        self.runs = {one["commit"]["name"]: one["id"] for one in runs}
        results = f"{MAIN}/runs/{self.runs['c1']}/results"
        rows = person.api.get(results, headers=person.headers).json()["rows"]
        self.series = rows[0]["series"]["id"]
        kind = {"kind": "result", "series_id": self.series, "run_id": self.runs["c1"]}
        self.id = self.post("/ladders", {"name": "Climb", **kind}, 201)["id"]
        for commit in ("c2", "c3"):
            rung = {"label": commit, "series_id": self.series, "run_id": self.runs[commit]}
            self.post(f"/ladders/{self.id}/rungs", rung, 201)

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        said = self.person.api.post(f"{MAIN}{path}", json=body, headers=self.person.headers)
        assert said.status_code == status, said.text
        return said.json()

    def report(self, commit: str, level: float, place: int, **run: Any) -> str:
        time = f"2026-01-0{place}T00:00:00Z"
        samples = [level * (1 + one) for one in NOISE]
        key = f"report-{commit}-{len(run)}"
        document = a_report(
            idempotency_key=key,
            commit={"id": commit, "time": time, "subject": f"Step {place}"},
            run={"agent": "tidemark-agent", "started_at": time, **run},
            results=[a_result(benchmark="climb", samples=samples)],
        )
        fill(self.engine, self.project, document)
        return key

    def jobs(self) -> Any:
        address = f"{MAIN}/ladders/{self.id}/jobs"
        return self.person.api.get(address, headers=self.person.headers).json()


@pytest.fixture
def climb(engine: Engine, project: Project, api: TestClient, make_key: MakeKey) -> Climb:
    return Climb(engine, project, Person(api, make_key(Scope.ADMIN)))


def test_all_rungs_are_measured_in_turns_and_judged_in_the_same_rounds(
    climb: Climb, api: TestClient, make_key: MakeKey
) -> None:
    offered = climb.jobs()
    assert (offered["again"], offered["jobs"]["offer"]["cannot"]) == (None, "")
    job = climb.post(f"/ladders/{climb.id}/jobs", {})["job"]
    assert (job["kind"], job["target"]["rounds"]) == ("ladder", 12)
    assert [one["commit"] for one in job["target"]["commits"]] == list(TOOK)
    assert climb.post(f"/ladders/{climb.id}/jobs", {})["job"]["id"] == job["id"]
    agent = FleetAgent(api, make_key(Scope.AGENT), testbed=job["testbed"]).register()
    lease = agent.seek()
    assert lease["kind"] == "ladder"
    keys = [
        climb.report(
            arm["commit"], TRUTH[arm["commit"]], place + 1,
            job={"id": lease["id"], "lease": lease["lease"], "arm": place}, seed=7,
        )
        for place, arm in enumerate(lease["arms"])
    ]  # fmt: skip
    assert agent.end(lease, reports=keys).is_success
    do_what_waits(climb.engine)
    again = climb.jobs()["again"]
    assert (again["job_id"], again["in_rounds"]) == (job["id"], True)
    first, second, third = again["rungs"]
    assert (first["verdict"], second["verdict"]) == ("baseline", "kept")
    assert second["versus_baseline"]["ratio"] == pytest.approx(0.9)
    assert third["verdict"] != "kept", "what the machine did on that day is no gain of the code"
    kept = api.get(f"{MAIN}/ladders/{climb.id}", headers=climb.person.headers).json()
    assert [one["run"]["id"] for one in kept["rungs"]] == list(climb.runs.values())[::-1]


def test_what_cannot_be_measured_in_turns_says_why(climb: Climb) -> None:
    kind = {"kind": "result", "series_id": climb.series, "run_id": climb.runs["c1"]}
    alone = climb.post("/ladders", {"name": "Alone", **kind}, 201)["id"]
    climb.id = alone
    assert climb.jobs()["jobs"]["offer"]["cannot"] == "fewer than two rungs were measured here"
    assert climb.post(f"/ladders/{alone}/jobs", {}, 422)


def test_a_ladder_whose_baseline_was_not_measured_here_is_not_measured_in_turns(
    climb: Climb,
) -> None:
    told = [{"label": label, "value": 1.0} for label in ("before", "after")]
    figures = {"metric": a_result()["metric"], "unit": "s", "direction": "lower", "rungs": told}
    published = climb.post("/ladders", {"name": "Told", "kind": "published", **figures}, 201)
    climb.id = published["id"]
    for commit in ("c2", "c3"):
        rung = {"label": commit, "series_id": climb.series, "run_id": climb.runs[commit]}
        climb.post(f"/ladders/{climb.id}/rungs", rung, 201)
    assert climb.jobs()["jobs"]["offer"]["cannot"] == "its baseline was not measured here"
    climb.post(f"/ladders/{climb.id}/jobs", {}, 422)


def test_rungs_that_would_share_a_run_of_the_job_are_not_measured_in_turns(climb: Climb) -> None:
    control = {"label": "once more", "series_id": climb.series, "run_id": climb.runs["c2"]}
    climb.post(f"/ladders/{climb.id}/rungs", control, 201)
    said = climb.jobs()["jobs"]["offer"]["cannot"]
    assert said == "two of its rungs are the same variant at the same commit"
    climb.post(f"/ladders/{climb.id}/jobs", {}, 422)


def test_a_ladder_with_a_patch_is_not_offered(climb: Climb) -> None:
    with climb.engine.begin() as connection:
        connection.execute(text("update branch set name = 'try/c3'"))
    said = climb.jobs()["jobs"]["offer"]["cannot"]
    assert said == "one of its rungs is a patch, which no repository has"


def test_rungs_in_another_order_keep_the_job_and_its_answer(climb: Climb) -> None:
    job = climb.post(f"/ladders/{climb.id}/jobs", {})["job"]
    address = f"{MAIN}/ladders/{climb.id}"
    api, headers = climb.person.api, climb.person.headers
    rungs = [one["id"] for one in api.get(address, headers=headers).json()["rungs"]]
    turned = {"rungs": [rungs[0], rungs[2], rungs[1]]}
    assert api.put(f"{address}/order", json=turned, headers=headers).is_success
    assert [one["id"] for one in climb.jobs()["jobs"]["waiting"]] == [job["id"]]
    assert climb.post(f"/ladders/{climb.id}/jobs", {})["job"]["id"] == job["id"]
