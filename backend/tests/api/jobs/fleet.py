"""Agents of tests: they register, ask for work, and say what became of it, over the real API."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from httpx2 import Client
from sqlalchemy import Engine, text

from backend.services.jobs.requeue import requeue_lost
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.testing.draining import RecordingRelay, Silence

MAIN = "/api/v1/projects/main"
COMMITS = [{"commit": "c1", "branch": "main"}, {"commit": "c2", "branch": "main"}]


def lose(engine: Engine) -> int:
    """Let every lease run out, and the server notice."""
    with engine.begin() as connection:
        connection.execute(text("update job set lease_until = now() - interval '1 second'"))
    with transaction(engine) as session:
        return requeue_lost(session, Silence(), TaskQueue(session, RecordingRelay()))


def end_pause(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("update job set not_before = null"))


@dataclass(frozen=True)
class FleetAgent:
    """One agent with a key of its own."""

    api: Client
    headers: dict[str, str]
    name: str = "box-agent"
    testbed: str = "box"
    labels: tuple[str, ...] = ()
    version: str = "1"

    def register(self) -> "FleetAgent":
        introduction = {
            "name": self.name,
            "testbed": self.testbed,
            "version": self.version,
            "machine": {"name": self.name, "fingerprint": {}},
        }
        answer = self.api.post(f"{MAIN}/agents", json=introduction, headers=self.headers)
        assert answer.is_success, answer.text
        return self

    def seek(self, wait: int = 0) -> Any:
        """Return a lease, or None."""
        sought = {"agent": self.name, "labels": list(self.labels), "wait_seconds": wait}
        answer = self.api.post(f"{MAIN}/jobs/leases", json=sought, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()["job"]

    def look(self) -> Any:
        """Return the job for which a run of the agent's schedule makes room, or None."""
        sought = {"agent": self.name, "labels": list(self.labels), "is_look": True}
        answer = self.api.post(f"{MAIN}/jobs/leases", json=sought, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()["waits"]

    def due(self, suite: str = "runtime", since: str = "2026-11-28T05:00:00Z", **said: Any) -> Any:
        """Queue what the agent's schedule has due, and return the job and whether it is over."""
        body = {"agent": self.name, "labels": list(self.labels), "suite": suite, "due": since}
        body |= COMMITS[0] | said
        answer = self.api.post(f"{MAIN}/jobs/scheduled", json=body, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def beat(self, lease: Any, **said: Any) -> Any:
        body = {"lease": lease["lease"], "stage": "measuring"} | said
        address = f"{MAIN}/jobs/{lease['id']}/beats"
        return self.api.post(address, json=body, headers=self.headers)

    def end(self, lease: Any, outcome: str = "finished", **said: Any) -> Any:
        body = {"lease": lease["lease"], "outcome": outcome} | said
        address = f"{MAIN}/jobs/{lease['id']}/endings"
        return self.api.post(address, json=body, headers=self.headers)


@dataclass(frozen=True)
class Person:
    """Somebody who asks for jobs and looks at them."""

    api: Client
    headers: dict[str, str]

    def ask(self, **changes: Any) -> int:
        body = {"kind": "run", "suite": "runtime", "commits": COMMITS[:1], "why": "x"} | changes
        answer = self.api.post(f"{MAIN}/jobs", json=body, headers=self.headers)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["job"]["id"])

    def look(self, job: int) -> Any:
        return self.api.get(f"{MAIN}/jobs/{job}", headers=self.headers).json()

    def state(self, job: int) -> str:
        return str(self.look(job)["job"]["state"])

    def queue(self) -> Any:
        return self.api.get(f"{MAIN}/jobs", headers=self.headers).json()

    def log(self, job: int, first: int = 0) -> Any:
        address = f"{MAIN}/jobs/{job}/log?first={first}"
        return self.api.get(address, headers=self.headers).json()

    def cancel(self, job: int) -> int:
        address = f"{MAIN}/jobs/{job}/cancellation"
        return self.api.post(address, json={}, headers=self.headers).status_code

    def move(self, job: int, before: int | None) -> int:
        address = f"{MAIN}/jobs/{job}/place"
        return self.api.put(address, json={"before": before}, headers=self.headers).status_code


NewAgent = Callable[..., FleetAgent]
