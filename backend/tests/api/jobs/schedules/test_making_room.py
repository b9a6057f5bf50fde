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


def test_an_agent_whose_next_job_interrupts_nothing_keeps_nobody_from_making_room(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    """It has measured least, but goes on for the gap that is filled on its testbed first."""
    far, near = (at_work(new_agent(f"a{n}", f"box-{n}"), 90 - 80 * n) for n in (0, 1))
    gap = person.ask(testbed="box-1", why="a gap")
    with engine.begin() as connection:
        fill_gap = text("update job set kind = 'backfill' where id = :id")
        connection.execute(fill_gap, {"id": gap})
    job = person.ask(why="an answer")
    assert near.look() is None
    assert far.look() == job


def test_a_promise_ends_where_another_takes_the_place_on_the_testbed(
    person: Person, new_agent: NewAgent
) -> None:
    told, other = (at_work(new_agent(f"a{n}", f"box-{n}"), n) for n in (0, 1))
    beside = new_agent("beside", "box-0")
    job = person.ask(why="an answer")
    assert (told.look(), other.look()) == (job, None)
    urgent = person.ask(why="more urgent", testbed="box-0")
    assert person.move(urgent, before=job) == 204
    lease = beside.seek()
    assert lease["id"] == urgent
    assert other.look() == job, "the testbed measures one job at once"
    assert told.seek() is None, "it paused in vain"
    assert beside.end(lease).is_success
    assert told.look() is None, "it is not told again: another one makes room"


def test_an_agent_that_asked_for_work_in_vain_makes_room_no_more(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    told, other = (at_work(new_agent(f"a{n}", f"box-{n}"), n) for n in (0, 1))
    job = person.ask()
    assert told.look() == job
    later = "update job set not_before = now() + interval '1 hour'"
    with engine.begin() as connection:
        connection.execute(text(later))
    assert told.seek() is None
    with engine.begin() as connection:
        connection.execute(text("update job set not_before = null"))
        # it goes on with a suite that waits for no job any more
        gone = "update agent set looks_until = null, asked_at = null where name = 'a0'"
        connection.execute(text(gone))
    assert other.look() == job


def test_a_machine_in_quarantine_keeps_no_promise(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    told, other = (at_work(new_agent(f"a{n}", f"box-{n}"), n) for n in (0, 1))
    job = person.ask()
    assert (told.look(), other.look()) == (job, None)
    with engine.begin() as connection:
        put_in = (
            "insert into machine_quarantine (project_id, machine_id, since, why, by)"
            " select project_id, id, now(), 'x', 'x' from machine where name = 'a0'"
        )
        connection.execute(text(put_in))
    assert other.look() == job
