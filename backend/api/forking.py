"""Several processes that answer, forked from one that has loaded the application.

uvicorn would start each from nothing: the same hundred megabytes and seconds again. Forked, they
share what is loaded and never changes.
"""

import gc
import importlib
import logging
import multiprocessing
import signal
from socket import socket
from typing import Any

from uvicorn.config import STARTUP_FAILURE, Config
from uvicorn.supervisors.multiprocess import SIGNALS, Multiprocess, Process

log = logging.getLogger("uvicorn.error")
LOADED = (
    "backend.api.watched_app",
    "backend.api.middleware.slow_client_timeout",
    "backend.api.routes.system",  # asked every second
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
)


class ForkedProcess(Process):
    """A process of the API, forked."""

    def __init__(self, config: Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        fork = multiprocessing.get_context("fork")
        forked: Any = fork.Process(target=self.serve, args=(sockets,))
        self.process = forked  # what its parent says of a spawned one holds for it

    def serve(self, sockets: list[socket]) -> None:
        """Be the process: what its parent does with signals is not for it."""
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        self.config.configure_logging()
        self.target(sockets)


class ForkingSupervisor(Multiprocess):
    """Keeps as many processes as it was told to, as uvicorn does, and forks them."""

    def init_processes(self) -> None:
        load()
        self.processes = [self._begun() for _ in range(self.processes_num)]

    def keep_subprocess_alive(self) -> None:
        for place, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if process.is_alive(timeout=self.config.timeout_worker_healthcheck):
                continue
            process.kill()
            process.join()
            if process.exitcode == STARTUP_FAILURE:
                log.error("a process of the API cannot start, so that no other would")
                self.should_exit.set()
                return
            log.info("Child process [%s] died", process.pid)
            self.processes[place] = self._begun()

    def _begun(self) -> ForkedProcess:
        process = ForkedProcess(self.config, self.sockets)
        process.start()
        return process


def load() -> None:
    """Load what all processes share; nothing of it is ever garbage."""
    gc.disable()
    for name in LOADED:
        importlib.import_module(name)
    gc.freeze()
    gc.enable()
