"""Of the agents that measure their own schedules, one makes room for each job that waits."""

from sqlalchemy import Engine, text

from backend.tests.api.jobs.fleet import MAIN, FleetAgent, NewAgent, Person


def at_work(agent: FleetAgent, done: int) -> FleetAgent:
    """Let an agent measure its schedule, so many samples of it, and look for jobs."""
    introduced = {"name": agent.name, "testbed": agent.testbed, "version": "1"}
    machine = {"name": agent.name, "fingerprint": {}}
    body = introduced | {"machine": machine}
    number = agent.api.post(f"{MAIN}/agents", json=body, headers=agent.headers).json()["id"]
    beat = {"state": "running", "suite": "s", "progress": {"done": done, "total": 100}}
    address = f"{MAIN}/agents/{number}/beats"
    assert agent.api.post(address, json=beat, headers=agent.headers).is_success
    assert agent.look() is None
    return agent


def test_one_job_pauses_one_of_two_agents(person: Person, new_agent: NewAgent) -> None:
    late, early = (at_work(new_agent(f"a{n}", f"box-{n}"), 90 - 80 * n) for n in (0, 1))
    job = person.ask()
    assert late.look() is None, "it has measured more, and nothing of that is to be lost"
    assert early.look() == job
    assert late.look() is None, "another one makes room"
    second = person.ask(why="one more")
    assert late.look() == second
    assert early.look() == job, "asked again, it is told the same"
    assert early.seek()["id"] == job
    assert late.seek()["id"] == second


def test_labels_that_a_job_prefers_choose_who_makes_room(
    person: Person, new_agent: NewAgent
) -> None:
    quiet = at_work(new_agent("quiet", "box-1", labels=("quiet",)), 90)
    other = at_work(new_agent("other", "box-2"), 1)
    job = person.ask(preferred=["quiet"])
    assert (other.look(), quiet.look()) == (None, job)


def test_nobody_makes_room_where_another_agent_has_nothing_to_do(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    busy, idle = at_work(new_agent("busy", "box-1"), 5), new_agent("idle", "box-2")
    assert idle.seek() is None
    job = person.ask()
    assert busy.look() is None
    with engine.begin() as connection:
        gone = "update agent set asked_at = now() - interval '4 minutes' where name = 'idle'"
        connection.execute(text(gone))
    assert busy.look() == job, "it was not heard of for minutes"


def test_an_agent_that_takes_another_job_keeps_nobody_from_making_room(
    person: Person, new_agent: NewAgent
) -> None:
    first, second = (at_work(new_agent(f"a{n}", f"box-{n}"), n) for n in (0, 1))
    job = person.ask()
    assert (second.look(), first.look()) == (None, job)
    urgent = person.ask(why="more urgent", testbed="box-0")
    assert person.move(urgent, before=job) == 204
    assert first.seek()["id"] == urgent
    assert second.look() == job
