"""Headers that hold browsers to what our pages do, and caches to what belongs to whoever asked.

No script but ours, no guessing of types; nothing is kept that does not say for whom.
"""

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


WHO_ASKS = ("Cookie", "Authorization", "Accept")
"""Headers of a request on which answers hang."""


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
                complete(MutableHeaders(scope=message), path)
            await send(message)

        await self.app(scope, receive, with_headers)


def complete(headers: MutableHeaders, path: str) -> None:
    """Add what an answer does not say itself."""
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Content-Security-Policy", _policy(path))
    # who gave an answer a tag wants to be asked again by it
    headers.setdefault("Cache-Control", "private, no-cache" if "etag" in headers else "no-store")
    if "public" not in headers["cache-control"]:
        for name in WHO_ASKS:
            headers.add_vary_header(name)


def _policy(path: str) -> str:
    if path.startswith("/api/"):
        return ANSWERS
    return EMBEDDED if path.startswith("/embed/") else PAGES
