"""A tracker on this machine that speaks HTTP: it answers by path and query, and notes each."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from backend.testing.receivers import QuietHandler, serving


@dataclass(frozen=True, slots=True)
class Given:
    """One answer; what is not bytes is written as JSON."""

    body: Any = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    wants: str = ""
    """The token without which nobody is let in."""
    promises: int = 0
    """Bytes more than come, before the connection is cut."""


@dataclass
class TrackerServer:
    """Each address gives its answers in turn, the last one again and again."""

    port: int
    answers: dict[str, list[Given]] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Address and token of each request."""
    held: threading.Event = field(default_factory=threading.Event)
    """Set: addresses below /held answer; until then they let the asker wait."""

    waiting: int = 0
    """Requests below /held that came."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def give(self, path: str, *answers: Any) -> str:
        """Let an address answer; returns it whole."""
        self.answers[path] = [one if isinstance(one, Given) else Given(one) for one in answers]
        return f"{self.url}{path}"

    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]

    def answer(self, path: str, token: str) -> Given:
        self.asked.append((path, token))
        found = self.answers.get(path)
        if not found:
            return Given(b"no such page", 404)
        given = found.pop(0) if len(found) > 1 else found[0]
        return Given(b"who are you?", 401) if given.wants not in {"", token} else given


@contextmanager
def tracker_server() -> Iterator[TrackerServer]:
    """Run the tracker as long as the block runs."""

    class Handler(QuietHandler):
        def do_GET(self) -> None:  # noqa: N802  as http.server calls it
            if "/held" in self.path:
                here.waiting += 1
                here.held.wait(120)
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            given = here.answer(self.path, token)
            is_bytes = isinstance(given.body, bytes)
            body = given.body if is_bytes else json.dumps(given.body).encode()
            self.reply(given.status, given.headers, body, given.promises)

    with serving(Handler) as port:
        here = TrackerServer(port)
        try:
            yield here
        finally:
            here.held.set()
