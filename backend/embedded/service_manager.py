"""Tells a service manager that watches the supervisor, as systemd does, that it is alive."""

import socket
from contextlib import suppress
from dataclasses import dataclass, field

from backend.settings import inherited_environment


def _address() -> str:
    """Where systemd listens; empty: nobody watches. It writes @ for an abstract name."""
    return inherited_environment().get("NOTIFY_SOCKET", "").replace("@", "\0", 1)


@dataclass(slots=True)
class ServiceManager:
    """The other end of NOTIFY_SOCKET; says nothing where there is none."""

    address: str = field(default_factory=_address)

    def say_ready(self) -> None:
        """Say that the start is over; from now on it expects signs of life."""
        self._send("READY=1")

    def say_alive(self) -> None:
        """Say that the supervisor still looks after its children."""
        self._send("WATCHDOG=1")

    def _send(self, state: str) -> None:
        if self.address:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(state.encode(), self.address)
