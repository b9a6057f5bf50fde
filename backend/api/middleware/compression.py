"""Compression of answers, for those who are far away."""

from fastapi.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

LOOPBACK = {"127.0.0.1", "::1"}


class RemoteGZip(GZipMiddleware):
    """Compress unless the client is on this machine: there it costs more time than it saves."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client and client[0] in LOOPBACK:
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
