"""Agents more than one minor version from the server: told so, shown, and given no new jobs."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.domain.people.rights import Scope
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import COMMITS, MAIN, FleetAgent, Person
from backend.version import VERSION

MAJOR, MINOR, _ = (int(part) for part in VERSION.split("."))


def beside(minors: int) -> str:
    return f"tidemark-agent {MAJOR}.{MINOR + minors}.0"


class TwoAgents:
    """One testbed with agents of two versions, and whoever asks for jobs there."""

    def __init__(self, api: TestClient, make_key: MakeKey) -> None:
        self.api, self.headers = api, make_key(Scope.AGENT)
        self.person = Person(api, make_key(Scope.ADMIN))

    def agent(self, name: str, version: str) -> FleetAgent:
        return FleetAgent(self.api, self.headers, name=name, version=version)

    def introduce(self, name: str, version: str) -> dict[str, Any]:
        said = {"name": name, "testbed": "box", "version": version, "machine": {"name": name}}
        answer = self.api.post(f"{MAIN}/agents", json=said, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def beat(self, agent: dict[str, Any]) -> Any:
        address = f"{MAIN}/agents/{agent['id']}/beats"
        heard = self.api.post(address, json={"state": "idle"}, headers=self.headers)
        assert heard.status_code == 200, heard.text
        return heard.json()["version_trouble"]

    def shown(self) -> dict[str, str]:
        """Return what the page of the machines says of each agent's version."""
        rows = self.api.get(f"{MAIN}/machines", headers=self.person.headers).json()["rows"]
        return {one["name"]: one["version_trouble"] for row in rows for one in row["agents"]}


@pytest.fixture
def fleet(api: TestClient, make_key: MakeKey) -> TwoAgents:
    return TwoAgents(api, make_key)


def test_an_agent_of_a_far_version_is_told_and_gets_no_new_jobs(fleet: TwoAgents) -> None:
    introduced = fleet.introduce("far", beside(2))
    trouble = introduced["version_trouble"]
    assert "is too new for server" in trouble
    assert "`tidemark-agent update --back`" in trouble
    assert fleet.beat(introduced) == trouble

    job = fleet.person.ask()
    far = fleet.agent("far", beside(2))
    assert far.seek() is None
    waits = fleet.person.look(job)["job"]["waits_for"]
    assert waits == f"far gets no new jobs: {trouble}"
    assert fleet.shown() == {"far": trouble}
    assert far.look() is None, "nothing pauses for what it would not be given"

    near = fleet.agent("near", beside(1)).register()
    assert fleet.shown()["near"] == ""
    lease = near.seek()
    assert lease["id"] == job


def test_a_job_that_an_agent_holds_goes_on_while_the_server_moves_on(fleet: TwoAgents) -> None:
    """A server is updated in the middle: what is measured then is not lost."""
    job = fleet.person.ask()
    agent = fleet.agent("box-agent", beside(1)).register()
    lease = agent.seek()
    assert lease["id"] == job
    fleet.introduce("box-agent", beside(3))
    assert agent.beat(lease).is_success
    assert agent.end(lease, "build failed", why="exit 3").is_success


def test_an_agent_that_is_updated_gets_jobs_again(fleet: TwoAgents) -> None:
    far = fleet.introduce("box-agent", beside(2))
    job = fleet.person.ask()
    agent = fleet.agent("box-agent", VERSION)
    assert agent.seek() is None
    agent.register()
    assert fleet.beat(far) is None
    assert agent.seek()["id"] == job


def test_what_an_agent_of_a_far_version_has_due_is_no_job(fleet: TwoAgents) -> None:
    fleet.introduce("far", beside(2))
    due = {"agent": "far", "suite": "runtime", "due": "2026-11-28T05:00:00Z"} | COMMITS[0]
    answer = fleet.api.post(f"{MAIN}/jobs/scheduled", json=due, headers=fleet.headers)
    assert answer.status_code == 422
    assert "measures its schedule without jobs" in answer.json()["detail"]
    assert fleet.person.queue()["waiting"] == []
