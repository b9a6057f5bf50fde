"""A limit for the body of every request, before anything reads it or asks who sends it."""

import re
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1_000_000
LIMITED_BY_SETTINGS = re.compile(r"/api/v1/projects/[^/]+/(reports|imports/[^/]+)")
"""Calls that look at the sender first, and then stop reading at a limit of their own."""


class BodyLimit:
    """Ends a request whose body is too large as soon as that shows."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or LIMITED_BY_SETTINGS.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        received = 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > LARGEST_BODY:
                reason = f"the body is larger than the limit of {LARGEST_BODY} bytes"
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, reason)
            return message

        await self.app(scope, limited, send)
