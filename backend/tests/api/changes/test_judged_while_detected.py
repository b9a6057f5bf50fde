"""A person judges a change while its history is analysed: both are heard, one after the other."""

import time
from concurrent.futures import ThreadPoolExecutor

from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.changes.detect import detect_changes
from backend.storage.engine import transaction
from backend.testing.builders import a_history
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

CHANGES = "/api/v1/projects/main/changes"
PATIENCE_S = 180.0
WAITING = "select count(*) from pg_locks where not granted"


def test_what_is_said_of_a_change_while_its_history_is_judged_stands(
    api: TestClient, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    fill(engine, project, *a_history([1.0 + 0.002 * (i % 3) for i in range(20)] + [1.2] * 10))
    headers = make_key(Scope.ADMIN)
    (change,) = api.get(CHANGES, headers=headers).json()["rows"]

    def detect() -> None:
        with transaction(engine) as session:
            detect_changes(session, project.id, [change["series"]["id"]])

    def reject() -> int:
        said = {"changes": [change["id"]], "judgement": "rejected"}
        return api.post(f"{CHANGES}/judgements", json=said, headers=headers).status_code

    with engine.connect() as holder, ThreadPoolExecutor(2) as pool:
        # what detection asks for between reading what is known and storing what it found
        holder.execute(text("lock table threshold_version in access exclusive mode"))
        detection = pool.submit(detect)
        wait_for_waiting(engine, 1)
        rejection = pool.submit(reject)
        until = time.monotonic() + PATIENCE_S
        while not rejection.done() and waiting(engine) < 2 and time.monotonic() < until:
            time.sleep(0.1)
        holder.rollback()
        detection.result(PATIENCE_S)
        assert rejection.result(PATIENCE_S) == 200
    do_what_waits(engine)
    shown = api.get(f"{CHANGES}/{change['id']}", headers=headers).json()["change"]
    assert (shown["state"], shown["cause"]) == ("refuted", "person")


def wait_for_waiting(engine: Engine, count: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while waiting(engine) < count:
        assert time.monotonic() < until, "nobody waits"
        time.sleep(0.1)


def waiting(engine: Engine) -> int:
    with engine.connect() as other:
        return int(other.execute(text(WAITING)).scalar_one())
