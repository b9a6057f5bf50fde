"""How soon a page that is open hears of an upload and of the change in it."""

import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection

from backend.bench.stand import Stand
from backend.bench.sustaining import Uploads
from backend.bench.wire import Client
from backend.testing.stack import wait_until

ATTEMPTS = 8
"""Reports at a new level after which the change must have been found."""
PATIENCE_S = 20.0
GRACE_S = 0.1


@dataclass(slots=True)
class LivePage:
    """A page that listens to live events, and when it heard of what."""

    client: Client
    heard: dict[str, list[float]] = field(default_factory=dict)
    is_connected: bool = False
    connection: HTTPConnection | None = None

    def listen(self) -> None:
        """Note the time of every event until the connection is closed."""
        self.connection = self.client.open()
        try:
            self.connection.request(
                "GET", f"{self.client.root}/events", headers=self.client.headers
            )
            stream = self.connection.getresponse()
            while line := stream.readline():
                self._note(line.decode())
        except (OSError, ValueError, AttributeError):
            return  # closed from outside

    def _note(self, line: str) -> None:
        self.is_connected = True
        name, _, kind = line.strip().partition(": ")
        if name == "event":
            self.heard.setdefault(kind, []).append(time.perf_counter())

    def first_after(self, kind: str, moment: float) -> float | None:
        return next((at for at in self.heard.get(kind, []) if at > moment), None)


@dataclass(frozen=True, slots=True)
class Living:
    """Seconds from the begin of an upload to the event on the page."""

    run_s: list[float]
    change_s: list[float]


def measure_living(stand: Stand, client: Client, uploads: Uploads, rounds: int) -> Living:
    """Double and halve a suite's times, a report at a time, and wait for the page to hear."""
    page = LivePage(client)
    threading.Thread(target=page.listen, daemon=True).start()
    wait_until(lambda: page.is_connected, "the page listens")
    living = Living([], [])
    for round_ in range(rounds):
        _step(stand, page, uploads, 1.0 if round_ % 2 else 2.0, living)
    if page.connection and page.connection.sock:
        page.connection.sock.close()
    return living


def _step(stand: Stand, page: LivePage, uploads: Uploads, ratio: float, living: Living) -> None:
    for _ in range(ATTEMPTS):
        began = time.perf_counter()
        uploads.send_one(ratio)
        wait_until(lambda: page.first_after("run", began), "the page hears of a run", PATIENCE_S)  # noqa: B023
        living.run_s.append((page.first_after("run", began) or 0.0) - began)
        stand.wait_idle()
        time.sleep(GRACE_S)
        change = page.first_after("change", began)
        if change is not None:
            living.change_s.append(change - began)
            return
