"""Processes of the product, forked from one that has imported what they need.

At each start Python spends seconds of a processor on imports, and tests start dozens of processes.
So every test process keeps a nursery: it imports the packages of API, worker and scheduler once,
runs none of them, and forks. What it forks is a process like any other, with its own environment
and output, which runs its module from the first line. `make up` starts processes without it.
"""

import gc
import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from backend.api.lazy_routes import route_modules

ROOT = Path(__file__).resolve().parents[2]
PRELOADED = (
    "backend.api.app",
    "backend.api.middleware.slow_client_timeout",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "kombu.transport.redis",
    "workers.process",
    "workers.beat",
    "backend.admin.accounts",
    "backend.admin.database",
    "backend.admin.first_steps",
    "backend.admin.histories",
    "backend.admin.keeping",
    "backend.admin.keys",
    "backend.admin.splits",
)
"""Nothing that reads the settings while it is imported: those are of the process to come."""
PAUSE_S = 0.02


class Forked:
    """A forked process, asked as `subprocess.Popen` is."""

    def __init__(self, fork_server: "ForkServer", pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._server = fork_server

    def poll(self) -> int | None:
        """Return how the process ended, or nothing while it runs."""
        if self.returncode is None:
            self.returncode = self._server.ask({"poll": self.pid})
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        until = None if timeout is None else time.monotonic() + timeout
        while (ended := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            time.sleep(PAUSE_S)
        return ended

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


class ForkServer:
    """The process that forks; it ends with the one that asks it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "backend.testing.fork_server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._lock = threading.Lock()

    def start(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Forked:
        """Run a module as `python -m` does; what it says is appended to a file."""
        wish = {"run": [*arguments], "environment": {**environment}, "log": str(log)}
        pid = self.ask(wish)
        assert pid is not None
        return Forked(self, pid)

    def ask(self, wish: Mapping[str, Any]) -> int | None:
        pipes = self._process
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        with self._lock:
            pipes.stdin.write(json.dumps(wish).encode() + b"\n")
            pipes.stdin.flush()
            answer = pipes.stdout.readline()
        if not answer:
            raise ChildProcessError("the nursery of test processes has ended")
        said: int | None = json.loads(answer)
        return said


@cache
def fork_server() -> ForkServer:
    """Return the nursery of this process, which begins with the first use."""
    return ForkServer()


def run_admin(environment: Mapping[str, str], *words: str) -> tuple[int, str]:
    """Run a command of `tidemark admin` to its end; return its exit code and all that it said."""
    with TemporaryDirectory() as scratch:
        log = Path(scratch) / "said"
        code = fork_server().start(["backend.admin", *words], environment, log).wait()
        return code, log.read_text()


def main() -> None:
    """Fork as often as standard input asks for; in a child, be the process that was wanted."""
    gc.disable()  # nothing that is imported is ever garbage
    for name in PRELOADED:
        importlib.import_module(name)
    route_modules()
    from backend.stats.change_points import analyse  # noqa: PLC0415

    analyse([float(number) for number in range(1, 65)])
    gc.freeze()
    gc.enable()
    while asked := sys.stdin.buffer.readline():
        wish = json.loads(asked)
        if "run" in wish and not (pid := os.fork()):
            become(wish)
            return
        _answer(pid if "run" in wish else _ended(wish["poll"]))


def become(wish: Mapping[str, Any]) -> None:
    """Run the wanted module with its environment, its output and no input."""
    os.environ.clear()
    os.environ.update(wish["environment"])
    time.tzset()
    nothing = os.open(os.devnull, os.O_RDONLY)
    log = os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.close(nothing)
    os.close(log)
    module, *arguments = wish["run"]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _ended(pid: int) -> int | None:
    done, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if done else None


def _answer(number: int | None) -> None:
    sys.stdout.buffer.write(json.dumps(number).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
