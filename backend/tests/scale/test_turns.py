"""A project that sends a hundred times as much as another does not hold the other up."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from backend.embedded.stores.services import Services
from backend.services.people.set_up import ensure_project
from backend.services.task_names import TaskName
from backend.services.turns import Turns, choose_row
from backend.storage import outbox
from backend.storage.engine import transaction
from backend.testing.brokers import fresh_broker
from backend.testing.builders import a_history
from backend.testing.stack import make_stack, wait_until

BATCH = 4
MANY, FEW = 200, 2


def test_turns_go_round_and_who_comes_late_is_next() -> None:
    turns = Turns()
    assert [turns.next([1, 2], 1) for _ in range(4)] == [1, 2, 1, 2]
    assert turns.next([1, 2, 3], 1) == 3
    assert turns.next([2], 2) == 2


def test_detection_takes_a_row_of_whoever_waits_longest(engine: Engine) -> None:
    turns, task = Turns(), TaskName.DETECT_CHANGES
    with transaction(engine) as session:
        big, small = (ensure_project(session, name, name).id for name in ("big", "small"))
        rows = [outbox.add(session, task, big, [number]) for number in range(1, 6)]
        late = outbox.add(session, task, small, [1])
        assert outbox.projects_waiting(session, task) == sorted([big, small])
        done = []
        for row in [*rows, late]:
            chosen = choose_row(session, turns, task, (big, row))
            assert chosen is not None
            outbox.remove(session, chosen[1])
            done.append(chosen)
    assert done[0] == (big, rows[0])
    assert done[1] == (small, late)
    assert {chosen for _, chosen in done} == {*rows, late}


def test_a_message_of_a_row_that_another_worker_holds_does_other_work(engine: Engine) -> None:
    task = TaskName.DETECT_CHANGES
    with transaction(engine) as session:
        big, small = (ensure_project(session, name, name).id for name in ("big", "small"))
        many = [outbox.add(session, task, big, [number]) for number in (1, 2)]
        one = outbox.add(session, task, small, [1])
    turns = Turns()
    with transaction(engine) as first, transaction(engine) as second:
        assert turns.next([big], big) == big
        assert choose_row(first, turns, task, (big, many[1])) == (small, one)
        assert choose_row(second, Turns(), task, (small, one)) == (big, many[0])


@pytest.mark.chaos
def test_few_reports_do_not_wait_for_all_of_a_flood(
    services: Services, engine: Engine, database_url: str, tmp_path: Path
) -> None:
    stack = make_stack(database_url, fresh_broker(services.redis_url), tmp_path)
    stack.environment["TIDEMARK_INGEST_BATCH"] = str(BATCH)
    try:
        stack.start_api()
        for slug, count in (("flood", MANY), ("calm", FEW)):
            with stack.client(slug) as client:
                for report in a_history([1.0] * count):
                    assert client.post("/reports", json=report).status_code == 201
        stack.start_worker()
        wait_until(lambda: runs_where(engine, "true") == MANY + FEW, "all are ingested")
    finally:
        stack.drop()
    first = "select min(run.id) from run join project on project.id = project_id"
    assert runs_where(engine, f"id < ({first} where slug = 'calm')") <= 4 * BATCH


def runs_where(engine: Engine, which: str) -> int:
    with engine.connect() as connection:
        return int(connection.scalar(text(f"select count(*) from run where {which}")) or 0)
