"""Jobs as people see them: the queue, and a job whose log grows while its agent measures."""

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from backend.domain.people.rights import Scope
from backend.testing.browser import Visitor
from backend.testing.builders import a_history, dated
from backend.testing.stack import Stack, wait_until
from backend.tests.browser.layout import layout_faults

pytestmark = pytest.mark.browser

COMMITS = [
    {"commit": "badc0de1" * 5, "branch": "main"},
    {"commit": "c0ffee12" * 5, "branch": "main"},
]
HOSTILE = "<img src=x onerror=alert(1)>"


PATIENCE_S = 300.0


def ask(client: httpx.Client, why: str, **more: str) -> int:
    body = {"kind": "compare", "suite": "runtime-rust", "commits": COMMITS, "why": why}
    return int(client.post("/jobs", json=body | more).json()["job"]["id"])


def lease(agent: httpx.Client) -> Any:
    """Register an agent, and take the job that is next."""
    introduction = {
        "name": "box-agent",
        "testbed": "lab",
        "version": "1",
        "machine": {"name": "box", "fingerprint": {}},
    }
    assert agent.post("/agents", json=introduction).is_success
    sought = {"agent": "box-agent", "labels": [], "wait_seconds": 0}
    return agent.post("/jobs/leases", json=sought).json()["job"]


def test_a_job_is_followed_while_it_runs_and_cancelled_by_who_watches(
    stack: Stack, person: Visitor
) -> None:
    with stack.client("fleet", Scope.TRIAGE, Scope.READ) as asker, stack.client("fleet") as agent:
        job = ask(asker, "does reusing buffers help?")
        held = lease(agent)
        assert held["id"] == job
        ask(asker, "the same again, later", testbed="lab")

        def beat(done: int, *lines: str) -> Any:
            said = {"lease": held["lease"], "stage": "measuring", "done": done, "total": 12}
            rounds = [
                {
                    "variant": "search n=1",
                    "metric": "time",
                    "round": at,
                    "arms": [1.0, 1.1 + at / 1e3],
                }
                for at in range(1, done + 1)
            ]
            more = {"lines": lines, "rounds": rounds}
            return agent.post(f"/jobs/{job}/beats", json=said | more).json()

        beat(1, "cargo build --release", HOSTILE)
        person.open(f"{stack.url}/p/fleet/jobs")
        person.wait_for_answer("1 job running, 1 waiting")
        person.see("does reusing buffers help?")
        person.see("1 job before it")
        person.keep("jobs")
        person.page.get_by_role("link", name=f"Comparison {job}").click()
        person.see(HOSTILE)
        person.see("1 round came in; the first interval comes with the third one.")
        beat(7, "round 7 of 12")
        person.see("round 7 of 12")
        person.see("Effect by rounds: search n=1, time")
        person.keep("job")
        person.page.get_by_role("button", name=f"Cancel job {job}").click()
        wait_until(lambda: beat(7)["cancel"] is not None, "the agent is told to stop")
        ending = {"lease": held["lease"], "outcome": "cancelled", "why": ""}
        assert agent.post(f"/jobs/{job}/endings", json=ending).is_success
    person.see("cancelled by Administrator")
    person.see("c0ffee12 to badc0de1, 7 rounds")
    person.page.reload()
    person.see("Effect by rounds: search n=1, time")


def test_what_a_schedule_has_due_stands_in_the_queue_and_makes_room(
    stack: Stack, person: Visitor
) -> None:
    with (
        stack.client("nightly", Scope.TRIAGE, Scope.READ) as asker,
        stack.client("nightly") as agent,
    ):
        assert lease(agent) is None
        suite = {"suite": "runtime-rust", "due": "2026-11-28T05:00:00Z"} | COMMITS[0]
        due = agent.post("/jobs/scheduled", json={"agent": "box-agent"} | suite).json()["job"]
        person.open(f"{stack.url}/p/nightly/jobs")
        person.wait_for_answer("1 job waiting, none running")
        person.see("due since 2026-11-28 05:00 UTC")
        person.see("schedule of box-agent,")
        assert "2026-11-28T05:00:00Z" not in person.page.locator("main").inner_text()
        faults: list[str] = []
        person.keep("jobs-scheduled", lambda _: faults.extend(layout_faults(person.page)))
        assert faults == []
        held = lease(agent)
        assert held["id"] == due
        asked = ask(asker, "is the new allocator slower?", testbed="lab")
        person.wait_for_answer("1 job running, 1 waiting")
        why = f"runtime-rust: makes room for job {asked} after 3 rounds"
        ending = {"lease": held["lease"], "outcome": "made room", "why": why}
        assert agent.post(f"/jobs/{due}/endings", json=ending).is_success
        assert lease(agent)["id"] == asked
        person.see("1 job before it")
        person.page.get_by_role("link", name=f"Run {due}").click()
        person.see(why)
        person.keep("job-scheduled")


def test_a_change_is_confirmed_from_its_page(stack: Stack, person: Visitor) -> None:
    levels = [(1.0 if i < 20 else 1.2) * (1 + 0.001 * (i % 3)) for i in range(40)]
    with stack.client("slower") as client:
        for report in dated(a_history(levels), datetime.now(UTC)):
            assert client.post("/reports", json=report).status_code == 201
        wait_until(lambda: client.get("/changes").json()["rows"], "the change is found", PATIENCE_S)
        change = client.get("/changes").json()["rows"][0]
    person.open(f"{stack.url}/p/slower/changes/{change['id']}")
    person.see("is free: the job waits until one is free or started")
    person.keep("change-unconfirmed")
    person.page.get_by_role("button", name="Confirm", exact=True).click()
    person.see("no agent online")
    person.keep("change-asked")
    person.page.get_by_role("link", name="Confirmation").click()
    person.wait_for_answer("waiting")
    person.see(f"confirm the change of {change['series']['benchmark']}")


def test_waiting_jobs_are_moved_by_dragging_and_by_keys(stack: Stack, person: Visitor) -> None:
    with stack.client("ordered", Scope.ADMIN) as client:
        first, second, third = (ask(client, f"question {place}") for place in range(3))
        person.open(f"{stack.url}/p/ordered/jobs")
        handle = person.page.get_by_role("button", name=f"Move job {third}:")
        handle.drag_to(person.page.get_by_role("link", name=f"Comparison {first}"))

        def order() -> list[int]:
            return [one["id"] for one in client.get("/jobs").json()["waiting"]]

        wait_until(lambda: order() == [third, first, second], "the job is dropped on the first")
        person.page.get_by_role("button", name=f"Move job {first}:").press("ArrowDown")
        wait_until(lambda: order() == [third, second, first], "the job is moved down by a key")
        person.keep("jobs-order")
