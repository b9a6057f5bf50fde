"""A lease lasts as the server's clock says, however wrong that of the agent is."""

import struct
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
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

pytestmark = [pytest.mark.agent, pytest.mark.long(seconds=120)]

PATIENCE_S = 400.0
HOUR_S = 3600
ROUNDS = 12
LEFT = "select extract(epoch from lease_until - now())::float8 from job where id = %s"
Serve = Callable[[MeasuredRepository, str, int], subprocess.Popen[bytes]]


@pytest.fixture
def serve(stack: Stack, tmp_path: Path) -> Iterator[Serve]:
    """Give what starts an agent whose clock is wrong, and kill it after the test."""
    started: list[subprocess.Popen[bytes]] = []
    shim = compiled_clock(tmp_path)
    assert shim is not None, "the agent needs a C compiler as well"

    def start(repository: MeasuredRepository, project: str, ahead_s: int) -> Any:
        clock = tmp_path / f"clock of {project}"
        clock.write_bytes(struct.pack("q", ahead_s))
        wrong = {"LD_PRELOAD": str(shim), "CHAOS_CLOCK": str(clock)}
        started.append(repository.serve(stack, project, **wrong))
        return started[-1]

    yield start
    for one in started:
        one.kill()
        one.wait(timeout=60)


@dataclass(frozen=True)
class Asked:
    """A job of a project of its own."""

    slug: str
    client: httpx.Client
    repository: MeasuredRepository
    ahead_s: int
    """How far the clock of its agent is ahead."""
    job: int

    def look(self) -> Any:
        return self.client.get(f"/jobs/{self.job}").json()

    def wait_until(self, is_so: Callable[[Any], object], what: str) -> None:
        wait_until(lambda: is_so(self.look()), f"{what} ({self.slug})", PATIENCE_S)


def a_job(client: httpx.Client, slug: str, repository: MeasuredRepository, ahead_s: int) -> Asked:
    repository.slow_down(1.0, ROUNDS)
    commits = [{"commit": repository.commits[-1], "branch": "main"}]
    body = {"kind": "run", "suite": SUITE, "commits": commits, "why": "whose clock counts?"}
    asked = client.post("/jobs", json=body | {"mode": "full", "rounds": ROUNDS})
    assert asked.status_code == 201, asked.text
    return Asked(slug, client, repository, ahead_s, int(asked.json()["job"]["id"]))


def seconds_left(stack: Stack, job: int) -> float:
    """Return how long the lease of a job is good without another word of its agent."""
    with psycopg.connect(driver_url(stack.database_url), autocommit=True) as connection:
        found = connection.execute(LEFT, (job,)).fetchone()
    assert found is not None
    return float(found[0])


@pytest.mark.nightly(
    shorter=[
        "api/jobs/test_jobs.py::test_whoever_lost_the_lease_is_told_so_and_changes_nothing",
        (
            "api/jobs/test_jobs.py"
            "::test_a_late_report_of_a_lost_lease_is_kept_as_a_run_and_not_counted"
        ),
        (
            "services/reports/test_ingestion.py"
            "::test_a_run_of_a_clock_an_hour_ahead_ends_at_its_receipt_and_lasts_as_long_as_it_did"
        ),
    ]
)
def test_leases_end_neither_early_nor_late_and_each_job_is_recorded_once(
    stack: Stack, serve: Serve, program: Path, tmp_path: Path
) -> None:
    """One clock is an hour ahead and one an hour behind, side by side: leases take a minute."""
    with ExitStack() as opened:
        asked = []
        for ahead_s in (HOUR_S, -HOUR_S):
            slug = f"clock-{ahead_s + HOUR_S}"
            repository = MeasuredRepository.make(tmp_path / slug, program, [1.0])
            client = opened.enter_context(stack.client(slug, Scope.ADMIN, Scope.READ))
            asked.append(a_job(client, slug, repository, ahead_s))
        agents = [serve(one.repository, one.slug, one.ahead_s) for one in asked]
        for one, agent in zip(asked, agents, strict=True):
            one.wait_until(lambda told: rounds_of(told) >= 1, "a round is over")
            assert one.look()["job"]["state"] == "running", "it is not lost at the next look"
            assert 0.0 < seconds_left(stack, one.job) <= LEASE_S
            agent.kill()  # nobody says so
        for one in asked:
            one.wait_until(lambda told: "not heard of" in str(told["events"]), "it is lost")
            serve(one.repository, one.slug, one.ahead_s)
        for one in asked:
            one.wait_until(lambda told: told["job"]["state"] == "finished", "it is measured")
            assert_recorded_once(one)


def assert_recorded_once(one: Asked) -> None:
    """See that a job was lost once, when its agent was killed, and has one run of all rounds."""
    client = one.client
    wait_until(lambda: client.get("/runs").json()["rows"], "the run is stored", PATIENCE_S)
    told = one.look()
    assert told["job"]["attempts"] == 2
    (row,) = client.get("/runs").json()["rows"]
    assert [(each["run_id"], each["is_counted"]) for each in told["runs"]] == [(row["id"], True)]
    (result,) = client.get(f"/runs/{row['id']}/results").json()["rows"]
    assert result["n"] == ROUNDS, "no round is there twice"


def rounds_of(told: Any) -> int:
    """Return how many rounds of a job are measured."""
    progress = told["job"]["progress"]
    return int(progress["done"]) if progress else 0
