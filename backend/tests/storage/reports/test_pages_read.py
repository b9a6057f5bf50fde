"""How much of a project with many runs is read for what its pages show: little, whatever it has."""

import json
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg.rows import dict_row
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.storage.reports import run_lists
from backend.storage.views import overviews, searches
from backend.testing.builders import a_report
from backend.testing.filling import fill
from backend.testing.stack import wait_until

RUNS = 20_000
PAGE = 8192
SHOWN = 20
CHANGES = 200
"""At the commit of all these runs."""
BENCHMARKS = 20_000
FEW_PAGES = 150


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
    wait_until(lambda: _is_vacuumed(connection), "every run can be counted in its index")
    return connection


def _is_vacuumed(connection: psycopg.Connection[Any]) -> bool:
    """Vacuum the runs; tell whether no transaction was left that may not see one of them."""
    connection.execute("vacuum analyze run")
    ((unseen,),) = connection.execute(
        "select sum(relpages - relallvisible) from pg_class"
        " join pg_partition_tree('run') on relid = oid where isleaf"
    )
    return int(unseen) == 0


def pages_of_runs(busy: psycopg.Connection[Any]) -> int:
    ((size,),) = busy.execute(
        "select sum(pg_relation_size(relid)) from pg_partition_tree('run') where isleaf"
    )
    return int(size) // PAGE


def asked_of(busy: psycopg.Connection[Any], project: Project) -> dict[str, Any]:
    asked: dict[str, Any] = {"project": project.id, "most": SHOWN}
    asked |= {"words": ["%search%"], "number": None, "newest": searches.NEWEST, "limit": SHOWN}
    asked["runs"] = [row[0] for row in busy.execute(run_lists.NEWEST, asked)]
    asked["suites"] = [row[0] for row in busy.execute("select id from suite")]
    assert len(asked["runs"]) == SHOWN
    return asked


def planned(
    busy: psycopg.Connection[Any], project: Project, query: LiteralString
) -> tuple[str, int]:
    """Run the query; return its plan, and how many pages it looked at."""
    explain: LiteralString = "explain (analyze, buffers, format json) "
    ((plan,),) = busy.execute(explain + query, asked_of(busy, project))
    top = plan[0]["Plan"]
    return json.dumps(top), top["Shared Hit Blocks"] + top["Shared Read Blocks"]


@pytest.mark.parametrize("query", [overviews.SIZES, overviews.TOTALS], ids=["suites", "totals"])
def test_runs_are_counted_once_and_in_their_index(
    busy: psycopg.Connection[Any], project: Project, query: LiteralString
) -> None:
    with busy:
        plan, pages = planned(busy, project, query)
        partitions = busy.execute(
            "select inhrelid::regclass::text from pg_inherits"
            " where inhparent = 'ix_run_of_suites'::regclass"
        ).fetchall()
        assert any(index in plan for (index,) in partitions)
        assert pages < pages_of_runs(busy)


@pytest.mark.parametrize(
    "query", [run_lists.NEWEST, run_lists.RUNS, overviews.ABSENT], ids=["newest", "rows", "absent"]
)
def test_pages_of_many_runs_read_few_of_them(
    busy: psycopg.Connection[Any], project: Project, query: LiteralString
) -> None:
    with busy:
        _, pages = planned(busy, project, query)
        assert pages < pages_of_runs(busy)


def test_changes_of_a_commit_are_read_once_for_all_its_runs(
    busy: psycopg.Connection[Any], project: Project
) -> None:
    with busy:
        busy.execute(
            "insert into series (project_id, variant_id, metric_id, testbed_id, branch_id,"
            " suite_id, benchmark_id)"
            " select project_id, variant_id + n, metric_id, testbed_id, branch_id, suite_id,"
            " benchmark_id from series, generate_series(2, %s) as n",
            (CHANGES,),
        )
        busy.execute(
            "insert into change_point (project_id, series_id, kind, state, verdict, position,"
            " commit_id, first_position, last_position, last_commit_id, suspects, ratio, low,"
            " high, z, before, after, before_n, after_n, sigma, rho, slope, detector)"
            " select series.project_id, series.id, 'step', 'confirmed', 'regression', 1,"
            " newest.commit_id, 1, 1, newest.commit_id, 1, 2, 2, 2, 9, 1, 2, 9, 9, 0.1, 0, 0, ''"
            " from series, (select commit_id from run limit 1) as newest"
        )
        busy.execute("analyze change_point, series")
        _, pages = planned(busy, project, run_lists.RUNS)
        cursor = busy.cursor(row_factory=dict_row)
        rows = cursor.execute(run_lists.RUNS, asked_of(busy, project)).fetchall()
    assert [(row["regressions"], row["improvements"]) for row in rows] == [(CHANGES, 0)] * SHOWN
    assert pages < SHOWN * CHANGES


def test_a_search_that_finds_no_run_reads_names_once_for_all_runs(
    busy: psycopg.Connection[Any], project: Project
) -> None:
    with busy:
        _, pages = planned(busy, project, searches.RUNS)
        assert pages < pages_of_runs(busy)


def test_a_search_reads_benchmarks_in_their_order_until_there_are_enough(
    busy: psycopg.Connection[Any], project: Project
) -> None:
    with busy:
        busy.execute(
            "insert into benchmark (project_id, suite_id, name)"
            " select project_id, suite_id, name || '-' || n"
            " from benchmark, generate_series(1, %s) as n",
            (BENCHMARKS,),
        )
        busy.execute(
            "insert into series (project_id, variant_id, metric_id, testbed_id, branch_id,"
            " suite_id, benchmark_id)"
            " select s.project_id, s.variant_id + b.id, s.metric_id, s.testbed_id, s.branch_id,"
            " s.suite_id, b.id from series s join benchmark b on b.id <> s.benchmark_id"
        )
        busy.execute("analyze benchmark, series")
        plan, pages = planned(busy, project, searches.BENCHMARKS)
        assert "ix_benchmark_length" in plan
        assert pages < FEW_PAGES
