"""Compression of answers, for those who are far away."""

from fastapi.middleware.gzip import GZipMiddleware
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

LOOPBACK = {"127.0.0.1", "::1"}


def is_near(scope: Scope) -> bool:
    """Tell whether the client is on this machine: there it costs more time than it saves."""
    client = scope.get("client")
    return bool(client and client[0] in LOOPBACK)


def takes_gzip(scope: Scope) -> bool:
    """Tell whether an answer to this request is compressed, if it is long enough."""
    return not is_near(scope) and "gzip" in Headers(scope=scope).get("accept-encoding", "")


class RemoteGZip(GZipMiddleware):
    """Compress unless the client is on this machine."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_near(scope):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
