"""Carries calls for whoever does several things at once, over the network or in this process."""

from collections.abc import Callable
from typing import Any, TypeVar

import httpx

from backend.client.answers import ServerUnreachableError, read_answer
from backend.client.call import ApiCall
from backend.client.sender import PREFIX, TIMEOUT_S, Server, body_of, unreachable
from backend.client.wire import CONNECT_S, AddressError

Answer = TypeVar("Answer")


class AsyncSender:
    """Sends calls; raises ServerError."""

    def __init__(self, server: Server, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.server = server
        self._client = httpx.AsyncClient(
            base_url=server.url,
            headers=server.headers(),
            timeout=httpx.Timeout(TIMEOUT_S, connect=CONNECT_S),
            transport=transport,
        )

    async def send(self, call: ApiCall[Answer]) -> Answer:
        """Send a call; raises ServerError."""
        body, headers = body_of(call)
        try:
            answer = await self._client.request(
                call.method, PREFIX + call.path, params=tuple(call.parameters()) or None,
                content=body, headers=headers,
            )  # fmt: skip
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


def _unreachable(server: Server, error: Exception) -> ServerUnreachableError:
    if isinstance(error, httpx.TimeoutException):
        return unreachable(server, TimeoutError())
    is_address = isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol)
    return unreachable(server, AddressError() if is_address else error)
