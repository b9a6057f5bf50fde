"""A supervisor as a person starts it: its own process, its own state directory, a free port."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg

from backend.embedded.application import ROOT
from backend.embedded.holding import supervisor_of
from backend.embedded.identity import (
    inhabitants,
    marked_processes,
    read_pid,
    session_members,
)
from backend.embedded.state import StateDir, read_running
from backend.embedded.stores.privilege import database_homes
from backend.settings import inherited_environment
from backend.testing.stack import PATIENCE_S, wait_for, wait_until


@dataclass
class Tidemark:
    """One installation under test."""

    state: StateDir
    port: int | str
    api_workers: int = 1
    extra: dict[str, str] = field(default_factory=dict)
    """Further variables of its environment."""
    has_agent: bool = False
    checkout: Path = ROOT
    """Where its code and its suites are."""
    process: subprocess.Popen[bytes] | None = None
    said: Path = field(init=False)

    def __post_init__(self) -> None:
        self.said = self.state.path.with_name(f"{self.state.path.name}.said")

    def up(self) -> str:
        """Start it and wait until it has told its address; return what it said."""
        with self.said.open("wb") as sink:
            self.process = subprocess.Popen(
                self._command("up", *([] if self.has_agent else ["--no-agent"])),
                cwd=self.checkout, env=self._environment(),
                stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, start_new_session=True,
            )  # fmt: skip
        while "Tidemark runs at" not in (said := self.said.read_text()):
            assert self.process.poll() is None, said
            time.sleep(0.1)
        return said

    def wait_until_it_says(self, text: str) -> None:
        while text not in self.said.read_text():
            assert self.process
            assert self.process.poll() is None
            time.sleep(0.1)

    def child(self, name: str) -> int:
        """Return the process that leads a child, once there is one."""
        file = self.state.pids / f"{name}.json"
        return wait_for(lambda: read_pid(file), f"{name} runs").pid

    def answers(self) -> bool:
        """Whether the API answers, and its database."""
        try:
            return httpx.get(f"{self.url}/api/v1/projects", timeout=10).is_success
        except httpx.TransportError:
            return False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def seconds_until(
        self, is_so: Callable[[], object], what: str, patience_s: float = PATIENCE_S
    ) -> float:
        """Wait for something to come true while the supervisor lives; return how long it took."""
        begun = time.monotonic()

        def is_so_and_alive() -> object:
            assert self.process
            assert self.process.poll() is None, self.said.read_text()
            return is_so()

        wait_until(is_so_and_alive, what, patience_s)
        return time.monotonic() - begun

    def command(self, *verb: str) -> tuple[int, str]:
        """Run one verb to its end; return its exit code and what it said."""
        done = subprocess.run(
            self._command(*verb), cwd=self.checkout, env=self._environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def begin(self, *verb: str) -> subprocess.Popen[str]:
        """Begin one verb, whose words can be read."""
        return subprocess.Popen(
            self._command(*verb), cwd=self.checkout, env=self._environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def end(self) -> None:
        """Stop it, if it runs."""
        if supervisor_of(self.state):
            self.command("down")
        if self.process:
            self.process.wait()

    def kill_supervisor(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()

    def kill_everything(self) -> None:
        """Kill the supervisor, all its children and theirs at once, as a power cut does."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)  # whoever sees it die would end in order
        leaders = [read_pid(file) for file in self.state.pids.glob("*.json")]
        sessions = [session_members(one.pid) for one in leaders if one]
        homes = [inhabitants(home) for home in database_homes(self.state)]
        family = {pid for members in [*sessions, *homes, self.processes()] for pid in members}
        for pid in family - {self.process.pid}:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.kill_supervisor()
        wait_until(lambda: not self.processes(), "nothing of it runs")

    def interrupt(self) -> int:
        """Do what Ctrl-C does; return the exit code."""
        assert self.process
        self.process.send_signal(signal.SIGINT)
        return self.process.wait()

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        url = str(read_running(self.state)["database_url"]).replace("+psycopg", "")
        return psycopg.connect(url, autocommit=True)

    def processes(self) -> list[int]:
        return [identity.pid for identity in marked_processes(self.state)]

    def _command(self, *verb: str) -> list[str]:
        return [sys.executable, "-m", "backend.embedded", *verb]

    def _environment(self) -> dict[str, str]:
        outside = {"TIDEMARK_DATABASE_URL", "TIDEMARK_REDIS_URL"}
        inherited = inherited_environment()
        kept = {name: text for name, text in inherited.items() if name not in outside}
        kept.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".tidemark" / "numba"))
        return kept | {
            "TIDEMARK_STATE_DIR": str(self.state.path),
            "TIDEMARK_PORT": str(self.port),
            "TIDEMARK_API_WORKERS": str(self.api_workers),
            **self.extra,
        }
