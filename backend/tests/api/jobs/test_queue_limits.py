"""One person does not fill the queue of all others, and no gap interrupts a schedule."""

from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.rights import Scope
from backend.settings import settings
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import COMMITS, MAIN, NewAgent, Person

THE_SAME_AGAIN = """
insert into job (project_id, kind, suite, target, budget_minutes, asker, asked_by, why, turn,
                 turn_end)
select project_id, kind, suite, target, budget_minutes, asker, asked_by, why, turn, turn_end
from job, generate_series(2, :most)
"""


def test_one_person_fills_the_queue_up_to_a_limit_and_is_told_when_there_is_room_again(
    person: Person, api: TestClient, make_key: MakeKey, new_agent: NewAgent, engine: Engine
) -> None:
    person.ask()
    most = settings().queued_jobs
    with engine.begin() as connection:
        connection.execute(text(THE_SAME_AGAIN), {"most": most})
    body = {"kind": "run", "suite": "runtime", "commits": COMMITS[:1], "why": "x"}
    refused = api.post(f"{MAIN}/jobs", json=body, headers=person.headers)
    assert refused.status_code == 422
    said = refused.json()["detail"]
    assert f"has {most} jobs in the queue, and {most} is the most" in said
    assert "ask again when an agent has taken one of them" in said
    Person(api, make_key(Scope.ADMIN)).ask(why="somebody else")
    assert new_agent().seek() is not None
    person.ask(why="there is room")


def test_a_run_of_the_schedule_makes_room_only_for_the_job_that_is_in_front(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agent = new_agent()
    gap = person.ask(why="fills a gap")
    with engine.begin() as connection:
        connection.execute(text("update job set kind = 'backfill'"))
    assert agent.look() is None
    job = person.ask(why="somebody waits")
    assert agent.look() is None, "the gap would be measured first"
    assert person.move(job, before=gap) == 204
    assert agent.look() == job
    assert agent.seek()["id"] == job, "what it makes room for, it is given"
