"""What an agent's schedule has due is a job of its own: queued once, and taken by that agent."""

from typing import Any

import pytest
from sqlalchemy import Engine

from backend.tests.api.jobs.fleet import MAIN, FleetAgent, NewAgent, Person, lose


@pytest.fixture
def agent(new_agent: NewAgent) -> FleetAgent:
    return new_agent("box-agent", "box")


def shown(person: Person, job: int) -> Any:
    return person.look(job)["job"]


def test_what_is_due_is_queued_once_and_is_of_its_agent_alone(
    person: Person, agent: FleetAgent, new_agent: NewAgent
) -> None:
    other = new_agent("other", "box")
    said = agent.due()
    assert said == agent.due(), "asked again, after a restart for example"
    assert said["is_over"] is False
    assert agent.due(since="2026-11-28T06:00:00Z") == said, "the first one still waits"
    queue = person.queue()
    assert [one["id"] for one in queue["waiting"]] == [said["job"]]
    job = queue["waiting"][0]
    assert (job["kind"], job["testbed"], job["is_scheduled"]) == ("run", "box", True)
    assert job["asked_by"] == "schedule of box-agent"
    assert job["starts_in"] is not None, "it has its ETA"
    assert other.seek() is None, "another agent of the testbed has its own schedule"
    lease = agent.seek()
    assert (lease["id"], lease["is_scheduled"]) == (said["job"], True)
    assert agent.due(since="2026-11-28T06:00:00Z") == said, "it is measured"
    assert agent.end(lease).is_success
    assert agent.due() == {"job": said["job"], "is_over": True}
    later = agent.due(since="2026-11-28T06:00:00Z")
    assert later["job"] != said["job"]
    assert later["is_over"] is False


def test_jobs_that_somebody_asked_for_go_first_until_it_is_overdue(
    person: Person, agent: FleetAgent
) -> None:
    due = agent.due()["job"]
    asked = person.ask(testbed="box")
    first = agent.seek()
    assert first["id"] == asked
    assert agent.end(first).is_success
    person.ask(testbed="box")
    assert agent.due(is_overdue=True)["job"] == due
    assert agent.seek()["id"] == due


def test_a_run_that_makes_room_waits_again_without_a_fault(
    person: Person, agent: FleetAgent
) -> None:
    due = agent.due()["job"]
    for _ in range(6):  # more often than faults are forgiven
        lease = agent.seek()
        assert lease["id"] == due
        asked = person.ask(testbed="box")
        assert agent.look() == asked, "a scheduled run takes no place of its testbed"
        why = f"makes room for job {asked} after 7 rounds"
        assert agent.end(lease, "made room", why=why).is_success
        assert (shown(person, due)["state"], shown(person, due)["reason"]) == ("queued", why)
        taken = agent.seek()
        assert taken["id"] == asked
        assert agent.end(taken).is_success


def test_other_agents_of_the_testbed_take_jobs_while_a_schedule_is_measured(
    person: Person, agent: FleetAgent, new_agent: NewAgent
) -> None:
    other = new_agent("other", "box")
    agent.due()
    agent.seek()
    asked = person.ask(testbed="box")
    assert other.seek()["id"] == asked
    assert agent.look() is None


def test_a_lost_run_waits_for_its_agent_at_once(
    person: Person, agent: FleetAgent, engine: Engine
) -> None:
    due = agent.due()["job"]
    lost = agent.seek()
    assert lose(engine) == 1
    again = agent.seek()
    assert (again["id"], again["lease"]) == (due, lost["lease"] + 1)
    measured_alone = agent.end(again, "cancelled", why="measured by its agent meanwhile")
    assert measured_alone.is_success
    job = shown(person, due)
    assert (job["state"], job["reason"]) == ("cancelled", "measured by its agent meanwhile")


def test_what_somebody_cancelled_is_due_no_more(person: Person, agent: FleetAgent) -> None:
    due = agent.due()["job"]
    assert person.cancel(due) == 204
    assert agent.due() == {"job": due, "is_over": True}


def test_a_schedule_counts_for_no_quota_and_waits_for_none(
    person: Person, agent: FleetAgent, new_agent: NewAgent
) -> None:
    quotas = {"person_minutes": None, "project_minutes": 1}
    address = f"{MAIN}/quotas"
    assert person.api.put(address, json=quotas, headers=person.headers).is_success
    assert agent.seek() is None
    far = new_agent("far-agent", "far")
    far.due()
    assert far.seek() is not None
    first = person.ask(testbed="far")
    assert shown(person, first)["waits_for"] is not None
    assert "used" not in shown(person, first)["waits_for"]
    assert far.seek()["id"] == first, "a schedule takes nobody's minutes"
    asked = person.ask(testbed="box")
    assert "used" in shown(person, asked)["waits_for"]
    due = agent.due()["job"]
    assert agent.seek()["id"] == due
    people = person.api.get(address, headers=person.headers).json()["people"]
    assert "schedule of box-agent" not in {one["who"] for one in people}


def test_no_agent_offers_the_label_of_another(agent: FleetAgent, new_agent: NewAgent) -> None:
    thief = new_agent("thief", "box", labels=("agent:box-agent",))
    due = agent.due()["job"]
    assert thief.seek() is None
    assert agent.seek()["id"] == due


def test_what_schedules_measured_pushes_no_job_of_people_from_the_list(
    person: Person, agent: FleetAgent
) -> None:
    asked = person.ask(testbed="box")
    assert agent.end(agent.seek()).is_success
    due = 0
    for hour in range(22):
        due = agent.due(since=f"2026-11-28T{hour:02}:00:00Z")["job"]
        lease = agent.seek()
        assert lease["id"] == due
        assert agent.end(lease).is_success
    over = [one["id"] for one in person.queue()["over"]]
    assert over[0] == due, "the newest first"
    assert over[-1] == asked
    assert len(over) == 21
