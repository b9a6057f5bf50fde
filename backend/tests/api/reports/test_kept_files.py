"""Files of tools are kept with their runs, given back, and read again by a better mapping."""

from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.reports.correct_runs import purge_deleted
from backend.storage.engine import transaction
from backend.testing.draining import do_what_waits, drain
from backend.testing.fixtures import MakeKey
from backend.tests.api.reports.test_tool_files import stored, upload

MAIN = "/api/v1/projects/main"
FIRST = {"benchmark": ["case"], "metrics": [{"value": "ms", "unit": "=ms"}]}
PEAK = {"value": "peak", "unit": "=MiB"}
BETTER = {"benchmark": ["case"], "metrics": [{"value": "ms", "unit": "=ms"}, PEAK]}
TABLE = b"case,ms,peak\nparse,3,10\nprint,5,20\n"
Ask = Callable[..., Any]
Headers = dict[str, str]


@pytest.fixture
def admin(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


@pytest.fixture
def ask(api: TestClient, engine: Engine, project: Project, admin: Headers) -> Ask:
    """Return a caller of the API who may do all, and lets the work be done that it asked for."""

    def call(method: str, path: str, status: int = HTTPStatus.OK, **sent: Any) -> Any:
        answer = api.request(method, MAIN + path, headers=admin, json=sent or None)
        assert answer.status_code == status, answer.text
        drain(engine, project.id)
        do_what_waits(engine)
        return answer.json() if answer.content else None

    return call


@pytest.fixture
def send(api: TestClient, engine: Engine, project: Project, admin: Headers) -> Ask:
    """Return what uploads files, and lets them be taken in."""

    def call(files: dict[str, bytes], **asked: Any) -> None:
        answer = upload(api, admin, files, **asked)
        assert answer.status_code == 201, answer.text
        drain(engine, project.id)

    return call


@pytest.fixture
def tables(ask: Ask, send: Ask) -> list[int]:
    """Send a table of three commits by a mapping that does not know all columns; the runs."""
    ask("POST", "/mappings", HTTPStatus.CREATED, name="cases", mapping=FIRST)
    for number in range(3):
        commit = {"id": f"c{number}", "time": f"2026-05-0{number + 1}T00:00:00Z"}
        send({"peaks.csv": TABLE}, mapping="cases", suite="tables", commit=commit)
    return [one["id"] for one in ask("GET", "/runs")["rows"]]


def values(ask: Ask, run: int) -> dict[tuple[str, str], float]:
    rows = ask("GET", f"/runs/{run}")["rows"]
    return {(one["series"]["benchmark"], one["series"]["unit"]): one["value"] for one in rows}


MS_ONLY = {("parse", "s"): 0.003, ("print", "s"): 0.005}
WHOLE = MS_ONLY | {("parse", "B"): 10 * 2.0**20, ("print", "B"): 20 * 2.0**20}


def test_the_file_of_a_run_is_given_back_as_it_was_sent_and_stored_once(
    api: TestClient, engine: Engine, ask: Ask, send: Ask, admin: Headers
) -> None:
    files = stored("hyperfine.json")
    for _ in range(2):
        send(files)
    send(files, commit={"id": "b" * 40})
    runs = ask("GET", "/runs")["rows"]
    assert len(runs) == 2
    for run in runs:
        (file,) = ask("GET", f"/runs/{run['id']}")["files"]
        sent = files["hyperfine.json"]
        digest = sha256(sent).hexdigest()
        assert (file["name"], file["size"], file["sha256"]) == ("hyperfine.json", len(sent), digest)
        answer = api.get(f"{MAIN}/runs/{run['id']}/files/1", headers=admin)
        assert answer.content == sent
        assert answer.headers["content-disposition"].endswith("hyperfine.json")
        assert answer.headers["content-type"] == "application/octet-stream"
    ask("GET", f"/runs/{run['id']}/files/2", HTTPStatus.NOT_FOUND)
    with engine.connect() as connection:
        count = connection.execute(text("select count(*) from sent_file_content")).scalar_one()
    assert count == 1


def test_each_report_of_an_upload_keeps_the_files_that_it_was_read_from(
    ask: Ask, send: Ask
) -> None:
    send(stored("hyperfine.json", "go.txt"))
    kept = {
        one["suite"]: [file["name"] for file in ask("GET", f"/runs/{one['id']}")["files"]]
        for one in ask("GET", "/runs")["rows"]
    }
    assert kept == {"hyperfine": ["hyperfine.json"], "go": ["go.txt"]}


def test_a_better_mapping_is_tried_on_a_run_applied_and_taken_back(
    engine: Engine, ask: Ask, tables: list[int]
) -> None:
    run = tables[0]
    assert ask("POST", "/readings", runs=[run])["same"] == 1
    ask("POST", "/mappings", HTTPStatus.CREATED, name="cases", mapping=BETTER)

    dry = ask("POST", "/readings", runs=[run], dry_run=True)
    assert (dry["runs"], dry["added"], dry["changed"], dry["gone"]) == ([run], 2, 0, 0)
    assert [(one["step"], one["benchmark"], one["before"], one["after"])
            for one in dry["differences"]] == [
        ("added", "parse", "", "1.04858e+07 B"), ("added", "print", "", "2.09715e+07 B"),
    ]  # fmt: skip
    assert (dry["deletion"], values(ask, run)) == (None, MS_ONLY)

    done = ask("POST", "/readings", runs=[run])
    assert (done["runs"], done["added"]) == ([run], 2)
    assert values(ask, run) == WHOLE
    assert values(ask, tables[1]) == MS_ONLY
    assert ask("GET", "/series")["total"] == 4
    again = ask("POST", "/readings", runs=[run])
    assert (again["same"], again["deletion"]) == (1, None)
    (listed,) = ask("GET", "/deletions")["rows"]
    assert (listed["id"], listed["reason"]) == (done["deletion"], "files read again")
    event = ask("GET", "/audit")["rows"][0]
    assert (event["verb"], event["noun"], event["thing"]) == ("read again", "runs", str(run))

    take_key_of_deletion(engine, tables[1])
    ask("POST", f"/deletions/{done['deletion']}/restore")
    assert values(ask, run) == MS_ONLY
    assert ask("GET", "/series")["total"] == 2
    assert ask("POST", "/readings", runs=[run], dry_run=True)["added"] == 2


def test_a_suite_is_read_again_and_what_was_excluded_stays(ask: Ask, tables: list[int]) -> None:
    ask("POST", "/mappings", HTTPStatus.CREATED, name="cases", mapping=BETTER)
    ask("POST", "/exclusions", runs=[tables[2]], reason="a busy machine")
    done = ask("POST", "/readings", suite="tables")
    assert (done["runs"], done["added"], done["next_before"]) == (tables[:2], 4, None)
    assert [one["run"] for one in done["unread"]] == [tables[2]]
    assert "excluded" in done["unread"][0]["reason"]
    assert values(ask, tables[1]) == WHOLE
    assert {one["series"]["unit"] for one in ask("GET", "/series")["rows"]} == {"s", "B"}


def test_a_result_that_another_mapping_does_not_find_is_gone(ask: Ask, tables: list[int]) -> None:
    other = {"benchmark": ["case"], "metrics": [{"value": "peak", "unit": "=MiB"}]}
    ask("POST", "/mappings", HTTPStatus.CREATED, name="peaks", mapping=other)
    done = ask("POST", "/readings", runs=tables[:1], mapping="peaks")
    assert (done["added"], done["changed"], done["gone"]) == (2, 0, 2)
    assert set(values(ask, tables[0])) == {("parse", "B"), ("print", "B")}


def test_an_upload_that_comes_again_after_it_was_read_otherwise_is_no_further_run(
    api: TestClient, ask: Ask, admin: Headers, tables: list[int]
) -> None:
    other = {"benchmark": ["case"], "metrics": [{"value": "peak", "unit": "=MiB"}]}
    ask("POST", "/mappings", HTTPStatus.CREATED, name="peaks", mapping=other)
    done = ask("POST", "/readings", runs=tables, mapping="peaks")
    commit = {"id": "c1", "time": "2026-05-02T00:00:00Z"}
    for mapping in ("cases", "peaks"):
        said = {"mapping": mapping, "suite": "tables", "commit": commit}
        again = upload(api, admin, {"peaks.csv": TABLE}, **said)
        assert again.json()["duplicates"] == 1, again.text
    assert len(ask("GET", "/runs")["rows"]) == 3
    ask("POST", f"/deletions/{done['deletion']}/restore")
    assert values(ask, tables[1]) == MS_ONLY


def test_what_cannot_be_read_again_stays_and_says_why(ask: Ask, tables: list[int]) -> None:
    told = ask("POST", "/readings", runs=tables[:1], mapping="nobody")
    assert (told["runs"], "nobody" in told["unread"][0]["reason"]) == ([], True)
    told = ask("POST", "/readings", runs=tables[:1], format="vitest")
    assert "not as vitest" in told["unread"][0]["reason"]
    ask("POST", "/readings", HTTPStatus.UNPROCESSABLE_ENTITY, runs=[])
    ask("POST", "/readings", HTTPStatus.NOT_FOUND, runs=[10**6])
    assert values(ask, tables[0]) == MS_ONLY


def test_a_deleted_run_takes_its_file_along_when_it_is_purged(
    engine: Engine, ask: Ask, tables: list[int]
) -> None:
    ask("POST", "/deletions", runs=tables[:1], reason="a trial")
    ask("GET", f"/runs/{tables[0]}/files/1", HTTPStatus.NOT_FOUND)
    age_deletions(engine)
    assert counts(engine) == (2, 1)
    ask("POST", "/deletions", runs=tables[1:], reason="a trial")
    age_deletions(engine)
    assert counts(engine) == (0, 0)


def test_purging_what_a_run_was_leaves_the_run_that_was_read_again(
    engine: Engine, ask: Ask, tables: list[int]
) -> None:
    ask("POST", "/mappings", HTTPStatus.CREATED, name="cases", mapping=BETTER)
    ask("POST", "/readings", suite="tables")
    age_deletions(engine)
    assert counts(engine) == (3, 1)
    assert values(ask, tables[0]) == WHOLE
    assert ask("POST", "/readings", suite="tables")["same"] == 3


def take_key_of_deletion(engine: Engine, run: int) -> None:
    """Let the report of another run have got the key that a report had before it was read again."""
    taken = """
        update report set idempotency_key = saved.content ->> 'idempotency_key'
        from deleted_row saved, run
        where saved.relation = 'report' and run.id = :run and report.id = run.report_id"""
    with engine.begin() as connection:
        assert connection.execute(text(taken), {"run": run}).rowcount == 1


def age_deletions(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("update deletion set deleted_at = now() - interval '8 days'"))
    with transaction(engine) as session:
        assert purge_deleted(session) == 1


def counts(engine: Engine) -> tuple[int, int]:
    """Return how many files reports have, and how many contents are stored."""
    with engine.connect() as connection:
        files = connection.execute(text("select count(*) from sent_file")).scalar_one()
        contents = connection.execute(text("select count(*) from sent_file_content")).scalar_one()
    return files, contents
