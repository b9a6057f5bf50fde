"""Real workers judge a burst of reports to its end, however their messages came."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, text

from backend.embedded.stores.services import Services
from backend.services.task_names import TaskName
from backend.storage import outbox
from backend.storage.engine import transaction
from backend.testing.brokers import fresh_broker
from backend.testing.builders import Document
from backend.testing.stack import Stack, make_stack, wait_until
from backend.tests.api.splits.splitting import a_ring_run

pytestmark = pytest.mark.chaos

BATCH = 2
SENT = 24
KILLS = 6
NO_REPORT = 999_999_999
JUDGED = "select count(*) from series_state where analysed_n > 0"
IS_DONE = """
select not exists (select from outbox) and not exists (select from report where state = 'accepted')
"""


@pytest.fixture
def stack(services: Services, database_url: str, tmp_path: Path) -> Iterator[Stack]:
    """Return a running API whose workers take few reports at once."""
    made = make_stack(database_url, fresh_broker(services.redis_url), tmp_path)
    made.environment["TIDEMARK_INGEST_BATCH"] = str(BATCH)
    try:
        made.start_api()
        yield made
    finally:
        made.drop()


def test_a_lone_report_is_judged_by_what_its_own_work_tells(stack: Stack, engine: Engine) -> None:
    stack.start_worker(is_swept=False)
    with stack.client() as client:
        send(client, 0)
        wait_until(lambda: scalar(engine, IS_DONE), "it is judged")
        assert newest_of_split(client) == newest_run(engine)


def test_a_burst_ends_with_its_split_at_the_newest_run_and_nobody_sweeps(
    stack: Stack, engine: Engine
) -> None:
    with stack.client() as client:
        for number in range(SENT):
            send(client, number)
        stack.start_worker(is_swept=False)
        wait_until(lambda: scalar(engine, IS_DONE), "all is judged")
        assert scalar(engine, "select count(*) from run") == SENT
        assert scalar(engine, JUDGED) > 0
        assert newest_of_split(client) == newest_run(engine)


def test_work_is_done_while_reports_never_cease_to_wait(stack: Stack, engine: Engine) -> None:
    project = stack.project()
    with transaction(engine) as session:
        outbox.add(session, TaskName.INGEST_REPORTS, project.id, [NO_REPORT])
    stack.start_worker(is_swept=False)
    sent = 0
    with stack.client() as client:

        def is_judged_after_another() -> bool:
            nonlocal sent
            send(client, sent)
            sent += 1
            is_seen = bool(client.get("/splits", params={"origin": "proposed"}).json()["rows"])
            return is_seen and scalar(engine, JUDGED) > 0

        wait_until(is_judged_after_another, "it is judged while reports wait")
    left = text("select count(*) from outbox where subject_ids = array[:id]::bigint[]")
    with engine.connect() as connection:
        assert connection.scalar(left, {"id": NO_REPORT}) == 1


def test_a_worker_that_is_killed_again_and_again_leaves_no_work_of_a_burst(
    stack: Stack, engine: Engine
) -> None:
    stack.start_worker()
    with stack.client() as client:
        for number in range(SENT):
            send(client, number)
            if number % (SENT // KILLS) == 0:
                wait_until(stack.strike_worker, "a process of the worker is there to kill")

        def is_done() -> bool:
            stack.ensure_worker()
            return bool(scalar(engine, IS_DONE))

        wait_until(is_done, "all is judged")
        assert scalar(engine, "select count(*) from run") == SENT
        assert newest_of_split(client) == newest_run(engine)


def send(client: httpx.Client, number: int) -> None:
    assert client.post("/reports", json=a_run(number)).status_code == 201


def a_run(number: int) -> Document:
    """Return a run of two workloads which a parameter splits, an hour after the one before."""
    at = (datetime(2026, 2, 1, tzinfo=UTC) + timedelta(hours=number)).isoformat()
    report = a_ring_run(0, seed=number)
    report["commit"] = {"id": f"{number:040d}", "time": at}
    report["run"] |= {"started_at": at}
    return report


def newest_of_split(client: httpx.Client) -> str:
    (row,) = client.get("/splits", params={"origin": "proposed"}).json()["rows"]
    return str(client.get(f"/splits/{row['id']}").json()["contender"]["asked"])


def newest_run(engine: Engine) -> str:
    return f"run:{scalar(engine, 'select id from run order by started_at desc limit 1')}"


def scalar(engine: Engine, asked: str) -> Any:
    with engine.connect() as connection:
        return connection.scalar(text(asked))
