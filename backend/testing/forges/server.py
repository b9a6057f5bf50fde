"""A forge at the wire: it answers, misbehaves when told to, and checks both sides of every talk."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote, urlsplit

from backend.testing.forges.descriptions import Description, filled
from backend.testing.forges.world import World

Query = Mapping[str, list[str]]
SECRET = "whsec_" + "dGhlIHNlY3JldCBvZiB0aGUgd2ViaG9va3MsIDMyIEI="


class RefusedError(Exception):
    """What the forge answers in place of what was asked."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = headers


@dataclass(frozen=True)
class Asked:
    """One request, taken apart."""

    method: str
    template: str
    places: tuple[str, ...]
    query: Query
    body: Any
    headers: Mapping[str, str]

    def one(self, name: str, default: str = "") -> str:
        return self.query.get(name, [default])[0]

    def page(self, members: list[Any], usual: int = 30) -> list[Any]:
        """Return what a page of a list holds."""
        size, page = int(self.one("per_page", str(usual))), int(self.one("page", "1"))
        return members[(page - 1) * size : page * size]


class Manners(Protocol):
    """How one forge speaks."""

    prefix: str

    @property
    def description(self) -> Description:
        """Return what it publishes."""
        ...

    def admit(self, asked: Asked) -> None:
        """Refuse who may not ask."""
        ...

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """Do what is asked; return the status and what the answer says beyond the least."""
        ...

    def refusal(self, refused: RefusedError) -> Any:
        """Return the document of a refusal."""
        ...

    def limited(self, until: datetime) -> RefusedError:
        """Return how it says that it was asked too often."""
        ...


@dataclass
class StandIn:
    """A running forge, what happens to it and what it saw."""

    world: World
    manners: Manners
    url: str = ""
    secret: str = SECRET
    """What its webhooks are signed with."""
    is_down: bool = False
    """Answers 503 with a page for people."""
    limited_until: datetime | None = None
    delay_s: float = 0.0
    before: Callable[[], None] = lambda: None
    """Called at each request, before it is answered."""
    dies_after: int = 0
    """How many more changes it makes without answering any more."""
    refuses: dict[tuple[str, str], RefusedError] = field(default_factory=dict)
    """By method and template: what is refused, as if a permission were missing."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    asked: list[Asked] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Where a request or an answer was other than the forge's description says."""

    def now(self) -> datetime:
        return self.clock()

    @property
    def api_url(self) -> str:
        return self.url + self.manners.prefix

    def asked_for(self, method: str, ending: str) -> list[Asked]:
        """Return the requests of a method to addresses that end so."""
        return [one for one in self.asked if one.method == method and one.template.endswith(ending)]

    def respond(self, request: "_Handler") -> None:
        """Answer one request."""
        self.before()
        time.sleep(self.delay_s)
        if self.is_down:
            request.reply(503, {"Content-Type": "text/html"}, b"<h1>This is not available</h1>")
            return
        try:
            status, document = self._done(request)
        except RefusedError as refused:
            sent = json.dumps(self.manners.refusal(refused)).encode()
            request.reply(refused.status, refused.headers, sent)
            return
        if self.dies_after and request.command != "GET" and not request.is_about_tokens:
            self.dies_after -= 1
            request.close_connection = True
            return
        request.reply(status, {}, json.dumps(document).encode())

    def _done(self, request: "_Handler") -> tuple[int, Any]:
        parts = urlsplit(request.path)
        if self.limited_until is not None and self.clock() < self.limited_until:
            raise self.manners.limited(self.limited_until)
        known = self.manners.description.find(
            request.command, parts.path.removeprefix(self.manners.prefix)
        )
        if known is None or not parts.path.startswith(self.manners.prefix):
            self.faults.append(f"{request.command} {parts.path} is not described")
            raise RefusedError(404, "Not Found")
        operation, places = known
        pairs = parse_qsl(parts.query, keep_blank_values=True)
        query: dict[str, list[str]] = {}
        for name, value in pairs:
            query.setdefault(name, []).append(value)
        headers = {name.lower(): value for name, value in request.headers.items()}
        asked = Asked(
            request.command, operation.template, tuple(map(unquote, places)), query,
            request.body(), headers,
        )  # fmt: skip
        self.asked.append(asked)
        self.faults += operation.request_faults(list(query), asked.body)
        self.manners.admit(asked)
        if (asked.method, asked.template) in self.refuses:
            raise self.refuses[asked.method, asked.template]
        status, said = self.manners.answer(asked)
        schema = operation.answers.get(status)
        if schema is None:
            self.faults.append(f"{asked.method} {asked.template} never answers {status}")
            return status, said
        document = filled(schema, said)
        self.faults += operation.answer_faults(status, document)
        return status, document


class _Handler(BaseHTTPRequestHandler):
    stand_in: StandIn

    @property
    def is_about_tokens(self) -> bool:
        return self.path.endswith("/access_tokens")

    def body(self) -> Any:
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        return json.loads(sent) if sent else None

    def reply(self, status: int, headers: Mapping[str, str], sent: bytes) -> None:
        self.send_response_only(status)
        now = format_datetime(self.stand_in.clock(), usegmt=True)
        usual = {"Date": now, "Content-Type": "application/json", "Connection": "close"}
        for name, value in (usual | dict(headers) | {"Content-Length": str(len(sent))}).items():
            self.send_header(name, value)
        with suppress(ConnectionError):
            self.end_headers()
            self.wfile.write(sent)

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _answer(self) -> None:
        self.stand_in.respond(self)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815  as the library has it


@contextmanager
def served(stand_in: StandIn, port: int = 0) -> Iterator[StandIn]:
    """Let a forge answer as long as the block runs; then nothing may have been amiss."""
    handler = type("Handler", (_Handler,), {"stand_in": stand_in})
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        server.daemon_threads = True
        _ = stand_in.manners.description  # it takes seconds to read; nobody shall wait for it
        stand_in.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield stand_in
        finally:
            server.shutdown()
            thread.join()
    if stand_in.faults:
        raise AssertionError("\n".join(["not as the forge's description says:", *stand_in.faults]))
