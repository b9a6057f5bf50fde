"""Kill services while they work, start them again, and account for every report."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
from sqlalchemy import Engine, text

from backend.embedded.children import send
from backend.embedded.identity import inhabitants, session_members
from backend.embedded.stores.services import Services, private_services
from backend.storage.engine import make_engine
from backend.testing.databases import migrate
from backend.testing.stack import Stack, make_stack, wait_until

PATIENCE_S = 120.0
WORK_LEFT = """
select (select count(*) from report where state = 'accepted') + (select count(*) from outbox)
"""


def say_measured(what: str) -> None:
    """Tell whoever reads the log of a test what was measured; nothing depends on it."""
    sys.stderr.write(f"measured: {what}\n")


@dataclass
class Breakable:
    """A whole server of its own, whose parts may be killed."""

    services: Services
    stack: Stack
    engine: Engine

    def kill_service(self, name: str) -> None:
        """End a service and all its processes at once."""
        child = self.services.children[name]
        child.end_family()
        if child.process is not None:
            child.process.wait()

    def stop_service(self, name: str) -> None:
        """Stop a service and all its processes where they are; they keep their sockets."""
        self._send(name, signal.SIGSTOP)

    def continue_service(self, name: str) -> None:
        """Let a stopped service go on."""
        self._send(name, signal.SIGCONT)

    def _send(self, name: str, which: signal.Signals) -> None:
        child = self.services.children[name]
        home = child.spec.home
        for pid in {child.pid, *session_members(child.pid), *(inhabitants(home) if home else ())}:
            send(pid, which)

    def troubles(self) -> dict[str, str]:
        """Return what the API says of parts that do not do their work, by their names."""
        answer = httpx.get(f"{self.stack.url}/api/v1/ready", timeout=30)
        faults = answer.json().get("faults", [])
        assert answer.is_success or faults
        return {fault["pointer"].strip("/"): fault["reason"] for fault in faults}

    def start_service(self, name: str) -> None:
        """Start a killed service again, where it was."""
        self.services.children[name].start()
        wait_until(self._answers if name == "postgres" else lambda: True, f"{name} answers")

    def count(self, query: str) -> int:
        with self.engine.connect() as connection:
            return int(connection.execute(text(query)).scalar_one())

    def wait_for_quiet(self) -> None:
        """Wait until no report waits and no work is left over; a worker that ended is restarted."""
        wait_until(self._is_quiet, "all work is done", PATIENCE_S)

    def _is_quiet(self) -> bool:
        self.stack.ensure_worker()
        return self.count(WORK_LEFT) == 0

    def _answers(self) -> bool:
        address = self.services.database_url.replace("+psycopg", "")
        try:
            with psycopg.connect(address, connect_timeout=2):
                return True
        except psycopg.OperationalError:
            return False


@contextmanager
def breakable_server(directory: Path) -> Iterator[Breakable]:
    """Run a server whose services belong to this test alone."""
    with private_services(directory / "services") as services:
        migrate(services.database_url)
        stack = make_stack(services.database_url, services.redis_url, directory)
        engine = make_engine(services.database_url, 2)
        try:
            stack.start_api()
            yield Breakable(services, stack, engine)
        finally:
            stack.drop()
            engine.dispose()
