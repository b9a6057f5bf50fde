"""Machine minutes of people and projects: who has taken theirs waits, and nobody else does."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.rights import Scope
from backend.services.jobs.quotas import catch_up_with_others
from backend.storage.engine import transaction
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, NewAgent, Person

AGO = """
update job_event set at = at - make_interval(mins => :minutes) where job_id = :job;
update job set leased_at = leased_at - make_interval(mins => :minutes) where id = :job
"""


class Budgeted:
    """A project whose quotas somebody sets."""

    def __init__(self, person: Person, engine: Engine) -> None:
        self.person, self.engine = person, engine

    def set(self, **minutes: int | None) -> Any:
        said = self.person.api.put(f"{MAIN}/quotas", json=minutes, headers=self.person.headers)
        assert said.is_success, said.text
        return said.json()

    def read(self) -> Any:
        return self.person.api.get(f"{MAIN}/quotas", headers=self.person.headers).json()

    def let_pass(self, job: int, minutes: int) -> None:
        """Put what happened to a job so far into the past."""
        with self.engine.begin() as connection:
            for statement in AGO.split(";"):
                connection.execute(text(statement), {"job": job, "minutes": minutes})

    def measure(self, agent: FleetAgent, minutes: int) -> int:
        """Have the job in front measured for so long."""
        lease = agent.seek()
        self.let_pass(lease["id"], minutes)
        assert agent.end(lease).is_success
        return int(lease["id"])


@pytest.fixture
def budgeted(person: Person, engine: Engine) -> Budgeted:
    return Budgeted(person, engine)


def test_who_has_used_their_minutes_waits_and_others_do_not(
    budgeted: Budgeted, person: Person, api: TestClient, make_key: MakeKey, new_agent: NewAgent
) -> None:
    """What is asked for beyond the quota is taken on; its row says when it begins."""
    agent, other = new_agent(), Person(api, make_key(Scope.ADMIN))
    assert budgeted.set(person_minutes=60)["person_minutes"] == 60
    done = person.ask(budget_minutes=60)
    assert budgeted.measure(agent, 60) == done
    later = person.ask(why="beyond the quota")
    others = other.ask(why="somebody else")

    told = person.look(later)["job"]
    assert "has used 60 of 60 min in 24 h; starts after" in told["waits_for"]
    assert told["starts_in"]["seconds"] > 22 * 3600
    assert other.look(others)["job"]["waits_for"] == "the next agent that asks takes it"
    assert agent.seek()["id"] == others
    (spent, _) = budgeted.read()["people"]
    assert (round(spent["spent"]), spent["minutes"]) == (60, 60)
    assert spent["frees_at"] is not None
    own = budgeted.read()["own"]
    assert (own["who"], round(own["spent"]), own["minutes"]) == (spent["who"], 60, 60)
    assert own["frees_at"] is not None
    assert Budgeted(other, budgeted.engine).read()["own"]["frees_at"] is None

    budgeted.let_pass(done, 24 * 60)
    assert person.look(later)["job"]["waits_for"] != told["waits_for"]


def test_minutes_are_free_again_after_a_day(
    budgeted: Budgeted, person: Person, new_agent: NewAgent
) -> None:
    agent = new_agent()
    budgeted.set(person_minutes=60)
    done = person.ask()
    budgeted.measure(agent, 60)
    later = person.ask()
    assert (agent.seek(), agent.look()) == (None, None), "no schedule pauses for it either"
    budgeted.let_pass(done, 23 * 60 + 1)
    assert agent.seek()["id"] == later


def test_many_agents_at_once_do_not_take_a_person_beyond_their_minutes(
    budgeted: Budgeted, person: Person, new_agent: NewAgent
) -> None:
    agents = [new_agent(f"agent-{place}", f"box-{place}") for place in range(3)]
    budgeted.set(person_minutes=45)
    for _ in agents:
        person.ask(budget_minutes=30)
    held = [agent.seek() for agent in agents]
    assert [one is not None for one in held] == [True, True, False]
    (waits,) = person.queue()["waiting"]
    assert "a job that is measured may take the rest; starts when it ends" in waits["waits_for"]
    assert agents[0].end(held[0]).is_success
    assert agents[2].seek() is not None, "it ended before its budget did"


def test_the_minutes_of_a_project_are_those_of_all_its_jobs(
    budgeted: Budgeted, person: Person, api: TestClient, make_key: MakeKey, new_agent: NewAgent
) -> None:
    agent, other = new_agent(), Person(api, make_key(Scope.ADMIN))
    budgeted.set(project_minutes=90)
    for minutes in (45, 45):
        person.ask()
        budgeted.measure(agent, minutes)
    waits = other.ask()
    assert agent.seek() is None
    said = other.look(waits)["job"]["waits_for"]
    assert said.startswith("jobs of the project have used 90 of 90 min in 24 h")
    assert budgeted.set()["project_minutes"] is None
    assert agent.seek()["id"] == waits


def test_who_waited_for_minutes_goes_on_beside_the_others(
    budgeted: Budgeted, person: Person, api: TestClient, make_key: MakeKey, new_agent: NewAgent,
    engine: Engine,
) -> None:  # fmt: skip
    """Jobs that waited a day would else be due before all that others ask for meanwhile."""
    agent, other = new_agent(), Person(api, make_key(Scope.ADMIN))
    budgeted.set(person_minutes=30)
    done = person.ask()
    budgeted.measure(agent, 30)
    mine = [person.ask() for _ in range(3)]
    for _ in range(2):
        other.ask(budget_minutes=60)
        budgeted.measure(agent, 1)
    with transaction(engine) as session:
        catch_up_with_others(session)
    theirs = Person(api, make_key(Scope.ADMIN)).ask(why="asks for the first time")
    budgeted.set(person_minutes=300)
    waiting = [one["id"] for one in person.queue()["waiting"]]
    assert waiting.index(theirs) < waiting.index(mine[1])
    assert sorted(waiting) == sorted([*mine, theirs])
    assert done not in waiting


def test_only_who_decides_who_belongs_sets_quotas(
    api: TestClient, make_key: MakeKey, budgeted: Budgeted
) -> None:
    triager = make_key(Scope.TRIAGE, Scope.READ)
    refused = api.put(f"{MAIN}/quotas", json={"person_minutes": 5}, headers=triager)
    assert refused.status_code == 403
    assert api.get(f"{MAIN}/quotas", headers=triager).status_code == 200
    bad = api.put(f"{MAIN}/quotas", json={"person_minutes": 0}, headers=budgeted.person.headers)
    assert bad.status_code == 422
