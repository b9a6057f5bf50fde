"""A crowd at the door: whoever comes is answered, by what needs no place at once, by the rest soon.

The API runs as a process of its own, as for a person.
"""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import psycopg
import pytest
import redis
from sqlalchemy.engine import make_url

from backend.domain.people.rights import Scope
from backend.embedded.stores.services import Services
from backend.services.people.set_up import ensure_project
from backend.settings import Settings
from backend.storage.engine import make_engine, transaction
from backend.testing.brokers import fresh_broker
from backend.testing.builders import a_report
from backend.testing.filling import fill
from backend.testing.stack import Stack, make_stack, wait_until

CROWD = 150
"""More than threads and connections together."""
GUARD_S = 60.0
PUBLIC = "/api/v1/projects/main"


@pytest.fixture(scope="module")
def server(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """Run the API with a public project that has one report, and pages of one file."""
    directory = tmp_path_factory.mktemp("crowd")
    pages = directory / "dist"
    pages.mkdir()
    (pages / "index.html").write_text("<!doctype html>the page")
    stack = make_stack(
        module_database_url, fresh_broker(services.redis_url), directory, web_dist=pages
    )
    project = stack.project("main")
    engine = make_engine(module_database_url, 1)
    fill(engine, project, a_report())
    with transaction(engine) as session:
        ensure_project(session, "hidden", "Hidden")
    engine.dispose()
    _sql(stack, "update project set visibility = 'public' where slug = 'main'")
    try:
        stack.start_api()
        yield stack
    finally:
        stack.drop()


def _plain(stack: Stack) -> str:
    url = make_url(stack.database_url).set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def _sql(stack: Stack, statement: str) -> None:
    with psycopg.connect(_plain(stack), autocommit=True) as connection:
        connection.execute(statement.encode())


def _at_once(stack: Stack, paths: list[str]) -> list[httpx.Response]:
    """Ask for all of them at the same moment, each on a connection of its own."""
    gate = threading.Barrier(len(paths))

    def ask(path: str) -> httpx.Response:
        gate.wait(GUARD_S)
        return httpx.get(stack.url + path, timeout=GUARD_S)

    with ThreadPoolExecutor(len(paths)) as pool:
        return list(pool.map(ask, paths))


@pytest.mark.parametrize("path", [f"{PUBLIC}/series", f"{PUBLIC}/overview", "/api/v1/health", "/"])
def test_a_hundred_and_fifty_at_once_are_all_answered(server: Stack, path: str) -> None:
    answers = _at_once(server, [path] * CROWD)
    assert [answer.status_code for answer in answers] == [200] * CROWD
    # made once, or a few times where the crowd took longer to arrive than an answer is kept
    assert len({answer.content for answer in answers}) < CROWD / 10


def test_a_crowd_that_waits_for_the_database_leaves_the_rest_alone(server: Stack) -> None:
    """Hold every connection, as a slow database does, and let them go again."""
    places = Settings().api_pool
    with psycopg.connect(_plain(server)) as lock:
        lock.execute("lock table project in access exclusive mode")
        with ThreadPoolExecutor(CROWD) as pool:
            waiting = [
                pool.submit(httpx.get, f"{server.url}/api/v1/projects", timeout=GUARD_S)
                for _ in range(places + 50)
            ]
            wait_until(lambda: sum(one.done() for one in waiting) >= 50, "who is too many is told")
            refused = [one.result() for one in waiting if one.done()]
            assert {answer.status_code for answer in refused} == {503}
            assert {answer.headers["retry-after"] for answer in refused} == {"1"}
            assert "send it again" in refused[0].json()["detail"]
            # neither these nor the pages need what the crowd waits for
            for path in ("/api/v1/health", "/", "/p/main"):
                assert httpx.get(server.url + path, timeout=GUARD_S).status_code == 200
            lock.rollback()
            served = [one.result() for one in waiting if one.result().status_code == 200]
        assert len(served) == places
    assert httpx.get(f"{server.url}/api/v1/projects", timeout=GUARD_S).status_code == 200


def test_a_slow_sender_takes_nobody_s_place(server: Stack) -> None:
    """A dozen bodies that do not come hold neither a connection nor a place."""
    key = server.key("main")
    head = (
        f"POST {PUBLIC}/reports HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n"
        f"Authorization: Bearer {key}\r\n\r\n"
    )
    host, _, port = server.url.removeprefix("http://").partition(":")
    slow = [socket.create_connection((host, int(port))) for _ in range(2 * Settings().api_pool)]
    try:
        for one in slow:
            one.sendall(head.encode() + b"{")
        time.sleep(1.5)  # longer than anybody waits for a place
        assert httpx.get(f"{server.url}/api/v1/projects", timeout=GUARD_S).status_code == 200
    finally:
        for one in slow:
            one.close()


def test_what_was_answered_to_one_is_not_shown_to_who_may_not_see_it(server: Stack) -> None:
    with server.client("hidden") as member, server.client("main", Scope.READ) as stranger:
        path = "/api/v1/projects/hidden/series"
        for _ in range(2):
            assert member.get(server.url + path).status_code == 200
        assert httpx.get(server.url + path).status_code == 401
        assert stranger.get(server.url + path).status_code == 404
        _sql(server, "update api_key set revoked_at = now()")
        assert member.get(server.url + path).status_code == 401


def test_an_event_stream_ends_when_its_reader_may_not_read_any_more(server: Stack) -> None:
    with server.client("hidden") as member, member.stream("GET", "/events") as stream:
        lines = stream.iter_lines()
        assert next(lines) == ": connected"
        _sql(server, "update api_key set revoked_at = now()")
        until = time.monotonic() + GUARD_S
        for _ in lines:
            assert time.monotonic() < until, "the stream goes on"


def test_many_event_streams_share_one_connection_to_redis(
    server: Stack,
) -> None:
    with redis.Redis.from_url(server.redis_url) as broker, httpx.Client() as client:
        streams = [client.stream("GET", f"{server.url}{PUBLIC}/events") for _ in range(50)]
        opened = [stream.__enter__() for stream in streams]
        heard = [one.iter_lines() for one in opened]
        assert {next(lines) for lines in heard} == {": connected"}
        assert broker.pubsub_numpat() == 1
        (project,) = _ids(server)
        broker.publish(f"tidemark:events:{project}", b'{"kind": "run", "ids": [7]}')
        for lines in heard:
            said = [line for _, line in zip(range(3), lines, strict=False) if line]
            assert said == ["event: run", 'data: {"ids":[7]}']
        for stream in streams:
            stream.__exit__(None, None, None)


def _ids(server: Stack) -> list[int]:
    with psycopg.connect(_plain(server)) as connection:
        return [row[0] for row in connection.execute("select id from project where slug = 'main'")]
