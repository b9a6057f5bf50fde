"""Headers that hold browsers to what our pages do: no script but ours, no guessing of types."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGES = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
EMBEDDED = PAGES.replace("frame-ancestors 'self'", "frame-ancestors *")
"""Charts without a frame, which other sites may show: nothing can be changed there."""
ANSWERS = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Documents, files and pictures of the API, should a browser open one by itself."""
DESCRIPTION = "/api/docs"
"""Draws itself with scripts from elsewhere; nobody's text is shown there."""


class SecurityHeaders:
    """Gives every answer what it does not say itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Referrer-Policy", "same-origin")
                if not path.startswith(DESCRIPTION):
                    headers.setdefault("Content-Security-Policy", _policy(path))
            await send(message)

        await self.app(scope, receive, with_headers)


def _policy(path: str) -> str:
    if path.startswith("/api/"):
        return ANSWERS
    return EMBEDDED if path.startswith("/embed/") else PAGES
