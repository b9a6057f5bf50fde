"""Refuses addresses that nothing can be stored under: before any of our code reads them.

PostgreSQL takes no NUL in a text and a file system none in a path; no address of ours is long.
"""

import re
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from backend.api.errors import problem
from backend.api.middleware.router_index import API
from backend.domain.errors import Fault

LONGEST_PATH = 2_000
LONGEST_NAME = 255
"""Bytes of one part of a path, outside the API: no file has a longer name."""
LONGEST_QUERY = 32_000
"""Bytes: a page may ask for a hundred series by number, and filter by many names."""
CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class OddAddresses:
    """Answers requests for addresses that cannot be meant, and passes on the others."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path, query = scope["path"], scope["query_string"]
        if reason := _length(path, query):
            await problem(HTTPStatus.REQUEST_URI_TOO_LONG, reason)(scope, receive, send)
        elif fault := _odd_character(path, query):
            refusal = problem(HTTPStatus.UNPROCESSABLE_ENTITY, fault.reason, [fault])
            await refusal(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _length(path: str, query: bytes) -> str:
    if len(path) > LONGEST_PATH or len(query) > LONGEST_QUERY:
        return f"an address has at most {LONGEST_PATH} characters of path, {LONGEST_QUERY} of query"
    parts = [] if path.startswith(f"{API}/") else path.split("/")
    if any(len(part.encode(errors="replace")) > LONGEST_NAME for part in parts):
        return f"a part of the address is longer than {LONGEST_NAME} bytes"
    return ""


def _odd_character(path: str, query: bytes) -> Fault | None:
    if found := CONTROL.search(path):
        reason = f"the path of the address holds the character U+{ord(found[0]):04X}"
        return Fault("/path", reason, "remove it")
    if b"%00" in query or b"\x00" in query:
        return Fault("/query", "the query of the address holds a NUL character", "remove it")
    return None
