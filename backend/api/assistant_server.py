"""Tools for assistants at `/mcp`: MCP over HTTP, on behalf of the key in the request's header.

Every tool asks this same application over its API, in the process: the rights, limits and audit
events of a tool are those of the calls it makes. Cookies are not passed on, so a page of another
site has no rights here; requests under a foreign host name or of a foreign origin are refused.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.types import ASGIApp

from backend.api.assistants import PATH
from backend.client.async_sender import in_process
from backend.client.sender import Server
from backend.mcp.reach import ServerReach
from backend.mcp.tools import tool_server
from backend.settings import Settings

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class AssistantServer:
    """What answers, and what must be entered while it does."""

    answer: ASGIApp
    running: AbstractAsyncContextManager[None]


def assistant_server(app: ASGIApp, settings: Settings) -> AssistantServer:
    """Make the server of the tools."""

    @asynccontextmanager
    async def connect(context: Context[Any, Any]) -> AsyncIterator[ServerReach]:
        request = context.request_context.request
        kind, _, key = (context.headers or {}).get("authorization", "").partition(" ")
        bearer = key.strip() if kind.lower() == "bearer" else ""
        host = request.client.host if isinstance(request, Request) and request.client else ""
        sender = in_process(app, Server(settings.address, bearer), (host, 0))
        try:
            yield ServerReach(sender.send, settings.address)
        finally:
            await sender.close()

    server = tool_server(connect)
    inner = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,  # any of the processes may answer
        transport_security=_security(settings.address),
    )
    return AssistantServer(inner.router, server.session_manager.run())


def _security(address: str) -> TransportSecuritySettings:
    """Answer under our own name and on this machine only: no page can rebind a name to us."""
    own = urlsplit(address).netloc
    hosts = [own, *LOOPBACK, *(f"{host}:*" for host in LOOPBACK)]
    origins = [address, *(f"http://{host}:*" for host in LOOPBACK)]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)
