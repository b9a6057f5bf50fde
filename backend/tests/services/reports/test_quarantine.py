import random
import string
import threading
import zlib

import msgspec
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.reports.quarantine import MOST_ATTEMPTS, quarantine_report
from backend.services.reports.recompute import INGESTION_LOCK
from backend.services.task_queue import TaskQueue
from backend.storage.engine import make_engine, transaction
from backend.testing.builders import Document, a_report
from backend.testing.draining import RecordingRelay, drain
from backend.testing.fixtures import MakeKey
from backend.testing.stack import Stack, wait_until

INSERT = """
with made as (
    insert into report (project_id, idempotency_key, body_hash, body, source)
    values (:project, :key, '', :body, 'api') returning id
)
insert into outbox (task, project_id, subject_ids, handed_over_at)
select 'ingestion.ingest_reports', :project, array[id], now() - interval '1 hour' from made
"""


def store_unchecked(engine: Engine, project: Project, document: Document) -> None:
    """Store a report as a version with fewer checks would have."""
    with transaction(engine) as session:
        facts = {
            "project": project.id,
            "key": document["idempotency_key"],
            "body": zlib.compress(msgspec.json.encode(document)),
        }
        session.execute(text(INSERT), facts)


def rows(engine: Engine, query: str) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def test_what_is_too_large_for_the_database_does_not_stop_a_project(stack: Stack) -> None:
    engine = make_engine(stack.database_url, 1)
    letters = random.Random(1)  # noqa: S311  a text that does not compress
    endless = "".join(letters.choices(string.ascii_letters, k=20_000))
    poison = a_report(commit={"id": "c0", "parents": [endless]})
    store_unchecked(engine, stack.project(), poison)
    with stack.client() as client:
        for number in (1, 2):
            client.post("/reports", json=a_report(commit={"id": f"c{number}"})).raise_for_status()
    query = "select state, count(*) from report group by state order by state"
    expected = [("failed", 1), ("ingested", 2)]
    wait_until(lambda: rows(engine, query) == expected, "the good ones have passed the bad one")
    assert rows(engine, "select count(*) from run") == [(2,)]
    assert rows(engine, "select count(*) from suite") == [(1,)]
    engine.dispose()


def test_a_report_is_not_blamed_while_another_worker_holds_the_one_before_it(
    engine: Engine, project: Project
) -> None:
    for _ in range(2):
        store_unchecked(engine, project, a_report())

    def blame() -> None:
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            quarantine_report(session, queue, project.id, ValueError("no"))

    hold = f"select pg_advisory_xact_lock({INGESTION_LOCK}, :project)"
    with engine.connect() as other:
        other.execute(text(hold), {"project": project.id})
        other.execute(text("select id from report order by id limit 1 for update"))
        worker = threading.Thread(target=blame)
        worker.start()
        worker.join(timeout=1)
        other.rollback()
        worker.join()
    assert rows(engine, "select attempts from report order by id") == [(1,), (0,)]


def test_a_report_set_aside_is_read_again_once_its_cause_is_mended(
    api: TestClient, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    headers = make_key(Scope.ADMIN)
    store_unchecked(engine, project, a_report())
    for _ in range(MOST_ATTEMPTS):
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            quarantine_report(session, queue, project.id, ValueError("a table was missing"))
    address = f"/api/v1/projects/{project.slug}/reports"
    (failed,) = api.get(address, headers=headers).json()["rows"]
    assert failed["state"] == "failed"
    assert rows(engine, "select count(*) from outbox") == [(0,)]

    answer = api.post(f"{address}/{failed['id']}/again", headers=headers)
    assert (answer.status_code, answer.json()["state"]) == (202, "accepted")
    drain(engine, project.id)
    found = api.get(f"{address}/{failed['id']}", headers=headers).json()
    assert (found["state"], found["faults"]) == ("ingested", [])
    run = api.get(f"/api/v1/projects/{project.slug}/runs/{found['run_id']}", headers=headers)
    assert run.json()["id"] == found["run_id"]
    told = api.get(f"/api/v1/projects/{project.slug}/audit", headers=headers).json()["rows"][0]
    assert (told["verb"], told["noun"], told["thing"]) == ("read again", "report", failed["id"])

    refused = api.post(f"{address}/{failed['id']}/again", headers=headers)
    assert refused.status_code == 409
    assert "it is ingested" in refused.json()["detail"]
