"""Who may open the stream of events of a project."""

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from backend.api.app import create_app
from backend.settings import Settings
from backend.tests.api.people.asking_all import STREAM


@pytest.mark.parametrize(
    ("name", "slug", "status"),
    [
        ("nobody", "open", 200),
        ("nobody", "closed", 401),
        ("viewer", "closed", 200),
        ("outsider", "closed", 404),
        ("key read in closed", "closed", 200),
        ("key report in closed", "closed", 403),
        ("key read of another", "closed", 404),
    ],
)
def test_the_stream_of_events_is_opened_to_readers_only(
    settings: Settings, askers: dict[str, dict[str, str]], name: str, slug: str, status: int
) -> None:
    app = create_app(settings)
    address = f"/api/v1{STREAM}".replace("{project}", slug)
    with TestClient(app):
        assert asyncio.run(status_of_stream(app, address, askers[name])) == status


async def status_of_stream(app: FastAPI, address: str, headers: dict[str, str]) -> int:
    """Ask for an endless answer and hang up once it has begun."""
    begun = asyncio.Event()
    found: list[int] = []

    async def receive() -> dict[str, Any]:
        if found or begun.is_set():
            return {"type": "http.disconnect"}
        begun.set()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    pairs = [(key.lower().encode(), value.encode()) for key, value in headers.items()]
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
        "method": "GET", "scheme": "http", "path": address, "raw_path": address.encode(),
        "query_string": b"", "root_path": "", "headers": pairs, "client": ("127.0.0.1", 1),
        "server": ("testserver", 80), "state": {},
    }  # fmt: skip
    await app(scope, receive, send)  # type: ignore[arg-type]
    return found[0]
