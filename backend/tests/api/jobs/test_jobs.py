"""Jobs over the API: asked for, taken, lost, ended, each counted once."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import a_history, a_report
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import (
    COMMITS,
    MAIN,
    FleetAgent,
    NewAgent,
    Person,
    end_pause,
    lose,
)
from backend.tests.services.changes.test_drifts import sliding


def test_a_testbed_that_is_renamed_keeps_the_agents_whose_key_is_bound_to_it(
    engine: Engine, project: Project, api: TestClient, person: Person, make_key: MakeKey
) -> None:
    fill(engine, project, a_report())
    bound = make_key(Scope.AGENT, Scope.REPORT, testbed="box")
    agent = FleetAgent(api, bound).register()
    names = f"{MAIN}/names/testbed"
    (testbed,) = api.get(names, headers=person.headers).json()["rows"]
    renamed = api.patch(f"{names}/{testbed['id']}", json={"name": "rig"}, headers=person.headers)
    assert renamed.is_success, renamed.text
    for name in ("box", "rig"):
        FleetAgent(api, bound, testbed=name).register()
        sent = api.post(f"{MAIN}/reports", json=a_report(testbed=name), headers=bound)
        assert sent.status_code == 201, sent.text
    with engine.connect() as connection:
        number = connection.execute(text("select id from agent")).scalar_one()
    heard = api.post(f"{MAIN}/agents/{number}/beats", json={"state": "idle"}, headers=bound)
    assert heard.is_success, heard.text
    job = person.ask()
    assert agent.seek()["id"] == job
    another = api.post(f"{MAIN}/reports", json=a_report(testbed="attic"), headers=bound)
    assert (another.status_code, "bound to the testbed" in another.text) == (403, True)


def test_a_job_goes_from_the_one_who_asks_to_the_agent_and_back(
    person: Person, new_agent: NewAgent
) -> None:
    agent = new_agent(labels=("linux",))
    assert agent.seek() is None
    job = person.ask(kind="compare", commits=COMMITS, only=["search"], rounds=6, labels=["linux"])
    lease = agent.seek()
    assert (lease["id"], lease["lease"], lease["kind"]) == (job, 1, "compare")
    assert [arm["commit"] for arm in lease["arms"]] == ["c1", "c2"]
    assert (lease["only"], lease["rounds"], lease["mode"]) == (["search"], 6, "quick")
    assert person.state(job) == "leased"
    told = agent.beat(lease, stage="building", lines=["cargo build"]).json()
    assert told == {"lease_seconds": 60, "cancel": None}
    agent.beat(lease, done=3, total=6, lines=["round 3"])
    shown = person.look(job)["job"]
    assert (shown["state"], shown["agent"], shown["testbed"]) == ("running", "box-agent", "box")
    assert shown["progress"] == {"stage": "measuring", "done": 3, "total": 6}
    assert agent.end(lease, why="6 rounds").status_code == 204
    seen = person.look(job)
    assert [one["state"] for one in seen["events"]] == ["queued", "leased", "running", "finished"]
    assert all(one["at"] and one["why"] for one in seen["events"])
    assert person.log(job)["lines"] == ["cargo build", "round 3"]
    assert person.log(job, first=1)["lines"] == ["round 3"]


def test_the_same_commit_twice_is_two_arms(person: Person, new_agent: NewAgent) -> None:
    person.ask(kind="aa")
    assert [arm["commit"] for arm in new_agent().seek()["arms"]] == ["c1", "c1"]


def test_a_testbed_measures_one_job_at_a_time_unless_its_tags_allow_more(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    one, other, third = (new_agent(f"agent-{place}") for place in range(3))
    elsewhere = new_agent("elsewhere", "another")
    for _ in range(4):
        person.ask()
    first = one.seek()
    assert first is not None
    assert other.seek() is None
    assert elsewhere.seek() is not None, "another testbed is free"
    with engine.begin() as connection:
        connection.execute(text('update testbed set tags = \'{"parallel": "2"}\''))
    assert other.seek() is not None
    assert third.seek() is None
    assert one.end(first).is_success
    assert third.seek() is not None


def test_many_agents_that_ask_at_once_never_get_the_same_job(
    person: Person, new_agent: NewAgent
) -> None:
    jobs = {person.ask() for _ in range(12)}
    agents = [new_agent(f"agent-{place}", f"bed-{place}") for place in range(16)]
    start = threading.Barrier(len(agents))

    def seek(agent: FleetAgent) -> Any:
        start.wait()
        found = agent.seek()
        # whoever lost every race looks again, as agents do
        return found if found is not None else agent.seek()

    with ThreadPoolExecutor(len(agents)) as pool:
        leases = [lease for lease in pool.map(seek, agents) if lease is not None]
    taken = [lease["id"] for lease in leases]
    assert len(taken) == len(set(taken))
    assert set(taken) <= jobs
    left = [agent.seek() for agent in agents]
    taken += [lease["id"] for lease in left if lease is not None]
    assert sorted(taken) == sorted(jobs), "and none is forgotten"


def test_whoever_lost_the_lease_is_told_so_and_changes_nothing(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    slow, quick = new_agent("slow"), new_agent("quick", "another")
    job = person.ask()
    lost = slow.seek()
    assert slow.beat(lost).is_success
    assert lose(engine) == 1
    assert person.state(job) == "queued"
    assert quick.seek() is None, "a fault of the machine is waited out"
    assert "after a fault of the machine" in person.look(job)["job"]["waits_for"]
    end_pause(engine)
    held = quick.seek()
    assert (held["id"], held["lease"]) == (job, 2)
    for said in (slow.beat(lost, lines=["late"]), slow.end(lost), slow.end(lost, "build failed")):
        assert said.status_code == 409
        assert "lease 1" in said.json()["detail"]
    assert person.state(job) == "leased"
    assert slow.beat(held).status_code == 404, "with another key, a lease is nobody's"
    assert person.log(job)["lines"] == []
    assert quick.end(held).is_success
    assert quick.end(held).status_code == 409


def test_a_late_report_of_a_lost_lease_is_kept_as_a_run_and_not_counted(
    person: Person, new_agent: NewAgent, engine: Engine, project: Project
) -> None:
    agent = new_agent()
    job = person.ask()
    agent.seek()
    lose(engine)
    end_pause(engine)
    held = agent.seek()
    reports = [
        a_report(
            idempotency_key=f"report-of-lease-{lease}", run={"job": {"id": job, "lease": lease}}
        )
        for lease in (1, 2)
    ]
    fill(engine, project, *reports)
    assert agent.end(held, reports=["report-of-lease-2"]).is_success
    runs = person.look(job)["runs"]
    assert [one["is_counted"] for one in runs] == [False, True]
    stored = person.api.get(f"{MAIN}/runs", headers=person.headers).json()["rows"]
    assert len(stored) == 2


def test_an_agent_that_is_lost_again_and_again_fails_the_job_and_build_failures_do_at_once(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agent = new_agent()
    job = person.ask()
    for _ in range(4):
        assert person.state(job) == "queued"
        end_pause(engine)
        assert agent.seek() is not None
        lose(engine)
    assert person.state(job) == "failed"
    broken = person.ask()
    lease = agent.seek()
    said = "error: expected `;`\nin main.rs"
    assert agent.end(lease, "build failed", why=said).is_success
    shown = person.look(broken)["job"]
    assert (shown["state"], shown["attempts"]) == ("failed", 1)
    assert shown["reason"].startswith("error: expected")


def test_a_waiting_job_is_cancelled_at_once_and_a_measured_one_by_its_agent(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agent = new_agent()
    waiting = person.ask()
    assert person.cancel(waiting) == 204
    assert person.state(waiting) == "cancelled"
    assert person.cancel(waiting) == 409
    assert agent.seek() is None
    measured = person.ask()
    lease = agent.seek()
    assert person.cancel(measured) == 204
    assert person.state(measured) == "leased"
    assert agent.beat(lease).json()["cancel"] == "cancelled by key test"
    assert agent.end(lease, "cancelled").is_success
    assert person.state(measured) == "cancelled"
    lost = person.ask()
    agent.seek()
    person.cancel(lost)
    lose(engine)
    assert person.state(lost) == "cancelled", "nobody measures again what nobody wants"


def test_a_spent_budget_ends_a_job_that_would_never_end(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agent = new_agent()
    job = person.ask(budget_minutes=5)
    lease = agent.seek()
    with engine.begin() as connection:
        connection.execute(text("update job set leased_at = now() - interval '8 minutes'"))
    why = agent.beat(lease, stage="building").json()["cancel"]
    assert why == "its budget of 5 min is spent"
    assert agent.end(lease, "cancelled", why=why).is_success
    shown = person.look(job)["job"]
    assert (shown["state"], shown["reason"]) == ("failed", why)


def test_the_queue_says_its_order_what_each_job_waits_for_and_how_long(
    person: Person, new_agent: NewAgent
) -> None:
    first, second, third = person.ask(), person.ask(), person.ask(labels=["gpu"])
    assert {one["waits_for"] for one in person.queue()["waiting"]} == {"no agent online"}
    agent = new_agent()
    lease = agent.seek()
    queue = person.queue()
    assert [one["id"] for one in queue["held"]] == [first] == [lease["id"]]
    assert [one["id"] for one in queue["waiting"]] == [second, third]
    assert queue["waiting"][1]["waits_for"] == "no agent has gpu"
    assert queue["waiting"][1]["starts_in"] is None
    estimate = queue["waiting"][0]["starts_in"]
    assert estimate["low"] <= estimate["seconds"] <= estimate["high"] <= 1800.0
    address = f"{MAIN}/jobs/{third}/priority"
    moved = person.api.put(address, json={"priority": 3}, headers=person.headers)
    assert moved.status_code == 204
    assert [one["id"] for one in person.queue()["waiting"]] == [third, second]
    agent.end(lease)
    over = person.queue()["over"]
    assert [(one["id"], one["state"]) for one in over] == [(first, "finished")]


def test_an_agent_sees_only_what_it_was_given(
    person: Person, new_agent: NewAgent, make_key: MakeKey
) -> None:
    agent = new_agent()
    job = person.ask()
    for address in ("/jobs", f"/jobs/{job}", f"/jobs/{job}/log"):
        assert person.api.get(MAIN + address, headers=agent.headers).status_code == 403
    assert agent.beat({"id": job, "lease": 1}).status_code == 404
    assert agent.end({"id": job, "lease": 1}).status_code == 404
    bound = FleetAgent(person.api, make_key(Scope.AGENT, testbed="mine"), agent.name)
    sought = {"agent": agent.name, "labels": []}
    refused = person.api.post(f"{MAIN}/jobs/leases", json=sought, headers=bound.headers)
    assert refused.status_code == 403
    unknown = sought | {"agent": "nobody"}
    refused = person.api.post(f"{MAIN}/jobs/leases", json=unknown, headers=agent.headers)
    assert refused.status_code == 404


@pytest.mark.parametrize("name", ["--upload-pack=touch /tmp/x", "main..evil", "$(id)", "a b"])
def test_what_git_could_take_for_an_option_is_refused(person: Person, name: str) -> None:
    body = {"kind": "run", "suite": "s", "commits": [{"commit": name, "branch": "m"}], "why": "x"}
    answer = person.api.post(f"{MAIN}/jobs", json=body, headers=person.headers)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] == "/commits/0"


def test_an_agent_that_waits_gets_work_when_it_comes(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agent = new_agent()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(agent.seek, 50)
        # it listens before it looks for the first time, and has looked when this is known
        wait_until(engine, "select count(*) from agent where asked_at is not null")
        job = person.ask()
        lease = waiting.result(timeout=45)
    assert lease["id"] == job


def wait_until(engine: Engine, question: str) -> None:
    """Wait until a count in the database is not 0."""
    for _ in range(600):
        with engine.connect() as connection:
            if connection.execute(text(question)).scalar_one():
                return
        time.sleep(0.05)
    raise AssertionError(f"never: {question}")


def test_a_change_lists_its_own_jobs_and_who_could_measure_another(
    engine: Engine, project: Project, person: Person, new_agent: NewAgent
) -> None:
    noise = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)
    levels = [(1.0 if i < 20 else 1.2) * (1 + noise[i % 7]) for i in range(40)]
    fill(engine, project, *a_history(levels))
    found = person.api.get(f"{MAIN}/changes", headers=person.headers).json()["rows"][0]
    address = f"{MAIN}/jobs?change={found['id']}"

    def of_change() -> Any:
        return person.api.get(address, headers=person.headers).json()

    empty = of_change()
    assert [empty[name] for name in ("waiting", "held", "over", "agents")] == [[], [], [], []]
    assert (empty["offer"]["ahead"], empty["offer"]["starts_in"]) == (0, None)
    person.ask()
    asked = [
        person.api.post(
            f"{MAIN}/jobs/confirmations", json={"change": found["id"]}, headers=person.headers
        ).json()["job"]["id"]
        for _ in range(2)
    ]
    assert asked[0] == asked[1]
    assert [one["id"] for one in of_change()["waiting"]] == asked[:1]
    agent = new_agent(testbed=found["series"]["testbed"])
    new_agent("elsewhere", "another").seek()
    lease = agent.seek()
    assert of_change()["agents"] == ["box-agent"]
    assert person.queue()["agents"] == ["box-agent", "elsewhere"]
    while lease["id"] != asked[0]:
        agent.end(lease)
        lease = agent.seek()
    assert [one["id"] for one in of_change()["held"]] == asked[:1]
    agent.end(lease)
    assert [one["id"] for one in of_change()["over"]] == asked[:1]
    nowhere = person.api.get(f"{MAIN}/jobs?change={2**40}", headers=person.headers)
    assert nowhere.status_code == 404


def test_a_drift_is_confirmed_by_both_its_ends(
    engine: Engine, project: Project, person: Person
) -> None:
    fill(engine, project, *a_history(sliding(1.4)))
    (found,) = person.api.get(f"{MAIN}/changes", headers=person.headers).json()["rows"]
    assert found["kind"] == "drift"
    asked = {"change": found["id"]}
    address = f"{MAIN}/jobs/confirmations"
    job = person.api.post(address, json=asked, headers=person.headers).json()["job"]
    names = [one["commit"] for one in job["target"]["commits"]]
    assert names == [found["previous_commit"]["name"], found["last_suspect"]["name"]]
    first, last = (int(name.removeprefix("r")) for name in names)
    assert last - first > 60


def test_a_job_is_moved_in_the_queue_by_who_may(
    api: TestClient, person: Person, new_agent: NewAgent, make_key: MakeKey
) -> None:
    agent = new_agent()
    first, second, third, fourth = (person.ask() for _ in range(4))

    def order() -> list[int]:
        return [one["id"] for one in person.queue()["waiting"]]

    assert person.move(third, first) == 204
    assert order() == [third, first, second, fourth]
    assert person.move(fourth, second) == 204
    assert order() == [third, first, fourth, second]
    assert person.move(third, None) == 204
    assert order() == [first, fourth, second, third]
    urgent = {"priority": 5}
    address = f"{MAIN}/jobs/{second}/priority"
    assert api.put(address, json=urgent, headers=person.headers).is_success
    assert person.move(third, second) == 204
    assert order() == [third, second, first, fourth]
    assert person.look(third)["job"]["priority"] == 5
    triager = Person(api, make_key(Scope.TRIAGE, Scope.READ))
    assert triager.move(first, third) == 403
    assert agent.seek()["id"] == third
    assert (person.move(first, third), person.move(third, None)) == (409, 409)


def test_a_job_is_moved_among_others_that_have_one_turn(person: Person, engine: Engine) -> None:
    """Everybody who has nothing waiting gets the same turn."""
    first, second, third, fourth = (person.ask() for _ in range(4))
    with engine.begin() as connection:
        connection.execute(text("update job set turn = 0"))
    for job, before, order in (
        (third, second, [first, third, second, fourth]),
        (first, second, [third, first, second, fourth]),
        (fourth, first, [third, fourth, first, second]),
        (second, first, [third, fourth, second, first]),
    ):
        assert person.move(job, before) == 204
        assert [one["id"] for one in person.queue()["waiting"]] == order
