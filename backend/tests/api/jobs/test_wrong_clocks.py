"""A lease lasts as the server's clock says, however wrong that of the agent is."""

import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from backend.bench.chaos.site import compiled_clock
from backend.domain.people.rights import Scope
from backend.services.jobs.lease import LEASE_S
from backend.storage.database_urls import driver_url
from backend.testing.stack import Stack, wait_until
from backend.tests.browser.machines.measured_repository import SUITE, MeasuredRepository

pytestmark = [pytest.mark.agent, pytest.mark.long(seconds=240)]

PATIENCE_S = 400.0
HOUR_S = 3600
ROUNDS = 12
LEFT = "select extract(epoch from lease_until - now())::float8 from job where id = %s"
Serve = Callable[[MeasuredRepository, str, int], subprocess.Popen[bytes]]


@pytest.fixture
def serve(stack: Stack, tmp_path: Path) -> Iterator[Serve]:
    """Give what starts an agent whose clock is wrong, and kill it after the test."""
    started: list[subprocess.Popen[bytes]] = []
    shim, clock = compiled_clock(tmp_path), tmp_path / "clock"
    assert shim is not None, "the agent needs a C compiler as well"

    def start(repository: MeasuredRepository, project: str, ahead_s: int) -> Any:
        clock.write_bytes(struct.pack("q", ahead_s))
        wrong = {"LD_PRELOAD": str(shim), "CHAOS_CLOCK": str(clock)}
        started.append(repository.serve(stack, project, **wrong))
        return started[-1]

    yield start
    for one in started:
        one.kill()
        one.wait(timeout=60)


def a_job(client: httpx.Client, repository: MeasuredRepository) -> int:
    commits = [{"commit": repository.commits[-1], "branch": "main"}]
    body = {"kind": "run", "suite": SUITE, "commits": commits, "why": "whose clock counts?"}
    asked = client.post("/jobs", json=body | {"mode": "full", "rounds": ROUNDS})
    assert asked.status_code == 201, asked.text
    return int(asked.json()["job"]["id"])


def seconds_left(stack: Stack, job: int) -> float:
    """Return how long the lease of a job is good without another word of its agent."""
    with psycopg.connect(driver_url(stack.database_url), autocommit=True) as connection:
        found = connection.execute(LEFT, (job,)).fetchone()
    assert found is not None
    return float(found[0])


@pytest.mark.parametrize("ahead_s", [HOUR_S, -HOUR_S])
def test_a_lease_ends_neither_early_nor_late_and_its_job_is_recorded_once(
    stack: Stack, serve: Serve, program: Path, tmp_path: Path, ahead_s: int
) -> None:
    slug = f"clock-{ahead_s + HOUR_S}"
    repository = MeasuredRepository.make(tmp_path / "repository", program, [1.0])
    repository.slow_down(1.0, ROUNDS)
    with stack.client(slug, Scope.ADMIN, Scope.READ) as client:

        def look(job: int) -> Any:
            return client.get(f"/jobs/{job}").json()

        job = a_job(client, repository)
        agent = serve(repository, slug, ahead_s)
        wait_until(lambda: rounds_of(look(job)) >= 1, "a round is over", PATIENCE_S)
        assert look(job)["job"]["state"] == "running", "it is not lost at the next look"
        assert 0.0 < seconds_left(stack, job) <= LEASE_S
        agent.kill()  # nobody says so
        wait_until(lambda: "not heard of" in str(look(job)["events"]), "it is lost", PATIENCE_S)
        serve(repository, slug, ahead_s)
        wait_until(lambda: look(job)["job"]["state"] == "finished", "it is measured", PATIENCE_S)
        wait_until(lambda: client.get("/runs").json()["rows"], "the run is stored", PATIENCE_S)
        told = look(job)
        assert told["job"]["attempts"] == 2, "it was lost once, when it was killed"
        (row,) = client.get("/runs").json()["rows"]
        assert [(one["run_id"], one["is_counted"]) for one in told["runs"]] == [(row["id"], True)]
        (result,) = client.get(f"/runs/{row['id']}/results").json()["rows"]
        assert result["n"] == ROUNDS, "no round is there twice"


def rounds_of(told: Any) -> int:
    """Return how many rounds of a job are measured."""
    progress = told["job"]["progress"]
    return int(progress["done"]) if progress else 0
