"""Questions of agents that are held until there is work, at a real API over real connections."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, LiteralString

import httpx
import psycopg
import pytest
from sqlalchemy.engine import make_url

from backend.domain.people.rights import Scope
from backend.embedded.stores.services import Services
from backend.testing.brokers import fresh_broker
from backend.testing.stack import Stack, make_stack, wait_until
from backend.tests.api.jobs.fleet import COMMITS

HOLD_S = 600
OF_PROJECT: LiteralString = "project_id = (select id from project where slug = %s)"
NOTHING = {"job": None, "waits": None}
MOST_SPACES = 15
"""Signs of life within which a question has its answer."""


PROJECTS = (f"fleet-{place}" for place in count(1))


@pytest.fixture(scope="module")
def stack(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    with running(services, module_database_url, tmp_path_factory.mktemp("held")) as stack:
        yield stack


@contextmanager
def running(services: Services, database_url: str, directory: Path) -> Iterator[Stack]:
    stack = make_stack(database_url, fresh_broker(services.redis_url), directory)
    stack.environment["TIDEMARK_BEAT_SECONDS"] = "1"
    try:
        stack.start_api()
        yield stack
    finally:
        stack.drop()


@pytest.fixture
def rows(stack: Stack) -> Iterator[psycopg.Connection[Any]]:
    url = make_url(stack.database_url).set(drivername="postgresql")
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as opened:
        yield opened


@dataclass
class Held:
    """A question on a connection of its own, and what came back so far."""

    line: socket.socket
    received: bytes = b""

    def read(self) -> bool:
        """Read what comes next; False at the end of the answer."""
        piece = self.line.recv(65_536)
        self.received += piece
        return bool(piece)

    @property
    def spaces(self) -> int:
        """Return how many signs of life came."""
        return self.received.partition(b"\r\n\r\n")[2].count(b"1\r\n\n\r\n")

    def await_space(self, count: int = 1) -> None:
        while self.spaces < count:
            assert self.read(), self.received

    def answer(self) -> Any:
        """Return what is said in the end."""
        while self.read():
            assert self.spaces <= MOST_SPACES, "it is still held"
        head, _, body = self.received.partition(b"\r\n\r\n")
        assert b" 200 OK" in head, self.received
        assert body.endswith(b"\r\n0\r\n\r\n"), "the answer is cut off"
        return json.loads(b"".join(body.split(b"\r\n")[1::2]))


@dataclass
class HeldFleet:
    """Agents of one project, and a person who asks for jobs."""

    stack: Stack
    person: httpx.Client
    agents: httpx.Client
    key: str
    project: str

    def register(self, name: str) -> None:
        said = {
            "name": name, "testbed": name, "version": "1",
            "machine": {"name": name, "fingerprint": {}},
        }  # fmt: skip
        answer = self.agents.post("/agents", json=said)
        assert answer.is_success, answer.text
        assert answer.json()["hold_seconds"] >= HOLD_S

    @contextmanager
    def held(self, name: str, *labels: str) -> Iterator[Held]:
        """Ask for work, and go on once the question is held."""
        sought = {"agent": name, "labels": labels, "wait_seconds": HOLD_S}
        body = json.dumps(sought).encode()
        head = (
            f"POST /api/v1/projects/{self.project}/jobs/leases HTTP/1.1\r\nHost: test\r\n"
            f"Authorization: Bearer {self.key}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        host, _, port = self.stack.url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as line:
            line.sendall(head.encode() + body)
            held = Held(line)
            held.await_space()
            yield held

    def seek(self, name: str) -> Any:
        """Ask for work without waiting."""
        answer = self.agents.post("/jobs/leases", json={"agent": name})
        return answer.json()["job"]

    def ask(self, **changes: Any) -> int:
        body = {"kind": "run", "suite": "runtime", "commits": COMMITS[:1], "why": "x"} | changes
        answer = self.person.post("/jobs", json=body)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["job"]["id"])


@pytest.fixture
def fleet(stack: Stack) -> Iterator[HeldFleet]:
    with registered(stack) as fleet:
        yield fleet


@contextmanager
def registered(stack: Stack) -> Iterator[HeldFleet]:
    project = next(PROJECTS)
    key = stack.key(project, Scope.AGENT)
    with (
        stack.client(project, Scope.ADMIN) as person,
        httpx.Client(
            base_url=f"{stack.url}/api/v1/projects/{project}",
            headers={"Authorization": f"Bearer {key}"},
        ) as agents,
    ):
        fleet = HeldFleet(stack, person, agents, key, project)
        for name in ("one", "two", "three"):
            fleet.register(name)
        yield fleet


def test_a_held_question_is_kept_alive_and_answered_when_a_job_comes(fleet: HeldFleet) -> None:
    with fleet.held("one") as held:
        held.await_space(3)
        job = fleet.ask()
        assert held.answer()["job"]["id"] == job


def test_one_job_is_told_to_one_agent_and_passed_on_by_those_that_cannot_take_it(
    fleet: HeldFleet,
) -> None:
    fleet.ask(testbed="two")
    assert fleet.seek("two") is not None
    # the testbed of the second measures all that it may, so that it can only pass a job on
    with fleet.held("one"), fleet.held("two", "gpu"), fleet.held("three", "gpu") as three:
        job = fleet.ask(labels=["gpu"])
        assert three.answer()["job"]["id"] == job


def test_an_agent_that_is_gone_is_given_nothing_and_seen_no_more(
    fleet: HeldFleet, rows: psycopg.Connection[Any]
) -> None:
    heard = f"select last_beat_at from agent where name = 'one' and {OF_PROJECT}"
    asked = (fleet.project,)
    with fleet.held("one"):
        pass
    with fleet.held("two", "gpu") as other:
        other.await_space(2)
        left = rows.execute(heard, asked).fetchone()
        other.await_space(5)
        assert rows.execute(heard, asked).fetchone() == left
        job = fleet.ask()
        assert other.answer()["job"]["id"] == job


def test_an_agent_that_only_waits_stays_seen_on_its_page(
    fleet: HeldFleet, rows: psycopg.Connection[Any]
) -> None:
    miss = f"update agent set last_beat_at = now() - interval '1 hour' where {OF_PROJECT}"

    def is_silent() -> bool:
        machines = fleet.person.get("/machines").json()["rows"]
        seen = {one["name"]: one for machine in machines for one in machine["agents"]}
        return bool(seen["one"]["is_silent"])

    with fleet.held("one") as held:
        for time in ("once", "again"):
            rows.execute(miss, (fleet.project,))
            wait_until(lambda: not is_silent(), f"the agent is seen {time}")
            held.await_space(held.spaces + 1)
    wait_until(is_silent, "the agent is missed")


def test_a_job_that_only_time_sets_free_reaches_a_held_question(
    fleet: HeldFleet, rows: psycopg.Connection[Any]
) -> None:
    job = fleet.ask()
    rows.execute("update job set not_before = now() + interval '2 seconds' where id = %s", (job,))
    with fleet.held("one") as held:
        assert held.answer()["job"]["id"] == job


@pytest.mark.parametrize(
    "ending",
    [
        "update api_key set revoked_at = now() where scopes @> '{agent}'",
        "delete from agent where true",
    ],
    ids=["a revoked key", "a removed agent"],
)
def test_who_may_not_ask_any_more_is_told_soon_and_seen_no_more(
    fleet: HeldFleet, rows: psycopg.Connection[Any], ending: LiteralString
) -> None:
    with fleet.held("one") as held, fleet.held("two") as other:
        rows.execute(ending + " and " + OF_PROJECT, (fleet.project,))
        assert held.answer() == other.answer() == NOTHING
    job = fleet.ask()
    assert fleet.person.get(f"/jobs/{job}").json()["job"]["state"] == "queued"


def test_a_new_question_of_an_agent_ends_the_one_that_nobody_reads(fleet: HeldFleet) -> None:
    with fleet.held("one") as stale, fleet.held("two") as other, fleet.held("one") as held:
        assert stale.answer() == NOTHING
        jobs = {fleet.ask(), fleet.ask()}
        assert {one.answer()["job"]["id"] for one in (other, held)} == jobs


def test_a_look_that_the_database_ends_is_taken_again(
    fleet: HeldFleet, rows: psycopg.Connection[Any]
) -> None:
    locked = f"select id from testbed where name = 'one' and {OF_PROJECT} for update"
    blocked = """
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
    """
    with fleet.held("one") as held:
        with rows.transaction():
            rows.execute(locked, (fleet.project,))
            job = fleet.ask()
            wait_until(lambda: rows.execute(blocked).fetchone(), "it looks for the job")
        assert held.answer()["job"]["id"] == job


def test_held_agents_are_seen_again_after_an_unforeseen_error(
    fleet: HeldFleet, rows: psycopg.Connection[Any]
) -> None:
    heard = f"select last_beat_at, now() from agent where name = 'one' and {OF_PROJECT}"

    def read() -> tuple[datetime, datetime]:
        found = rows.execute(heard, (fleet.project,)).fetchone()
        assert found is not None
        return found[0], found[1]

    with fleet.held("one") as held:
        rows.execute("alter table agent rename column asked_at to asked_once")
        try:
            held.await_space(held.spaces + 2)
        finally:
            rows.execute("alter table agent rename column asked_once to asked_at")
        _, mended = read()
        wait_until(lambda: read()[0] > mended, "the agent is seen")


def test_held_questions_are_answered_to_the_end_when_the_server_stops(
    services: Services, module_database_url: str, tmp_path: Path
) -> None:
    with (
        running(services, module_database_url, tmp_path) as stack,
        registered(stack) as fleet,
        fleet.held("one") as held,
    ):
        stack.processes["api"].terminate()
        assert held.answer() == NOTHING
