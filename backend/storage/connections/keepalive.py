"""A connection that notices when the server has fallen silent, however long a statement may take.

A process that is stopped keeps its sockets, and the kernel goes on acknowledging what is sent to
it: no timeout of TCP ends a wait for it. A slow statement looks the same from here. So whoever has
waited for a while asks the server something that it answers at once.

A server that answers others may never answer this connection: a firewall between the two forgot
it. Another connection then shows that the server waits for a statement, as the client waits for an
answer. Where that cannot be seen, a statement has a longest time, a little more than the server
gives it.
"""

import math
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen

from backend.storage.connections.forgotten import is_forgotten

SILENCE_S = 3.0
"""After so long without an answer to a statement the server is asked whether it is there."""
ON_THE_WAY_S = 5.0
"""How much later than the server ends a statement its answer may come."""
ANSWER_S = 1.0
"""A server that is there answers in a few milliseconds."""
INTERVAL_S = 0.1
IS_ENCRYPTED = struct.pack("!ii", 8, 80877103)
"""The request that begins encryption: it needs no password, and its answer is one byte."""


class SilentServerError(psycopg.OperationalError):
    """The server does not answer any more; the connection is closed."""


@dataclass
class Silences:
    """What the connections of one pool know of each other."""

    last: float = -math.inf
    """When one of them was given up, by the monotonic clock: those that rested then are suspect."""


class KeepaliveConnection(psycopg.Connection[Any]):
    """Waits for as long as the server is there, and no longer than it may take to answer."""

    longest_s: float = math.inf
    """Seconds that one exchange may take."""
    silences: Silences | None = None

    @contextmanager
    def limited(self, longest_s: float) -> Iterator[None]:
        """Give the exchanges of a block a limit of their own, in seconds."""
        usual, self.longest_s = self.longest_s, longest_s
        try:
            yield
        finally:
            self.longest_s = usual

    def wait(
        self, gen: PQGen[RV], interval: float = INTERVAL_S, timeout: float | None = None
    ) -> RV:
        """Run an exchange with the server to its end; SilentServerError where it is hung."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        end = time.monotonic() + self.longest_s
        while True:
            try:
                left = max(end - time.monotonic(), interval)
                return super().wait(gen, interval, min(SILENCE_S, left))
            except psycopg.errors._WaitTimeout as error:  # noqa: SLF001  it has no public name
                if time.monotonic() >= end or not self._may_answer():
                    self._give_up()
                    raise SilentServerError("the database server does not answer") from error

    def _may_answer(self) -> bool:
        return is_there(self.info.host, self.info.port) and not is_forgotten(self)

    def _give_up(self) -> None:
        self.close()
        if self.silences is not None:
            self.silences.last = time.monotonic()


def is_there(host: str, port: int, patience_s: float = ANSWER_S) -> bool:
    """Tell whether a PostgreSQL server answers; one that is starting or recovering does."""
    is_path = host.startswith("/")
    family = socket.AF_UNIX if is_path else socket.AF_INET6 if ":" in host else socket.AF_INET
    address: Any = f"{host}/.s.PGSQL.{port}" if is_path else (host, port)
    with suppress(OSError), socket.socket(family) as connection:
        connection.settimeout(patience_s)
        connection.connect(address)
        connection.sendall(IS_ENCRYPTED)
        return bool(connection.recv(1))
    return False
