"""The real processes: API, worker and beat on given services, started and stopped by tests."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import httpx

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.manage_keys import create_key
from backend.services.people.set_up import ensure_project
from backend.services.people.sign_in import issue_sign_in_link
from backend.settings import NO_RATES, inherited_environment
from backend.storage.engine import make_engine, transaction
from backend.testing.databases import ROOT
from backend.testing.fork_server import Forked, fork_server

T = TypeVar("T")
PATIENCE_S = 180.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 0.5
NO_RATES_IN_ENVIRONMENT = {
    f"TIDEMARK_RATE_{name.upper()}": str(value) for name, value in NO_RATES.model_dump().items()
}
"""Tests and benchmarks call from one address, as often as they can."""
CACHE = ROOT / ".tidemark" / "numba"


@dataclass
class Stack:
    """Addresses of a running server, and its processes by name."""

    url: str
    database_url: str
    redis_url: str
    directory: Path
    environment: dict[str, str]
    forks: bool = True
    """Whether processes are forked from one that has imported what they need."""
    processes: dict[str, "Process"] = field(default_factory=dict)

    def start(self, name: str, *arguments: str) -> "Process":
        """Start a process of the product; its output goes to a file named after it."""
        log = self.directory / f"{name}.log"
        begin = fork_server().start if self.forks else _start_alone
        process = begin(arguments, self.environment, log)
        self.processes[name] = process
        return process

    def start_api(self) -> None:
        port = self.url.rsplit(":", 1)[1]
        self.start("api", "backend.api.server", "--port", port, "--log-level", "warning")
        wait_until(self._answers, "the API answers")

    def start_worker(self, concurrency: int = 2, *, is_swept: bool = True) -> None:
        """Start the worker, and the scheduler if there is none: two processes, as in `make up`.

        Without the scheduler nobody tells again of work whose message was lost.
        """
        self.start(
            "worker", "celery", "-A", "workers.app", "worker",
            "--concurrency", str(concurrency),
            "--loglevel", "warning", "--without-gossip", "--without-mingle",
        )  # fmt: skip
        if is_swept and "beat" not in self.processes:
            self.start("beat", "workers.beat", "--loglevel", "WARNING")

    def ensure_worker(self) -> None:
        """Start the worker again where it has ended, as the supervisor does."""
        if self.processes["worker"].poll() is not None:
            self.start_worker()

    def kill(self, name: str) -> None:
        """Kill a process and what it started, as a crash or an out-of-memory killer would."""
        process = self.processes.pop(name)
        family = [process.pid, *_descendants(process.pid)]
        for pid in family:
            _signal(pid, signal.SIGKILL)
        process.wait()

    def strike_worker(self) -> bool:
        """Kill the busiest process of the worker's pool; False if there is none to kill.

        Celery ends a worker whose processes die faster than they start; then it is started again,
        as the supervisor does.
        """
        self.ensure_worker()
        pool = _descendants(self.processes["worker"].pid)
        busiest = max(pool, key=_cpu_ticks, default=None)
        if busiest is None:
            return False
        _signal(busiest, signal.SIGKILL)
        return True

    def drop(self) -> None:
        """Kill everything: a worker that ends as asked takes its time, and nobody needs it more."""
        for name in [*self.processes]:
            self.kill(name)

    def stop(self) -> None:
        """End everything as a service manager does, which waits for work that is under way."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                for pid in [process.pid, *_descendants(process.pid)]:
                    _signal(pid, signal.SIGKILL)
                process.wait()

    def project(self, slug: str = "main") -> Project:
        engine = make_engine(self.database_url, 1)
        with transaction(engine) as session:
            found = ensure_project(session, slug, slug.capitalize())
        engine.dispose()
        return found

    def key(self, slug: str = "main", *scopes: Scope) -> str:
        """Return the secret of a new key of a project."""
        project = self.project(slug)
        engine = make_engine(self.database_url, 1)
        chosen = scopes or (Scope.REPORT, Scope.READ, Scope.AGENT)
        with transaction(engine) as session:
            _, secret = create_key(session, project.id, "stack", chosen)
        engine.dispose()
        return secret

    def sign_in_url(self) -> str:
        engine = make_engine(self.database_url, 1)
        with transaction(engine) as session:
            token = issue_sign_in_link(session, "admin@localhost", "Administrator", 60)
        engine.dispose()
        return f"{self.url}/sign-in?token={token}"

    def client(self, slug: str = "main", *scopes: Scope) -> httpx.Client:
        return httpx.Client(
            base_url=f"{self.url}/api/v1/projects/{slug}",
            headers={"Authorization": f"Bearer {self.key(slug, *scopes)}"},
            timeout=120,
        )

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/v1/health", timeout=2).is_success
        except httpx.TransportError:
            return False


Process = Forked | subprocess.Popen[bytes]


def _start_alone(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path
) -> subprocess.Popen[bytes]:
    with log.open("ab") as said:
        command = [sys.executable, "-m", *arguments]
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=said)


@contextmanager
def running_stack(
    database_url: str, redis_url: str, directory: Path, *, web_dist: Path | None = None
) -> Iterator[Stack]:
    """Start API and worker, and end them after the block."""
    stack = make_stack(database_url, redis_url, directory, web_dist=web_dist)
    try:
        stack.start_api()
        stack.start_worker()
        yield stack
    finally:
        stack.drop()


def make_stack(
    database_url: str, redis_url: str, directory: Path, *, web_dist: Path | None = None
) -> Stack:
    environment = inherited_environment(
        TIDEMARK_DATABASE_URL=database_url,
        TIDEMARK_REDIS_URL=redis_url,
        TIDEMARK_STATE_DIR=str(directory),
        TIDEMARK_SECRET="a secret of tests",  # noqa: S106  of databases that last a minute
        TIDEMARK_WEB_DIST=str(web_dist or ROOT / "frontend" / "dist"),
        NUMBA_CACHE_DIR=inherited_environment().get("NUMBA_CACHE_DIR", str(CACHE)),
        PYTHONPATH=str(ROOT),
        **NO_RATES_IN_ENVIRONMENT,
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return Stack(f"http://127.0.0.1:{port}", database_url, redis_url, directory, environment)


def wait_until(
    is_so: Callable[[], object],
    what: str,
    patience_s: float = PATIENCE_S,
    longest_pause_s: float = LONGEST_PAUSE_S,
) -> None:
    """Wait for something to come true; fails with what was waited for."""
    wait_for(lambda: is_so() or None, what, patience_s, longest_pause_s)


def wait_for(
    read: Callable[[], T | None],
    what: str,
    patience_s: float = PATIENCE_S,
    longest_pause_s: float = LONGEST_PAUSE_S,
) -> T:
    """Return what is read as soon as there is something; a second look may find it gone again.

    The longer it has waited, the longer are the pauses: a look is often a call of the API, and
    twenty a second for minutes keep half a processor busy, which the awaited work needs.
    """
    begun = time.monotonic()
    while (found := read()) is None:
        waited = time.monotonic() - begun
        if waited > patience_s:
            raise TimeoutError(f"waited {patience_s:.0f} s until {what}")
        time.sleep(min(FIRST_PAUSE_S + waited / 50, longest_pause_s))
    return found


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            found += [int(child), *_descendants(int(child))]
    return found


def _cpu_ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
