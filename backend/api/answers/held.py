"""An answer that waits for what it is to say, and keeps its connection alive meanwhile.

Its head and white space come at once, more white space at intervals, the document at the end. So
no proxy takes the connection for a dead one, and each side notices when the other is gone. While
it waits it holds no thread, no place and no connection to the database.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from backend.api.errors import is_passing
from backend.domain.errors import DomainError
from backend.services.work_watch import Waiter

AGAIN_S = 1.0
"""Before a look that found the server busy is taken again."""
REPLACED_S = 5.0
"""Before a question is answered in whose place another one of the same agent is held.

Two agents of one name would otherwise end each other's questions without a pause.
"""
HEAD = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    # nobody collects it before it is passed on
    (b"x-accel-buffering", b"no"),
    (b"content-encoding", b"identity"),
]
SPACE = b"\n"


@dataclass(frozen=True, slots=True)
class HeldQuestion:
    """What is asked, and for how long it waits."""

    place: AbstractContextManager[Waiter]
    look: Callable[[Waiter], Awaitable[bytes | None]]
    nothing: bytes
    """The answer where nothing came."""
    wait_s: float
    alive_s: float
    """Between two signs of life."""


class HeldAnswer(Response):
    """Answers a question as soon as there is something to say."""

    def __init__(self, question: HeldQuestion) -> None:
        super().__init__()
        self.question = question

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  ASGI's
        """Look, and wait where nothing is found; what the first look raises is an answer too."""
        asked = self.question
        with asked.place as waiter:
            found = await asked.look(waiter)
            await send({"type": "http.response.start", "status": 200, "headers": [*HEAD]})
            if found is None:
                gone = asyncio.ensure_future(receive())
                gone.add_done_callback(lambda _: waiter.end())
                try:
                    found = await self._hold(waiter, send)
                    if waiter.is_replaced:
                        await asyncio.wait([gone], timeout=REPLACED_S)
                finally:
                    gone.cancel()
        await send({"type": "http.response.body", "body": found or asked.nothing})

    async def _hold(self, waiter: Waiter, send: Send) -> bytes | None:
        now = sign_at = time.monotonic()
        until = now + self.question.wait_s
        while now < until and not waiter.has_ended():
            if now >= sign_at:
                await send({"type": "http.response.body", "body": SPACE, "more_body": True})
                sign_at = now + self.question.alive_s
            if await waiter.next(min(until, sign_at) - now) and not waiter.has_ended():
                found = await self._look(waiter)
                if found is not None:
                    return found
            now = time.monotonic()
        return None

    async def _look(self, waiter: Waiter) -> bytes | None:
        """Look once more; whoever may not any more is told so when it asks again.

        What a look that failed was for is still to be looked for.
        """
        try:
            return await self.question.look(waiter)
        except Exception as error:
            if is_passing(error):
                await asyncio.sleep(AGAIN_S)
            elif isinstance(error, DomainError):
                waiter.end()
            else:
                raise
        return None
