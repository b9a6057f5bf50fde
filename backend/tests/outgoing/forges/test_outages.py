"""A forge that is slow, away, or another server than was thought."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from backend.domain.outgoing_addresses import read_allowed
from backend.domain.pulls.forge_checks import ForgeBusyError, ForgeConnection, ForgeRefusedError
from backend.domain.pulls.forge_events import ForgeKind
from backend.embedded.stores.ports import free_port
from backend.outgoing.forges.connect import connect
from backend.outgoing.guarded_http import Outgoing

HTTP = Outgoing(read_allowed("127.0.0.0/8"), whole_s=3.0)


def asked(port: int) -> None:
    base = f"http://127.0.0.1:{port}/api/v1"
    connection = ForgeConnection(ForgeKind.GITEA, base, "acme/engine", "secret", "token")
    connect(connection, HTTP, lambda: datetime.now(UTC)).pull_request(7)


@contextmanager
def server(status: int, body: bytes, wait: threading.Event | None = None) -> Iterator[int]:
    """Answer everything with one thing."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if wait is not None:
                wait.wait(20)
                return
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Location", "https://elsewhere.example/")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.daemon_threads = True
        thread = threading.Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield running.server_port
        finally:
            if wait is not None:
                wait.set()
            running.shutdown()
            thread.join()


def test_nobody_there_and_no_answer_are_tried_again_later() -> None:
    with pytest.raises(ForgeBusyError, match="no answer about pull request 7"):
        asked(free_port())
    with server(200, b"", threading.Event()) as port, pytest.raises(ForgeBusyError):
        asked(port)


@pytest.mark.parametrize(
    ("status", "body", "reason", "remedy"),
    [
        (200, b"<h1>Sign in</h1>", "is no JSON", "address of the API"),
        (200, b'{"number": 7}', "cannot be read at /base/repo/full_name", "release"),
        (200, b"[]", "cannot be read at /base/repo/full_name", "release"),
        (200, b"", "cannot be read", "release"),
        (301, b"", "answered 301", "renamed or moved"),
        (404, b'{"message": 7}', "answered 404", "repository's name"),
        (418, b"\xff", "answered 418", "report this"),
    ],
)
def test_another_server_than_was_thought_is_said_to_be(
    status: int, body: bytes, reason: str, remedy: str
) -> None:
    with server(status, body) as port, pytest.raises(ForgeRefusedError) as caught:
        asked(port)
    assert reason in caught.value.reason
    assert remedy in caught.value.remedy


def test_an_answer_without_end_is_cut() -> None:
    small = replace(HTTP, most_bytes=10)
    with server(200, b"[" + b" " * 20_000_000 + b"]") as port:
        base = f"http://127.0.0.1:{port}/api/v1"
        connection = ForgeConnection(ForgeKind.GITEA, base, "acme/engine", "secret", "token")
        with pytest.raises(ForgeBusyError, match="larger than"):
            connect(connection, small, lambda: datetime.now(UTC)).pull_request(7)
