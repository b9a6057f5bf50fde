"""The way to the tools for assistants: their server is made when the first assistant asks.

Its packages take a second of a processor to load, and most servers are asked by pages alone.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

import anyio
from anyio import to_thread
from anyio.abc import TaskGroup, TaskStatus
from fastapi import FastAPI
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from backend.settings import Settings

if TYPE_CHECKING:
    from backend.api.assistant_server import AssistantServer

PATH = "/mcp"


def install(app: FastAPI, settings: Settings) -> AbstractAsyncContextManager[None]:
    """Lead to the tools; return what must be entered while the application runs."""
    assistants = Assistants(app, settings)
    app.router.routes.append(Route(PATH, endpoint=assistants))
    return assistants.running()


class Assistants:
    """Passes requests on to a server that begins with the first of them."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._answer: ASGIApp | None = None
        self._making = anyio.Lock()
        self._tasks: TaskGroup | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with anyio.create_task_group() as self._tasks:
            yield
            self._tasks.cancel_scope.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._making:
            answer = self._answer = self._answer or await self._begin()
        await answer(scope, receive, send)

    async def _begin(self) -> ASGIApp:
        if self._tasks is None:
            raise RuntimeError("the application does not run")
        server = await to_thread.run_sync(self._make)
        began: ASGIApp = await self._tasks.start(_serve_until_end, server)
        return began

    def _make(self) -> "AssistantServer":
        from backend.api.assistant_server import assistant_server  # noqa: PLC0415  see above

        return assistant_server(self._app, self._settings)


async def _serve_until_end(server: "AssistantServer", *, task_status: TaskStatus[ASGIApp]) -> None:
    """Run the server until the application ends: one task enters what it leaves."""
    async with server.running:
        task_status.started(server.answer)
        await anyio.sleep_forever()
