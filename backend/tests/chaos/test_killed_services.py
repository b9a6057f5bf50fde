import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from backend.testing.breaking.killing import Breakable, breakable_server
from backend.testing.builders import Document, a_history, a_report
from backend.testing.stack import wait_until

pytestmark = pytest.mark.chaos


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Breakable]:
    with breakable_server(tmp_path) as running:
        yield running


def send_until_accepted(client: httpx.Client, report: Document) -> int:
    """Send a report as an agent does: again and again, until it is accepted or known already."""
    attempts = 0
    while attempts < 200:
        attempts += 1
        try:
            answer = client.post("/reports", json=report)
        except httpx.TransportError:
            time.sleep(0.1)
            continue
        if answer.status_code in (200, 201):
            return attempts
        assert answer.status_code == 503, answer.text
        assert answer.headers["retry-after"]
        assert "nothing was stored" in answer.json()["detail"]
        time.sleep(0.1)
    raise AssertionError("the report was never accepted")


def assert_nothing_lost_nothing_doubled(server: Breakable, reports: int) -> None:
    assert server.count("select count(*) from report") == reports
    assert server.count("select count(*) from report where state = 'ingested'") == reports
    assert server.count("select count(*) from run") == reports
    assert server.count("select count(*) from result") == reports
    assert server.count("select n from series_state") == reports


def test_a_dead_broker_does_not_keep_reports_out_and_their_work_is_done_later(
    server: Breakable,
) -> None:
    reports = a_history([1.0] * 20)
    with server.stack.client() as client:
        server.stack.start_worker()
        for report in reports[:5]:
            assert client.post("/reports", json=report).status_code == 201
        server.kill_service("valkey")
        for report in reports[5:15]:
            assert client.post("/reports", json=report).status_code == 201
        server.start_service("valkey")
        for report in reports[15:]:
            assert client.post("/reports", json=report).status_code == 201
    server.wait_for_quiet()
    assert_nothing_lost_nothing_doubled(server, len(reports))


def test_a_dead_database_is_said_and_every_acknowledged_report_survives(
    server: Breakable,
) -> None:
    reports = a_history([1.0] * 60)
    server.stack.start_worker()
    attempts: list[int] = []

    def upload() -> None:
        with server.stack.client() as client:
            attempts.extend(send_until_accepted(client, report) for report in reports)

    client_thread = threading.Thread(target=upload)
    client_thread.start()
    for after in (5, 20, 35):
        wait_until(lambda after=after: len(attempts) >= after, f"{after} reports are in")  # type: ignore[misc]
        server.kill_service("postgres")
        time.sleep(0.3)
        server.start_service("postgres")
    client_thread.join()
    assert len(attempts) == len(reports)
    server.wait_for_quiet()
    assert_nothing_lost_nothing_doubled(server, len(reports))


@pytest.mark.nightly(
    shorter=[
        (
            "scale/test_bursts_of_reports.py"
            "::test_a_worker_that_is_killed_again_and_again_leaves_no_work_of_a_burst"
        ),
    ]
)
def test_a_worker_killed_a_hundred_times_loses_nothing_and_doubles_nothing(
    server: Breakable,
) -> None:
    chance = random.Random(20261120)  # noqa: S311  where to strike, nothing secret
    values = [
        1.0 + 0.002 * ((7 * index) % 5) + (0.3 if index >= 300 else 0) for index in range(500)
    ]
    reports = a_history(values)
    sent = 0
    server.stack.start_worker()
    with server.stack.client() as client:
        for kill in range(100):
            for report in reports[sent : sent + 5]:
                assert client.post("/reports", json=report).status_code == 201
            sent += 5
            time.sleep(chance.uniform(0, 0.15))
            if kill % 10 == 0:
                server.stack.kill("worker")
                server.stack.start_worker()
            else:
                wait_until(server.stack.strike_worker, "a pool process is there to kill")
    server.wait_for_quiet()
    assert_nothing_lost_nothing_doubled(server, len(reports))
    name = "select commit.name from change_point join commit on commit.id = commit_id"
    where = " where change_point.state = 'confirmed'"
    assert server.count(f"select count(*) from ({name}{where} and commit.name = 'r300') as c") == 1
    assert server.count(f"select count(*) from ({name}{where}) as c") == 1


def test_the_same_report_sent_by_two_at_once_is_stored_once(server: Breakable) -> None:
    report = a_report()
    codes: list[int] = []

    def upload() -> None:
        with server.stack.client() as client:
            codes.append(client.post("/reports", json=report).status_code)

    threads = [threading.Thread(target=upload) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] * 7 + [201]
    server.stack.start_worker()
    server.wait_for_quiet()
    assert_nothing_lost_nothing_doubled(server, 1)
