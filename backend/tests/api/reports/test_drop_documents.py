"""Raw reports and files of tools go by the rule of the installation; what was read stays."""

from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.reports.drop_documents import drop_documents
from backend.storage.engine import transaction
from backend.testing.draining import drain
from backend.testing.fixtures import MakeKey
from backend.testing.templates import plain
from backend.tests.api.reports.test_tool_files import upload

MAIN = "/api/v1/projects/main"
KEPT_DAYS = 90
OLD, YOUNG = 3, 2
OWN, SHARED = b"case,ms\nparse,%d\n", b"case,ms\nprint,5\n"
MAPPING = {"benchmark": ["case"], "metrics": [{"value": "ms", "unit": "=ms"}]}
KEPT = "select id, length(body) > 8 from report order by id"
AGED = "update report set received_at = now() - interval '200 days' where id <= %s"


@pytest.fixture
def headers(make_key: MakeKey) -> dict[str, str]:
    return make_key(Scope.ADMIN)


@pytest.fixture
def database(engine: Engine) -> Any:
    url = plain(engine.url.render_as_string(hide_password=False))
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def aged(
    api: TestClient, engine: Engine, project: Project, headers: dict[str, str], database: Any
) -> list[int]:
    """Send five commits, each with a file of its own and one that all share; three are old."""
    made = api.post(f"{MAIN}/mappings", headers=headers, json={"name": "cases", "mapping": MAPPING})
    assert made.status_code == 201, made.text
    for number in range(OLD + YOUNG):
        commit = {"id": f"c{number}", "time": f"2026-05-0{number + 1}T00:00:00Z"}
        files = {"own.csv": OWN % (number + 3), "shared.csv": SHARED}
        sent = upload(api, headers, files, mapping="cases", suite="tables", commit=commit)
        assert sent.status_code == 201, sent.text
    drain(engine, project.id)
    reports = [int(id_) for (id_, _) in database.execute(KEPT).fetchall()]
    database.execute(AGED, (reports[OLD - 1],))
    return reports


def drop(engine: Engine, days: int) -> int:
    with transaction(engine) as session:
        return drop_documents(session, days)


@pytest.mark.usefixtures("aged")
def test_documents_go_and_what_was_read_from_them_stays(
    api: TestClient, engine: Engine, headers: dict[str, str], database: Any
) -> None:
    def ask(path: str) -> Any:
        answer = api.get(f"{MAIN}/{path}", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    runs = sorted(one["id"] for one in ask("runs")["rows"])
    before = [ask(f"runs/{run}") for run in runs]
    assert [len(one["files"]) for one in before] == [2] * len(runs)
    assert drop(engine, 0) == 0, "by default nothing ever goes"
    assert drop(engine, KEPT_DAYS) == OLD
    assert drop(engine, KEPT_DAYS) == 0, "each report once"

    kept = [is_kept for (_, is_kept) in database.execute(KEPT).fetchall()]
    assert kept == [False] * OLD + [True] * YOUNG
    after = [ask(f"runs/{run}") for run in runs]
    assert [len(one["files"]) for one in after] == [0] * OLD + [2] * YOUNG
    assert [one | {"files": []} for one in after] == [one | {"files": []} for one in before]
    contents = database.execute("select count(*) from sent_file_content").fetchone()
    assert contents == (YOUNG + 1,), "a file that a younger report came with stays"

    said = [one for one in ask("audit")["rows"] if one["noun"] == "documents"]
    assert [(one["verb"], one["after"]["reports"], one["after"]["files"]) for one in said] == [
        ("dropped", OLD, OLD)
    ]


def test_a_report_that_waits_keeps_its_document_and_those_behind_it(
    engine: Engine, database: Any, aged: list[int]
) -> None:
    waiting = aged[1]
    database.execute("update report set state = 'accepted' where id = %s", (waiting,))
    assert drop(engine, KEPT_DAYS) == 1
    assert drop(engine, KEPT_DAYS) == 0
    database.execute("update report set state = 'ingested' where id = %s", (waiting,))
    assert drop(engine, KEPT_DAYS) == OLD - 1
