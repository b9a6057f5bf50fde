"""The whole product on private services with production's durability, for one benchmark."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
import psycopg
from sqlalchemy import Engine
from sqlalchemy.engine import make_url

from backend.domain.people.projects import Project
from backend.embedded.stores.services import Services, private_services
from backend.storage.engine import make_engine
from backend.testing.databases import ROOT, migrate
from backend.testing.stack import Stack, make_stack, wait_until

ARTEFACTS = ROOT / "bench-artefacts"
API_PROCESSES = 2
WORKER_PROCESSES = 2
PATIENCE_S = 300.0
LOOK_S = 0.05
"""Between looks whether measured work is done."""


@dataclass(slots=True)
class Stand:
    """The running product and ways into it."""

    services: Services
    stack: Stack
    engine: Engine

    @property
    def roots(self) -> dict[str, int]:
        """Return our processes by name."""
        ours = {name: child.pid for name, child in self.services.children.items()}
        return ours | {name: process.pid for name, process in self.stack.processes.items()}

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.stack.url.removeprefix("http://").partition(":")
        return host, int(port)

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        """Open a database connection of its own that commits each statement."""
        url = make_url(self.stack.database_url).set(drivername="postgresql")
        return psycopg.connect(url.render_as_string(hide_password=False), autocommit=True)

    def start_worker(self) -> None:
        self.stack.start(
            "worker", "celery", "-A", "workers.app", "worker", "--loglevel", "WARNING",
            "--concurrency", str(WORKER_PROCESSES), "--without-mingle", "--without-gossip",
        )  # fmt: skip
        self.stack.start("beat", "workers.beat", "--loglevel", "WARNING")

    def wait_idle(self, patience_s: float = 300.0) -> None:
        """Wait until every report is ingested and every series that asked is looked at."""
        with self.connect() as connection:
            wait_until(lambda: is_idle(connection), "all work is done", patience_s, LOOK_S)

    def project(self, slug: str) -> tuple[Project, str]:
        """Make a project; returns it and the secret of a key that reports and reads."""
        return self.stack.project(slug), self.stack.key(slug)


def is_idle(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    row = connection.execute(
        "select exists (select from report where state = 'accepted') or exists (select from outbox)"
    ).fetchone()
    return row == (False,)


@contextmanager
def standing(saved_in: Path | None = None) -> Iterator[Stand]:
    """Run PostgreSQL with fsync, Valkey and the API; the worker is started where it is wanted.

    Everything is gone at the end, except where a directory is named in which it stays.
    """
    ARTEFACTS.mkdir(exist_ok=True)
    directory = saved_in or Path(tempfile.mkdtemp(prefix="stand-", dir=ARTEFACTS))
    try:
        with private_services(directory, is_durable=True) as services:
            migrate(services.database_url)
            engine = make_engine(services.database_url, 4)
            stack = make_stack(services.database_url, services.redis_url, directory)
            stack.forks = False  # what is measured starts as it does for a user
            try:
                _start_api(stack)
                yield Stand(services, stack, engine)
            finally:
                stack.stop()
                engine.dispose()
    finally:
        if saved_in is None:
            shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def another_api(stand: Stand, **environment: str) -> Iterator[tuple[str, int]]:
    """Run a second API on the same database, with other settings; returns where it answers."""
    first = stand.stack
    other = make_stack(first.database_url, first.redis_url, first.directory)
    other.environment |= environment
    other.forks = False
    try:
        _start_api(other)
        yield replace(stand, stack=other).address
    finally:
        other.stop()


def _start_api(stack: Stack) -> None:
    stack.start(
        "api", "backend.api.server",
        "--port", stack.url.rpartition(":")[2], "--workers", str(API_PROCESSES),
        "--log-level", "warning",
    )  # fmt: skip
    wait_until(lambda: _answers(stack), "the API answers", PATIENCE_S)


def _answers(stack: Stack) -> bool:
    try:
        return httpx.get(f"{stack.url}/api/v1/health", timeout=2).is_success
    except httpx.TransportError:
        return False
