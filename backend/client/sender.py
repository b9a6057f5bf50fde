"""Carries calls to a server, over the network or to one in this process."""

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, BinaryIO, Self, TypeVar

import httpx
import msgspec

from backend.client.answers import ServerUnreachableError, read_answer
from backend.client.call import ApiCall

Answer = TypeVar("Answer")
PREFIX = "/api/v1"
TIMEOUT_S = 60.0
CONNECT_S = 10.0
WORTH_PACKING = 2_000


@dataclass(frozen=True, slots=True)
class Server:
    """Where calls go, and on whose behalf."""

    url: str
    key: str = ""


class Sender:
    """Sends one call after another; what the server said last stays as it came."""

    def __init__(self, server: Server, transport: httpx.BaseTransport | None = None) -> None:
        self.server = server
        self.said = b""
        self._client = httpx.Client(
            base_url=server.url, headers=_headers(server), timeout=_timeout(), transport=transport
        )

    def send(self, call: ApiCall[Answer]) -> Answer:
        """Send a call; raises ServerError."""
        try:
            answer = self._client.request(**_request(call))
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise _unreachable(self.server, error) from error
        self.said = answer.content
        return read_answer(call, answer.status_code, self.said, answer.headers.get("retry-after"))

    def save(self, call: ApiCall[bytes], sink: BinaryIO) -> None:
        """Write an answer into a file piece by piece; raises ServerError."""
        try:
            with self._client.stream(**_request(call)) as answer:
                if answer.is_error:
                    read_answer(call, answer.status_code, answer.read())
                sink.writelines(answer.iter_bytes())
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _unreachable(self.server, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()


class AsyncSender:
    """The same for whoever does several things at once."""

    def __init__(self, server: Server, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.server = server
        self._client = httpx.AsyncClient(
            base_url=server.url, headers=_headers(server), timeout=_timeout(), transport=transport
        )

    async def send(self, call: ApiCall[Answer]) -> Answer:
        """Send a call; raises ServerError."""
        try:
            answer = await self._client.request(**_request(call))
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise _unreachable(self.server, error) from error
        wait = answer.headers.get("retry-after")
        return read_answer(call, answer.status_code, answer.content, wait)

    async def close(self) -> None:
        await self._client.aclose()


def in_process(app: Callable[..., Any], server: Server, client: tuple[str, int]) -> AsyncSender:
    """Return a sender to an application in this process: same rights, limits and audit trail."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=client)
    return AsyncSender(server, transport)


def _headers(server: Server) -> dict[str, str]:
    return {"Authorization": f"Bearer {server.key}"} if server.key else {}


def _timeout() -> httpx.Timeout:
    return httpx.Timeout(TIMEOUT_S, connect=CONNECT_S)


def _request(call: ApiCall[Any]) -> dict[str, Any]:
    """Return what httpx is asked; models become JSON, long bodies are packed."""
    request: dict[str, Any] = {
        "method": call.method,
        "url": PREFIX + call.path,
        "params": call.parameters() or None,
    }
    if call.body is None:
        return request
    is_file = isinstance(call.body, bytes)
    plain = call.body if isinstance(call.body, bytes) else msgspec.json.encode(call.body)
    headers: Mapping[str, str] = {} if is_file else {"Content-Type": "application/json"}
    if is_file and len(plain) > WORTH_PACKING and call.path.endswith("/reports"):
        plain, headers = gzip.compress(plain, 6), {"Content-Encoding": "gzip"}
    return request | {"content": plain, "headers": headers}


def _unreachable(server: Server, error: Exception) -> ServerUnreachableError:
    if isinstance(error, httpx.TimeoutException):
        return ServerUnreachableError(f"{server.url} did not answer in time")
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol):
        return ServerUnreachableError(
            f"“{server.url}” is no address of a server: begin with https://"
        )
    return ServerUnreachableError(
        f"{server.url} cannot be reached: {str(error) or type(error).__name__}"
    )
