"""How much of a project with many runs is read for what its pages show: little, whatever it has."""

from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.storage.reports import run_lists
from backend.storage.views import overviews
from backend.testing.builders import a_report
from backend.testing.filling import fill

RUNS = 4_000
MOST_PAGES = 600
"""Of 8 KiB. To look at each run costs at least three."""


@pytest.fixture
def busy(engine: Engine, project: Project) -> psycopg.Connection[Any]:
    """Give a project one suite with thousands of runs, as its first one."""
    fill(engine, project, a_report(suite={"name": "often"}))
    with engine.connect() as first:
        columns = ", ".join(
            name
            for (name,) in first.exec_driver_sql(
                "select column_name from information_schema.columns where table_name = 'run'"
                " and column_name not in ('id', 'started_at') order by ordinal_position"
            )
        )
    url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = psycopg.connect(url, autocommit=True)
    connection.execute(
        f"insert into run (id, started_at, {columns})"
        f" select id + n, started_at + n * interval '1 minute', {columns}"
        f" from run, generate_series(1, {RUNS}) as n".encode()
    )
    connection.execute("vacuum analyze run")
    return connection


@pytest.mark.parametrize("query", ["newest", "rows", "suites", "totals", "absent"])
def test_pages_of_many_runs_read_few_of_them(
    busy: psycopg.Connection[Any], project: Project, query: str
) -> None:
    asked: dict[str, Any] = {"project": project.id, "most": 20}
    with busy:
        asked["runs"] = [row[0] for row in busy.execute(run_lists.NEWEST, asked)]
        asked["suites"] = [row[0] for row in busy.execute("select id from suite")]
        assert len(asked["runs"]) == asked["most"]
        text = {
            "newest": run_lists.NEWEST, "rows": run_lists.RUNS, "suites": overviews.SUITES,
            "totals": overviews.TOTALS, "absent": overviews.ABSENT,
        }[query]  # fmt: skip
        row = busy.execute(b"explain (analyze, buffers, format json) " + text.encode(), asked)
        ((plan,),) = row.fetchall()
    top = plan[0]["Plan"]
    assert top["Shared Hit Blocks"] + top["Shared Read Blocks"] < MOST_PAGES
