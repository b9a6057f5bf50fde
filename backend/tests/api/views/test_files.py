"""Tables as Parquet, runs as benchfmt, and views for SQL: the same rows everywhere."""

import asyncio
import csv
import io
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import duckdb
import psycopg
import pytest
from fastapi.testclient import TestClient
from psycopg.errors import InsufficientPrivilege
from sqlalchemy import Engine, text
from sqlalchemy.engine import make_url

from backend.adapters.benchfmt_text import MeasuredSeries, benchfmt_of
from backend.api.routes.views.archives import MOST_AT_ONCE, WrittenFile
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.fixtures import MakeKey

PLACE = "/api/v1/projects/main"
Headers = dict[str, str]


@pytest.mark.parametrize("table", ["results", "samples", "changes"])
def test_duckdb_finds_in_parquet_what_sql_finds_in_the_view(
    api: TestClient, engine: Engine, released: Project, reporter: Headers, tmp_path: Path,
    table: str,
) -> None:  # fmt: skip
    file = tmp_path / f"{table}.parquet"
    answer = api.get(f"{PLACE}/{table}.parquet", headers=reporter)
    assert (answer.status_code, answer.headers["content-type"]) == (
        200, "application/vnd.apache.parquet",
    )  # fmt: skip
    file.write_bytes(answer.content)
    with engine.connect() as connection:
        found = connection.execute(
            text(f"select * from reading.{table} where project_id = :id"), {"id": released.id}
        )
        wanted = [dict(row) for row in found.mappings()]
    assert wanted
    with duckdb.connect() as asked:
        asked.execute("set timezone = 'UTC'")
        said = asked.execute(f"select * exclude (parameters) from '{file}'")
        names = [column[0] for column in said.description or []]
        rows = [dict(zip(names, row, strict=True)) for row in said.fetchall()]
        (engines,) = asked.execute(
            f"select count(distinct parameters::json ->> 'engine') from '{file}'"
        ).fetchall()[0]
    for row in wanted:
        del row["project_id"], row["parameters"]
    assert sorted(map(comparable, rows)) == sorted(map(comparable, wanted))
    assert engines == (3 if table != "changes" else 2)


def comparable(row: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (name, value.isoformat() if hasattr(value, "isoformat") else repr(value))
        for name, value in row.items()
    ]


def test_a_table_without_rows_is_a_file_with_columns(
    api: TestClient, project: Project, reporter: Headers, tmp_path: Path
) -> None:
    assert project.slug == "main"
    file = tmp_path / "none.parquet"
    file.write_bytes(api.get(f"{PLACE}/samples.parquet", headers=reporter).content)
    with duckdb.connect() as asked:
        found = asked.execute(f"select count(*), count(value) from '{file}'").fetchall()
    assert found == [(0, 0)]


def test_a_run_is_written_as_go_writes_benchmarks(
    api: TestClient, released: Project, reporter: Headers
) -> None:
    assert released.slug == "main"
    run = api.get(f"{PLACE}/runs", headers=reporter).json()["rows"][0]
    said = api.get(f"{PLACE}/runs/{run['id']}/benchfmt", headers=reporter)
    assert said.headers["content-type"].startswith("text/plain")
    lines = said.text.splitlines()
    assert lines[:2] == [
        f"pkg: {run['suite']}",
        f"# run {run['id']}, commit {run['commit']['name']}, branch main, testbed box",
    ]
    assert "Unit time-sec better=lower" in lines
    measured = [line.split(" ") for line in lines if line.startswith("Benchmark")]
    assert len(measured) == 9
    assert {len(words) for words in measured} == {4}
    assert {words[0] for words in measured} == {
        f"BenchmarkSearch/engine={engine}" for engine in ("rayon", "smol", "tokio")
    }
    assert api.get(f"{PLACE}/runs/999999/benchfmt", headers=reporter).status_code == 404


def test_the_audit_trail_says_who_saved_a_project_as_an_archive(
    api: TestClient, released: Project, make_key: MakeKey
) -> None:
    headers = make_key(Scope.ADMIN)
    saved = api.get(f"{PLACE}/archive", headers=headers)
    assert (saved.status_code, saved.content[:2]) == (200, b"PK")
    told = api.get(f"{PLACE}/audit", headers=headers).json()["rows"][0]
    assert (told["verb"], told["noun"], told["thing"], told["name"]) == (
        "saved as an archive", "project", "main", released.name,
    )  # fmt: skip


def test_names_and_units_are_single_words() -> None:
    odd = MeasuredSeries("load a page", {"url": "a b"}, "p99 time", "1/s", "higher", [1.5, 2e-9])
    assert benchfmt_of("web\nsuite", {"run": "3", "branch": ""}, [odd]) == (
        "pkg: web suite\n"
        "# run 3\n"
        "Unit p99_time-1/s better=higher\n"
        "BenchmarkLoad_a_page/url=a_b 1 1.5 p99_time-1/s\n"
        "BenchmarkLoad_a_page/url=a_b 1 2e-09 p99_time-1/s\n"
    )


def test_a_board_reads_points_as_rows_within_its_time(
    api: TestClient, released: Project, reporter: Headers
) -> None:
    """As the data source Infinity of Grafana asks: `${__from:date:iso}`, rows, a column of time."""
    assert released.slug == "main"
    series = api.get(f"{PLACE}/series", headers=reporter).json()["rows"][0]["series"]
    asked = {"series": series["id"]}
    rows = api.get(f"{PLACE}/points", params=asked, headers=reporter).json()["rows"]
    assert len(rows) == 50
    times = [datetime.fromisoformat(row["time"]) for row in rows]
    assert times == sorted(times)
    assert {(row["benchmark"], row["unit"]) for row in rows} == {("search", "s")}
    within = asked | {"since": iso(times[10]), "until": iso(times[20])}
    chosen = api.get(f"{PLACE}/points", params=within, headers=reporter).json()["rows"]
    assert chosen == rows[10:20]
    table = api.get(f"{PLACE}/points", params=within | {"format": "csv"}, headers=reporter).text
    assert [float(row["value"]) for row in csv.DictReader(io.StringIO(table))] == [
        row["value"] for row in chosen
    ]
    assert api.get(f"{PLACE}/points", headers=reporter).status_code == 422


def iso(time: datetime) -> str:
    """Write a time as Grafana does."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def test_a_process_sends_few_files_at_once_however_slowly_they_are_read() -> None:
    async def ask(read: asyncio.Event) -> int:
        said: list[Any] = []

        async def send(message: Any) -> None:
            said.append(message)
            await read.wait()

        async def receive() -> Any:
            return {"type": "http.request"}

        scope = {"type": "http", "method": "GET", "asgi": {"spec_version": "2.4"}}
        await WrittenFile(iter([b"x"]))(scope, receive, send)
        return int(said[0]["status"])

    async def statuses() -> list[int]:
        slow, fast = asyncio.Event(), asyncio.Event()
        fast.set()
        held = [asyncio.create_task(ask(slow)) for _ in range(MOST_AT_ONCE)]
        await asyncio.sleep(0)
        refused = await ask(fast)
        slow.set()
        return [refused, *await asyncio.gather(*held), await ask(fast)]

    assert asyncio.run(statuses()) == [503, *[200] * MOST_AT_ONCE, 200]


@pytest.fixture
def analyst(engine: Engine, released: Project) -> Iterator[psycopg.Connection[Any]]:
    """Sign in as somebody who was given the views, as docs/data.md says it."""
    assert released.slug == "main"
    # roles are of all databases: one that a killed run left behind is in nobody's way
    name = f"analyst_{uuid4().hex}"
    url = make_url(str(engine.url.render_as_string(hide_password=False)))
    plain = url.set(drivername="postgresql")
    with engine.begin() as owner:
        owner.execute(text(f"create role {name} login password 'x'"))
        owner.execute(text(f"grant usage on schema reading to {name}"))
        owner.execute(text(f"grant select on all tables in schema reading to {name}"))
    theirs = plain.set(username=name, password="x")  # noqa: S106  of this role alone
    try:
        with psycopg.connect(theirs.render_as_string(hide_password=False), autocommit=True) as one:
            yield one
    finally:
        with engine.begin() as owner:
            owner.execute(text(f"drop owned by {name}"))
            owner.execute(text(f"drop role {name}"))


def test_an_analyst_reads_the_views_and_nothing_else(analyst: psycopg.Connection[Any]) -> None:
    for view in ("series", "results", "samples", "changes", "runs"):
        found = analyst.execute(f"select count(*) from reading.{view}").fetchone()
        assert found is not None
        assert found[0] > 0, view
    for refused in ("select * from result", "select * from api_key", "delete from reading.runs"):
        with pytest.raises((InsufficientPrivilege, psycopg.errors.ObjectNotInPrerequisiteState)):
            analyst.execute(refused)
