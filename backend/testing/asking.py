"""Ask an application inside its own event loop, for tests that ask thousands of things.

A client in another thread hands each request over and back, which costs four times what most
answers take.
"""

import asyncio
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp

HOST = (b"host", b"testserver")


@dataclass(frozen=True, slots=True)
class WholeAnswer:
    """The status and all bytes of an answer that ended."""

    status: int
    body: bytes


async def ask_inside(
    app: ASGIApp, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
) -> WholeAnswer:
    """Send one request without a query and wait for the whole answer.

    What the application does not catch is raised here.
    """
    asked = iter([{"type": "http.request", "body": body, "more_body": False}])
    has_ended = asyncio.Event()
    status, parts = 0, []

    async def receive() -> Mapping[str, Any]:
        if (first := next(asked, None)) is not None:
            return first
        await has_ended.wait()
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        elif message["type"] == "http.response.body":
            parts.append(message.get("body", b""))
            if not message.get("more_body"):
                has_ended.set()

    await app(_scope(method, path, headers, body), receive, send)  # type: ignore[arg-type]
    return WholeAnswer(status, b"".join(parts))


def _scope(
    method: str, path: str, headers: Mapping[str, str], body: bytes
) -> MutableMapping[str, Any]:
    pairs = [HOST, *((name.lower().encode(), value.encode()) for name, value in headers.items())]
    if body:
        pairs += [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ]
    return {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
        "method": method, "scheme": "http", "path": path, "raw_path": path.encode(),
        "query_string": b"", "root_path": "", "headers": pairs, "client": ("testclient", 50000),
        "server": ("testserver", 80), "state": {},
    }  # fmt: skip
