"""Gives each request an id, in its answer and all its log lines, and counts how long it took."""

import re
import secrets
import time
from http import HTTPStatus

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.domain.operation import HTTP
from backend.services.tallies import DurationTally
from backend.tracing import name_request

GIVEN = re.compile(r"[\w.:/=+@-]{1,128}")
"""An id that a proxy or a client may have given already."""
ID_HEADER = "X-Request-ID"
NO_ROUTE = "(no route)"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class Measuring:
    """Measures until the answer begins, so that neither slow readers nor open streams count."""

    def __init__(self, app: ASGIApp, tally: DurationTally) -> None:
        self.app = app
        self.tally = tally

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(ID_HEADER, "")
        request_id = given if GIVEN.fullmatch(given) else secrets.token_hex(8)
        # uvicorn gives each request a context of its own
        structlog.contextvars.bind_contextvars(request_id=request_id)
        begun = time.perf_counter()

        async def measured(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).setdefault(ID_HEADER, request_id)
                self._count(scope, message["status"], time.perf_counter() - begun)
            await send(message)

        try:
            await self.app(scope, receive, measured)
        except Exception:
            # what answers an unforeseen fault stands outside of all middleware
            failed = HTTPStatus.INTERNAL_SERVER_ERROR
            self._count(scope, failed, time.perf_counter() - begun)
            raise

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = _template(scope)
        name_request(method, route)
        self.tally.observe(HTTP, (method, route, str(status)), seconds)


def _template(scope: Scope) -> str:
    """Return the address of a route with the names of its parts: few, whatever is asked for."""
    path: str = getattr(scope.get("route"), "path", "")
    if not path:
        return NO_ROUTE
    is_api = scope["path"].startswith("/api/v1/") and not path.startswith("/api/")
    return f"/api/v1{path}" if is_api else path
