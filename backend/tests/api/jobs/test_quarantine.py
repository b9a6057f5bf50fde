"""A machine that tells the same code apart from itself is kept from measuring until it does not."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.events import Teller
from backend.services.jobs.check_itself import projects_to_watch, watch_machines
from backend.storage.engine import transaction
from backend.testing.builders import a_report, a_result
from backend.testing.draining import Silence, do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person
from backend.version import VERSION

STEADY = [1.0, 1.001, 0.999, 1.0, 1.001, 1.0, 0.999, 1.0, 1.002, 1.0, 0.999, 1.001]
SHIFTED = [1.1 * one for one in STEADY[::-1]]


class Machine:
    """One machine with an agent, that measured a commit once."""

    def __init__(self, engine: Engine, project: Project, person: Person, agent: FleetAgent) -> None:
        self.engine, self.project, self.person = engine, project, person
        self.events: Teller = Silence()
        self.agent = agent.register()
        self.report("first", STEADY)
        self.agent.seek()
        (found,) = self.ask("machines")["rows"]
        self.id = found["id"]

    def report(self, key: str, samples: Sequence[float], job: Any = None, **more: Any) -> None:
        named = {"name": self.agent.name, "fingerprint": {}}
        run = {"agent": self.agent.name} | ({"job": job} if job else {}) | more
        results = [a_result(samples=list(samples))]
        said = a_report(idempotency_key=f"report-{key}", testbed=self.agent.testbed, machine=named)
        fill(self.engine, self.project, said | {"results": results, "run": run})

    def ask(self, path: str) -> Any:
        said = self.person.api.get(f"{MAIN}/{path}", headers=self.person.headers)
        assert said.is_success, said.text
        return said.json()

    def send(self, path: str, **body: Any) -> Any:
        return self.person.api.post(f"{MAIN}/{path}", json=body, headers=self.person.headers)

    def watch(self) -> int:
        """Do what the worker does every minute."""
        with transaction(self.engine) as session:
            watched = projects_to_watch(session)
        steps = 0
        for one in watched:
            with transaction(self.engine) as session:
                steps += watch_machines(session, self.events, one)
        return steps

    def check(self, second: Sequence[float], lease: Any = None, **more: Any) -> int:
        """Have the agent measure the A/A job that waits, or that it took."""
        lease = lease or self.agent.seek()
        assert [one["commit"] for one in lease["arms"]] == [lease["arms"][0]["commit"]] * 2
        keys = []
        for arm, samples in enumerate((STEADY, second)):
            name = f"job-{lease['id']}-{arm}"
            keys.append(f"report-{name}")
            said = {"id": lease["id"], "lease": lease["lease"], "arm": arm}
            self.report(name, samples, said, **more)
        assert self.agent.end(lease, reports=keys).is_success
        do_what_waits(self.engine)
        return int(lease["id"])

    def ask_check(self) -> int:
        said = self.send("jobs/self-checks", machine=self.id)
        assert said.is_success, said.text
        return int(said.json()["job"]["id"])

    @property
    def page(self) -> Any:
        return self.ask(f"machines/{self.id}")


@pytest.fixture
def machine(engine: Engine, project: Project, api: TestClient, make_key: MakeKey) -> Machine:
    agent = FleetAgent(api, make_key(Scope.AGENT))
    return Machine(engine, project, Person(api, make_key(Scope.ADMIN)), agent)


def test_a_machine_that_differs_from_itself_is_kept_until_a_check_is_steady(
    machine: Machine,
) -> None:
    """From two bad A/A jobs into quarantine, and by a good one out again; nobody has to look."""
    job = machine.ask_check()
    assert machine.ask_check() == job, "asked for once while it is open"
    assert machine.check(SHIFTED) == job
    assert machine.watch() == 0, "one of five is chance"
    machine.ask_check()
    machine.check(SHIFTED)
    assert machine.watch() == 1
    stay = machine.page["quarantine"]
    assert "differed from itself in 2 of its newest 2 jobs" in stay["why"]

    other = machine.person.ask()
    assert machine.agent.seek() is None
    waits = machine.person.look(other)["job"]["waits_for"]
    assert "box-agent is in quarantine" in waits
    machine.report("meanwhile", STEADY)

    assert (machine.watch(), machine.watch()) == (1, 0), "it is checked at once"
    machine.check(SHIFTED)
    assert (machine.page["quarantine"] is not None, machine.watch()) == (True, 0)
    with machine.engine.begin() as connection:
        connection.execute(text("update job set ended_at = ended_at - interval '7 hours'"))
    assert (machine.watch(), machine.watch()) == (1, 0)
    machine.check(STEADY[::-1])
    (left,) = machine.page["quarantines"]
    assert (machine.page["quarantine"], left["lifted_by"]) == (None, "Tidemark")
    assert machine.watch() == 0, "what was before counts against it no more"
    assert machine.agent.seek()["id"] == other
    told = [(one["verb"], one["who"]) for one in machine.ask("audit")["rows"]]
    assert ("put into quarantine", "server") in told
    assert ("let out of quarantine", "server") in told


def test_an_agent_hears_with_its_beats_that_its_machine_is_in_quarantine(machine: Machine) -> None:
    """Whatever it asks for: by its own schedule it would go on as if nothing was wrong."""
    agent = machine.agent

    def beat() -> Any:
        introduced = {"name": agent.name, "testbed": agent.testbed, "version": "1"}
        named = {"machine": {"name": agent.name, "fingerprint": {}}}
        said = agent.api.post(f"{MAIN}/agents", json=introduced | named, headers=agent.headers)
        address = f"{MAIN}/agents/{said.json()['id']}/beats"
        heard = agent.api.post(address, json={"state": "idle"}, headers=agent.headers)
        assert heard.status_code == 200, heard.text
        return heard.json()["quarantine"]

    assert beat() is None
    assert machine.send(f"machines/{machine.id}/quarantine", why="its fan is broken").is_success
    assert beat() == "its fan is broken"
    assert machine.watch() == 1
    machine.check(STEADY[::-1])
    assert (beat(), machine.page["quarantine"]) == (None, None), "a steady check ends it"


def test_whoever_asks_for_a_check_stands_in_the_audit_trail(machine: Machine) -> None:
    known = {one["id"] for one in machine.ask("audit")["rows"]}
    job = machine.ask_check()
    (left,) = [one for one in machine.ask("audit")["rows"] if one["id"] not in known]
    assert (left["verb"], left["noun"], left["thing"]) == ("asked for", "job", str(job))
    assert left["who_name"]


def test_an_a_a_job_is_kept_as_the_rate_of_its_machine(machine: Machine) -> None:
    found = []
    for second in (SHIFTED, STEADY[::-1], STEADY[::-1]):
        machine.ask_check()
        verdict = machine.person.look(machine.check(second))["job"]["verdict"]
        found.append((verdict["finding"], verdict["compared"], verdict["alarms"]))
    assert found == [("unsteady", 1, 1), ("steady", 1, 0), ("steady", 1, 0)]
    checks = machine.page["checks"]
    assert (checks["comparisons"], checks["alarms"]) == (3, 1)
    assert checks["low"] < 1 / 3 < checks["high"]


def test_an_administrator_puts_in_and_lets_out_and_is_named_for_it(
    machine: Machine, api: TestClient, make_key: MakeKey
) -> None:
    path = f"machines/{machine.id}/quarantine"
    triager = Person(api, make_key(Scope.TRIAGE, Scope.READ))
    refused = api.post(f"{MAIN}/{path}", json={"why": "x"}, headers=triager.headers)
    assert refused.status_code == 403
    assert machine.send(path, why="its fan is broken").status_code == 204
    assert machine.send(path, why="again").status_code == 409
    assert machine.watch() == 1, "it is checked at once"
    machine.report("meanwhile", STEADY)
    new, old = (one["id"] for one in machine.ask("runs?limit=2")["rows"])
    said = machine.ask(f"comparison?baseline=run:{old}&contender=run:{new}")["noisy_machines"]
    assert [one["text"].split(" from ")[0] for one in said] == ["which was in quarantine"]
    assert machine.send(f"{path}/end", why="a new fan").status_code == 204
    assert machine.send(f"{path}/end", why="again").status_code == 409
    (stay,) = machine.page["quarantines"]
    assert (stay["why"], stay["why_lifted"]) == ("its fan is broken", "a new fan")
    assert stay["by"] == stay["lifted_by"] != "Tidemark"


def test_where_no_agent_takes_jobs_only_a_person_ends_it(machine: Machine) -> None:
    """Nothing is checked there: a page that promised a check would be waited for in vain."""
    told = [machine.page["ends_by_itself"]]
    assert machine.send(f"machines/{machine.id}/quarantine", why="x").is_success
    told.append(machine.page["ends_by_itself"])
    with machine.engine.begin() as connection:
        connection.execute(text("update agent set asked_at = asked_at - interval '2 days'"))
    told.append(machine.page["ends_by_itself"])
    assert (told, machine.watch()) == ([False, True, False], 0)
    (listed,) = machine.ask("machines")["rows"]
    assert (listed["quarantine"]["why"], listed["ends_by_itself"]) == ("x", False)


def test_where_the_agent_is_of_a_far_version_nothing_is_checked(machine: Machine) -> None:
    """It asks for work, and is given none: a check of its machine would wait for ever."""
    assert machine.send(f"machines/{machine.id}/quarantine", why="x").is_success
    assert machine.page["ends_by_itself"]
    major, minor, _ = VERSION.split(".")
    near = machine.agent
    far = f"tidemark-agent {major}.{int(minor) + 2}.0"
    replace(near, version=far).register()
    assert near.seek() is None
    assert (machine.page["ends_by_itself"], machine.watch()) == (False, 0)
    near.register()
    assert (machine.page["ends_by_itself"], machine.watch()) == (True, 1)


def test_a_steady_check_whose_runs_were_vetoed_lets_nobody_out(machine: Machine) -> None:
    """Two arms that are disturbed alike differ in nothing."""
    assert machine.send(f"machines/{machine.id}/quarantine", why="x").is_success
    assert machine.watch() == 1
    vetoed = {"control": {"verdict": "veto", "works": []}}
    job = machine.check(STEADY[::-1], conditions=vetoed)
    verdict = machine.person.look(job)["job"]["verdict"]["sentence"]
    assert "; the control benchmark vetoed a run of it all the same" in verdict
    assert machine.page["quarantine"] is not None


@pytest.mark.parametrize(
    "said",
    [
        {"noise": {"score": 40.0}},
        {"noise": {"score": 95.0}, "foreign": {"limit": 0.1, "median": 0.6}},
    ],
)
def test_a_steady_check_of_a_machine_that_is_never_fit_lets_it_out(
    machine: Machine, said: dict[str, Any]
) -> None:
    """What is noisy or crowded still gives good answers in turns."""
    assert machine.send(f"machines/{machine.id}/quarantine", why="x").is_success
    assert machine.watch() == 1
    job = machine.check(STEADY[::-1], conditions=said)
    verdict = machine.person.look(job)["job"]["verdict"]["sentence"]
    assert verdict.endswith("differed from itself in none of 1 result.")
    assert machine.page["fitness"]["verdict"] == "not fit"
    assert machine.page["quarantine"] is None


def test_a_check_that_began_before_a_quarantine_does_not_put_off_the_next(
    machine: Machine,
) -> None:
    machine.ask_check()
    lease = machine.agent.seek()
    assert machine.send(f"machines/{machine.id}/quarantine", why="x").is_success
    machine.check(STEADY[::-1], lease)
    assert machine.page["quarantine"] is not None
    assert machine.watch() == 1, "it is checked at once"


def test_an_a_a_job_of_what_somebody_chose_lets_nobody_out(machine: Machine) -> None:
    assert machine.send(f"machines/{machine.id}/quarantine", why="x").is_success
    job = machine.person.ask(kind="aa", only=["search"], rounds=3, testbed=machine.agent.testbed)
    assert machine.check(STEADY[::-1]) == job
    assert machine.person.look(job)["job"]["verdict"]["finding"] == "steady"
    assert machine.page["quarantine"] is not None


def test_a_check_waits_only_for_what_its_agent_takes(
    machine: Machine, api: TestClient, make_key: MakeKey
) -> None:
    for _ in range(3):
        machine.person.ask(testbed=machine.agent.testbed)
    assert machine.send(f"machines/{machine.id}/quarantine", why="x").is_success

    def offer() -> Any:
        said = machine.ask(f"jobs/self-checks/{machine.id}")
        return said["agents"], said["offer"]["ahead"], said["offer"]["starts_in"] is not None

    assert offer() == ([machine.agent.name], 0, True)
    waits = machine.person.look(machine.ask_check())["job"]
    assert waits["waits_for"] == "the next agent that asks takes it"
    assert waits["starts_in"]["seconds"] == 0.0
    other = FleetAgent(api, make_key(Scope.AGENT), "another", machine.agent.testbed).register()
    assert other.seek() is not None
    with machine.engine.begin() as connection:
        connection.execute(text("update agent set asked_at = null where name <> 'another'"))
    assert offer()[::2] == ([], False), "no other agent checks it"
