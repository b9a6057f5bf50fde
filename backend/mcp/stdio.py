"""The tools over standard input and output, for assistants that start programs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.mcpserver import Context

from backend.client.async_sender import AsyncSender
from backend.client.sender import Server
from backend.mcp.reach import ServerReach
from backend.mcp.tools import tool_server


def serve(server: Server) -> None:
    """Serve until the input ends."""

    @asynccontextmanager
    async def connect(_context: Context[Any, Any]) -> AsyncIterator[ServerReach]:
        sender = AsyncSender(server)
        try:
            yield ServerReach(sender.send, server.url)
        finally:
            await sender.close()

    tool_server(connect).run("stdio")
