"""Who sends slowly, or without end, keeps nobody else waiting."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import httpx
import pytest
from sqlalchemy import text

from backend.embedded.stores.services import Services
from backend.storage.engine import make_engine, transaction
from backend.testing.brokers import fresh_broker
from backend.testing.builders import a_report
from backend.testing.stack import Stack, make_stack, wait_until

PATIENCE_S = 1.5
POOL = 3
PATIENCE = {
    "TIDEMARK_BODY_PATIENCE_S": str(PATIENCE_S),
    "TIDEMARK_HEAD_PATIENCE_S": str(PATIENCE_S),
    "TIDEMARK_API_POOL": str(POOL),
}


@pytest.fixture(scope="module")
def impatient(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """Run an API that soon loses its patience and has few connections to the database."""
    stack = make_stack(
        module_database_url, fresh_broker(services.redis_url), tmp_path_factory.mktemp("slow")
    )
    stack.environment |= PATIENCE
    try:
        stack.start_api()
        yield stack
    finally:
        stack.drop()


def connect(stack: Stack) -> socket.socket:
    url = httpx.URL(stack.url)
    return socket.create_connection((url.host, url.port or 80), timeout=10 * PATIENCE_S)


def all_that_comes(wire: socket.socket) -> bytes:
    return b"".join(iter(lambda: wire.recv(65_536), b""))


def head_of_upload(stack: Stack, key: str) -> bytes:
    lines = [
        "POST /api/v1/projects/main/reports HTTP/1.1",
        f"Host: {httpx.URL(stack.url).host}",
        f"Authorization: Bearer {key}",
        "Content-Type: application/json",
        "Content-Length: 100000",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def head_of_sign_in(length: int) -> bytes:
    lines = [
        "POST /api/v1/session HTTP/1.1",
        "Host: a",
        "X-Tidemark: 1",
        f"Content-Length: {length}",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def test_a_sender_who_hangs_up_is_noted_and_is_no_error(impatient: Stack) -> None:
    key = impatient.key("main")
    log = impatient.directory / "api.log"
    before = log.read_text()
    for path in (
        "reports",
        "imports/github-action-benchmark?testbed=box",
        "splits/tables",
        "views",
    ):
        with closing(connect(impatient)) as wire:
            head = head_of_upload(impatient, key).replace(
                b"/main/reports", f"/main/{path}".encode()
            )
            wire.sendall(head + b'{"version": 1,')
    with httpx.Client(base_url=impatient.url, timeout=30) as client:
        wait_until(lambda: log.read_text().count("went away") >= 3, "hung-up uploads are noted")
        assert client.get("/api/v1/health").is_success
    said = log.read_text().removeprefix(before)
    assert "unforeseen" not in said
    assert "Traceback" not in said


def test_slow_uploads_hold_no_connection_to_the_database_and_are_ended(impatient: Stack) -> None:
    key = impatient.key("main")
    with ExitStack() as held:
        slow = [held.enter_context(closing(connect(impatient))) for _ in range(4 * POOL)]
        for one in slow:
            one.sendall(head_of_upload(impatient, key) + b"{")
        with impatient.client("main") as client:
            assert client.get("/runs").status_code == 200
        for one in slow:
            said = all_that_comes(one)
            assert said.startswith(b"HTTP/1.1 408")
            assert b"bytes a second" in said


@pytest.mark.parametrize("told", [b"Content-Length: 2000000", b"Transfer-Encoding: chunked"])
def test_a_body_that_may_be_large_is_read_only_of_those_who_may_send_it(
    impatient: Stack, told: bytes
) -> None:
    head = head_of_upload(impatient, "unknown").replace(b"Content-Length: 100000", told)
    with closing(connect(impatient)) as wire:
        wire.sendall(head)
        assert wire.recv(65_536).startswith(b"HTTP/1.1 401")


@pytest.mark.parametrize("told", [b"Content-Length: 100000", b"Transfer-Encoding: chunked"])
def test_a_key_that_is_revoked_while_its_report_arrives_stores_nothing(
    impatient: Stack, told: bytes
) -> None:
    key = impatient.key("main")
    body = json.dumps(a_report()).encode().ljust(100_000)
    if told.startswith(b"Transfer"):
        body = b"186a0\r\n" + body + b"\r\n0\r\n\r\n"
    head = head_of_upload(impatient, key).replace(b"Content-Length: 100000", told)
    engine = make_engine(impatient.database_url, 1)
    with closing(connect(impatient)) as wire:
        wire.sendall(head + body[:-1])
        with transaction(engine) as session:
            before = session.execute(text("select count(*) from report")).scalar_one()
            session.execute(text("update api_key set revoked_at = now()"))
        wire.sendall(body[-1:])
        assert wire.recv(65_536).startswith(b"HTTP/1.1 401")
    with transaction(engine) as session:
        assert session.execute(text("select count(*) from report")).scalar_one() == before
    engine.dispose()


@pytest.mark.parametrize("sent", [b"", b"GET /api/v1/health HTTP/1.1\r\nHost: a\r\nX-Slow: "])
def test_a_head_that_does_not_end_is_waited_for_only_so_long(impatient: Stack, sent: bytes) -> None:
    with closing(connect(impatient)) as slow:
        slow.sendall(sent)
        assert slow.recv(1) == b""


def test_a_head_that_trickles_on_one_kept_connection_is_ended_too(impatient: Stack) -> None:
    with closing(connect(impatient)) as slow:
        slow.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n")
        answer = b""
        while not answer.endswith(b"}"):  # head and body come in one piece or in two
            answer += slow.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 200")
        slow.sendall(b"GET /api/v1/health HTTP/1.1\r\n")
        assert slow.recv(1) == b""


def test_a_head_without_end_is_cut_off(impatient: Stack) -> None:
    with closing(connect(impatient)) as endless:
        stopped = threading.Event()

        def pour() -> None:
            try:
                endless.sendall(b"GET /api/v1/health HTTP/1.1\r\nX-Long: ")
                while not stopped.is_set():
                    endless.sendall(b"a" * 65_536)
            except OSError:
                stopped.set()

        pouring = threading.Thread(target=pour)
        begun = time.monotonic()
        pouring.start()
        pouring.join(10 * PATIENCE_S)
        assert stopped.is_set(), f"still taking more after {time.monotonic() - begun:.0f} s"


def test_a_slow_sender_who_keeps_up_is_heard_to_the_end(impatient: Stack) -> None:
    def trickle() -> Iterator[bytes]:
        yield b'{"version": 1, "filler": "'
        for _ in range(6):
            time.sleep(PATIENCE_S / 4)
            yield b"x" * 4_000
        yield b'"}'

    with impatient.client("main") as client:
        answer = client.post("/reports", content=trickle(), timeout=60)
    assert answer.status_code == 422


def test_who_sends_too_much_reads_why_it_was_refused_and_may_go_on(impatient: Stack) -> None:
    head = head_of_sign_in(3_000_000)
    with closing(connect(impatient)) as eager:
        eager.sendall(head + b" " * 3_000_000)
        refused = eager.recv(65_536)
        eager.sendall(b"GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        rest = all_that_comes(eager)
    assert refused.startswith(b"HTTP/1.1 413")
    assert b"HTTP/1.1 404" in refused + rest or b"HTTP/1.1 200" in refused + rest


def test_the_rest_of_a_refused_body_is_waited_for_only_so_long(impatient: Stack) -> None:
    head = head_of_sign_in(9_000_000)
    with closing(connect(impatient)) as slow:
        slow.sendall(head + b" " * 1_100_000)
        assert all_that_comes(slow).startswith(b"HTTP/1.1 413")
