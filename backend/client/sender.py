"""Carries calls to a server over the network."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Any, BinaryIO, TypeVar
from urllib.parse import urlencode

import msgspec

from backend.client.answers import FIRST_FAULT, ServerUnreachableError, read_answer
from backend.client.call import ApiCall
from backend.client.wire import AddressError, ask, packed, pieces, whole

Answer = TypeVar("Answer")
PREFIX = "/api/v1"
TIMEOUT_S = 60.0
WORTH_PACKING = 2_000
WORTH_WATCHING = 1 << 20
ORIGIN = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")


@dataclass(frozen=True, slots=True)
class Server:
    """Where calls go, and on whose behalf."""

    url: str
    key: str = ""
    origin: str = ""
    """The trace that calls continue, as `traceparent` says it."""

    def headers(self) -> dict[str, str]:
        """Return what shows the key; ServerUnreachableError where no header can hold it."""
        if not (self.key.isascii() and self.key.isprintable()):
            raise ServerUnreachableError("the key holds characters that no key has")
        origin = {"traceparent": self.origin} if ORIGIN.fullmatch(self.origin) else {}
        return {"Authorization": f"Bearer {self.key}", **origin} if self.key else origin


class Sender:
    """Sends one call after another; what the server said last stays as it came."""

    def __init__(
        self, server: Server, watch: Callable[[bytes], Iterable[bytes]] | None = None
    ) -> None:
        """Take pieces of long bodies from `watch`, which sees how far the sending is."""
        self.server = server
        self.said = b""
        self._watch = watch

    def send(self, call: ApiCall[Answer]) -> Answer:
        """Send a call; raises ServerError."""
        try:
            answer = self._ask(call, {"Accept-Encoding": "gzip"})
            self.said = whole(answer)
        except (OSError, HTTPException, AddressError) as error:
            raise unreachable(self.server, error) from error
        return read_answer(call, answer.status, self.said, answer.headers.get("Retry-After"))

    def save(self, call: ApiCall[bytes], sink: BinaryIO) -> None:
        """Write an answer into a file piece by piece; raises ServerError."""
        sink.writelines(self._pieces(call))

    def _pieces(self, call: ApiCall[bytes]) -> Iterator[bytes]:
        try:
            answer = self._ask(call, {})
            if answer.status >= FIRST_FAULT:
                read_answer(call, answer.status, whole(answer))
            yield from pieces(answer)
        except (OSError, HTTPException, AddressError) as error:
            raise unreachable(self.server, error) from error

    def _ask(self, call: ApiCall[Any], headers: Mapping[str, str]) -> HTTPResponse:
        query = urlencode(call.parameters())
        url = f"{self.server.url}{PREFIX}{call.path}{'?' if query else ''}{query}"
        body, more = body_of(call)
        sent = {**self.server.headers(), **headers, **more}
        if body is None or self._watch is None or len(body) < WORTH_WATCHING:
            return ask(call.method, url, sent, TIMEOUT_S, body)
        sent["Content-Length"] = str(len(body))
        return ask(call.method, url, sent, TIMEOUT_S, self._watch(body))


def body_of(call: ApiCall[Any]) -> tuple[bytes | None, dict[str, str]]:
    """Return what is sent, and its headers; models become JSON, long reports are packed."""
    if call.body is None:
        return None, {}
    if not isinstance(call.body, bytes):
        return msgspec.json.encode(call.body), {"Content-Type": "application/json"}
    if len(call.body) > WORTH_PACKING and call.path.endswith("/reports"):
        return packed(call.body), {"Content-Encoding": "gzip"}
    return call.body, {}


def unreachable(server: Server, error: Exception) -> ServerUnreachableError:
    if isinstance(error, TimeoutError):
        return ServerUnreachableError(f"{server.url} did not answer in time")
    if isinstance(error, AddressError):
        return ServerUnreachableError(
            f"“{server.url}” is no address of a server: begin with https://"
        )
    return ServerUnreachableError(
        f"{server.url} cannot be reached: {str(error) or type(error).__name__}"
    )
