"""Limits for the body of every request, in bytes and in time, before anything reads it."""

import asyncio
import re
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1_000_000
LIMITED_BY_SETTINGS = re.compile(
    r"/api/v1/projects/[^/]+/"
    r"(reports(/files)?|mappings/outlines|imports/(?!addresses)[^/]+)"
)
"""Calls that look at the sender first, and then stop reading at a limit of their own."""
SLOWEST = 1_000
"""Bytes a second that a sender keeps up on average, once its patience is used up."""


class BodyLimit:
    """Ends a request whose body is too large, or comes too slowly, as soon as that shows."""

    def __init__(self, app: ASGIApp, patience_s: float) -> None:
        self.app = app
        self.patience_s = patience_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = None if LIMITED_BY_SETTINGS.fullmatch(scope["path"]) else LARGEST_BODY
        body = _Body(receive, most, self.patience_s)
        await self.app(scope, body.receive, send)


class _Body:
    """The body of one request while it arrives."""

    def __init__(self, receive: Receive, most: int | None, patience_s: float) -> None:
        self.wire = receive
        self.most = most
        self.patience_s = patience_s
        self.received = 0
        self.spent_s = 0.0
        self.is_whole = False

    async def receive(self) -> Message:
        """Return the next piece; after the last one, wait for the end of the connection."""
        if self.is_whole:
            return await self.wire()
        message = await self._next()
        self.received += len(message.get("body", b""))
        self.is_whole = not message.get("more_body", False)
        if self.most is not None and self.received > self.most:
            reason = f"the body is larger than the limit of {self.most} bytes"
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, reason)
        return message

    async def _next(self) -> Message:
        clock = asyncio.get_running_loop().time
        begun = clock()
        left_s = self.patience_s + self.received / SLOWEST - self.spent_s
        try:
            async with asyncio.timeout(left_s):
                return await self.wire()
        except TimeoutError:
            reason = (
                f"after {self.received} bytes the body came too slowly; send it with at least "
                f"{SLOWEST} bytes a second, or in smaller parts"
            )
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, reason) from None
        finally:
            self.spent_s += clock() - begun
