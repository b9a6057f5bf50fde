"""What an agent measures by its own schedule makes room for a job, and is whole afterwards."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from backend.domain.people.rights import Scope
from backend.testing.browser import Visitor
from backend.testing.stack import Stack, wait_for, wait_until
from backend.tests.browser.machines.measured_repository import SUITE, MeasuredRepository

pytestmark = [pytest.mark.agent, pytest.mark.browser, pytest.mark.long]

PATIENCE_S = 400.0
ROUNDS, JOB_ROUNDS = 24, 30
SCHEDULE = f"""
[[run]]
suite = "{SUITE}"
mode = "full"
on_start = true
"""


def runs_by(client: httpx.Client, trigger: str) -> list[Any]:
    rows = client.get("/runs").json()["rows"]
    runs = [client.get(f"/runs/{row['id']}").json() for row in rows]
    return [one for one in runs if one["trigger"] == trigger]


def paused_run(client: httpx.Client) -> Any:
    return next(iter(client.get("/jobs").json()["paused"]), None)


def samples_of(client: httpx.Client, trigger: str) -> list[int]:
    """Return how many samples each result of the only run has that something asked for."""
    wait_until(lambda: runs_by(client, trigger), f"the run by {trigger}", PATIENCE_S)
    (run,) = runs_by(client, trigger)
    rows = client.get(f"/runs/{run['id']}/results").json()["rows"]
    return [row["n"] for row in rows]


@pytest.fixture
def repository(stack: Stack, program: Path, tmp_path: Path) -> Iterator[MeasuredRepository]:
    """Give a suite that an agent is measuring by its schedule."""
    made = MeasuredRepository.make(tmp_path, program, [1.0])
    made.slow_down(0.5, ROUNDS)
    agent = made.serve(stack, "room", SCHEDULE)
    yield made
    agent.terminate()
    agent.wait(timeout=60)


@pytest.mark.nightly(
    shorter=[
        (
            "browser/machines/test_jobs.py"
            "::test_what_a_schedule_has_due_stands_in_the_queue_and_makes_room"
        ),
        (
            "api/jobs/schedules/test_schedules.py"
            "::test_a_run_that_makes_room_waits_again_without_a_fault"
        ),
    ]
)
def test_a_scheduled_run_waits_since_its_round_for_a_job_and_both_are_whole(
    stack: Stack, person: Visitor, repository: MeasuredRepository
) -> None:
    commits = [{"commit": repository.commits[-1], "branch": "main"}]
    with stack.client("room", Scope.ADMIN, Scope.READ) as client:
        wait_until(
            lambda: "measuring: " in (repository.folder / "log").read_text(),
            "some rounds of the schedule are over",
            PATIENCE_S,
        )
        body = {"kind": "run", "suite": SUITE, "commits": commits, "why": "is it fast?"}
        asked = client.post("/jobs", json=body | {"mode": "full", "rounds": JOB_ROUNDS})
        job = int(asked.json()["job"]["id"])
        paused = wait_for(lambda: paused_run(client), "the run makes room", PATIENCE_S)
        assert (paused["suite"], paused["job"]) == (SUITE, job)
        assert 0 < paused["rounds"] < ROUNDS
        sentence = f"{SUITE} waits since round {paused['rounds']} for job {job}"
        person.open(f"{stack.url}/p/room/jobs")
        person.see(sentence)
        person.keep("jobs-paused")
        machine = client.get("/machines").json()["rows"][0]["id"]
        person.open(f"{stack.url}/p/room/machines/{machine}")
        person.see(sentence)
        person.keep("machine-paused")
        assert set(samples_of(client, "job")) == {JOB_ROUNDS}
        assert set(samples_of(client, "schedule")) == {ROUNDS}
        assert client.get(f"/jobs/{job}").json()["job"]["state"] == "finished"
        wait_until(lambda: paused_run(client) is None, "nothing waits any more", PATIENCE_S)
