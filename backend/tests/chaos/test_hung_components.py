"""Processes that are stopped, not dead: their sockets are open, and nobody answers.

Nothing is started again here, as there is no supervisor: what is shown is that the server knows,
says what is down and since when, answers what it can, and goes on when the process does.
"""

import os
import signal
from collections.abc import Iterator

import httpx
import pytest

from backend.testing.breaking.killing import Breakable, breakable_server, say_measured
from backend.testing.builders import a_history
from backend.testing.stack import wait_until

pytestmark = pytest.mark.chaos


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Breakable]:
    with breakable_server(tmp_path_factory.mktemp("hung")) as running:
        assert running.troubles().keys() == {"worker", "scheduler"}, "neither is started"
        running.stack.start_worker()
        wait_until(lambda: not running.troubles(), "all parts do their work")
        yield running


@pytest.mark.parametrize(
    ("process", "part", "reason"),
    [
        ("worker", "worker", "Results are not being processed: the worker has not answered for "),
        ("beat", "scheduler", "Messages are not sent and lost work is not found: the scheduler "),
    ],
)
def test_a_stopped_loop_is_named_and_forgiven(
    server: Breakable, process: str, part: str, reason: str
) -> None:
    pid = server.stack.processes[process].pid
    os.kill(pid, signal.SIGSTOP)
    try:
        wait_until(server.troubles, "it is said")
        said = server.troubles()
    finally:
        os.kill(pid, signal.SIGCONT)
    assert said.keys() == {part}
    assert said[part].startswith(reason)
    wait_until(lambda: not server.troubles(), "all parts do their work")


def test_a_stopped_database_is_said_at_once_and_keeps_nobody_waiting(server: Breakable) -> None:
    with server.stack.client() as client:
        assert client.get("/runs").is_success
        server.stop_service("postgres")
        try:
            answers = [client.get("/runs"), client.post("/reports", json=a_history([1.0])[0])]
            said = server.troubles()
        finally:
            server.continue_service("postgres")
        for answer in answers:
            assert answer.status_code == 503
            assert answer.headers["retry-after"]
            assert "the database cannot be reached" in answer.json()["detail"]
            say_measured(f"a stopped database: 503 after {answer.elapsed.total_seconds():.1f} s")
        assert said.keys() == {"database"}
        assert "the database has not answered for " in said["database"]
        wait_until(lambda: not server.troubles(), "all parts do their work")
        assert client.get("/runs").is_success


def test_a_slow_statement_is_no_silence(server: Breakable) -> None:
    assert server.count("select count(*) from pg_sleep(5)") == 1


def test_a_stopped_redis_keeps_no_report_out(server: Breakable) -> None:
    report = a_history([1.0])[0]
    server.stop_service("valkey")
    try:
        with server.stack.client() as client:
            assert client.post("/reports", json=report).status_code == 201
        wait_until(server.troubles, "it is said")
        said = server.troubles()
    finally:
        server.continue_service("valkey")
    assert said.keys() == {"redis"}
    wait_until(lambda: not server.troubles(), "all parts do their work")
    server.wait_for_quiet()
    assert server.count("select count(*) from run") == 1


def test_the_answer_is_kept_by_no_cache(server: Breakable) -> None:
    answer = httpx.get(f"{server.stack.url}/api/v1/ready")
    assert answer.json() == {"status": "ready", "warnings": []}
    assert answer.headers["cache-control"] == "no-store"
