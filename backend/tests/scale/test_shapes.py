"""What make bench-scale fills a database with is what the product would have stored."""

import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
from sqlalchemy import Engine, text

from backend.bench.documents import ReportWriter
from backend.bench.scale import shapes
from backend.bench.scale.__main__ import table
from backend.bench.scale.measuring import Figure
from backend.bench.scale.shapes import CopiedProject, Shapes
from backend.bench.stand import Stand
from backend.embedded.stores.services import Services
from backend.testing.brokers import fresh_broker
from backend.testing.databases import ROOT
from backend.testing.filling import fill
from backend.testing.stack import make_stack

ROWS = 900


@pytest.fixture
def copied(
    services: Services,
    engine: Engine,
    database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> CopiedProject:
    """Make samples of one length only, and a project of three copies of them."""
    monkeypatch.setattr(shapes, "LENGTHS", (20,))
    monkeypatch.setattr(shapes, "WIDTHS", (20, 2))
    stack = make_stack(database_url, fresh_broker(services.redis_url), tmp_path)
    stand = Stand(services, stack, engine)
    filled = Shapes(stand)
    filled.prepare()
    project = CopiedProject(stack.project("copied"), 20)
    filled.copy([(project, ROWS)])
    return project


def count(engine: Engine, query: str, project: int) -> int:
    with engine.connect() as connection:
        return int(connection.scalar(text(query), {"project": project}) or 0)


def test_copies_are_whole_and_the_product_goes_on_from_them(
    engine: Engine, copied: CopiedProject
) -> None:
    project = copied.project.id
    assert (copied.suites, copied.rows) == (4, 880)
    assert count(engine, "select count(*) from result where project_id = :project", project) == 880
    joined = """
        select count(*) from result r
        join series s on s.project_id = r.project_id and s.id = r.series_id
        join variant v on v.project_id = s.project_id and v.id = s.variant_id
        join benchmark b on b.project_id = v.project_id and b.id = v.benchmark_id
        join suite u on u.project_id = b.project_id and u.id = s.suite_id
        join run on run.project_id = r.project_id and run.id = r.run_id and run.suite_id = u.id
        join report d on d.project_id = run.project_id and d.id = run.report_id
                     and d.run_id = run.id
        join branch_commit p on p.project_id = run.project_id and p.branch_id = run.branch_id
                            and p.commit_id = r.commit_id and p.position = r.position
        join testbed t on t.project_id = run.project_id and t.id = run.testbed_id
        join series_state e on e.project_id = s.project_id and e.series_id = s.id and e.n = 20
        where r.project_id = :project"""
    assert count(engine, joined, project) == 880
    writer = ReportWriter("suite-0", np.random.default_rng(1), 20)
    before = count(engine, "select count(*) from series where project_id = :project", project)
    fill(engine, copied.project, msgspec.json.decode(writer.write()))
    after = count(engine, "select count(*) from series where project_id = :project", project)
    # of the 200 series that the report has, 20 are those of the copy
    assert after - before == 180
    grown = "select count(*) from series_state where project_id = :project and n = 21"
    assert count(engine, grown, project) == 20


def test_copied_results_have_the_columns_that_ingested_ones_have(
    engine: Engine, copied: CopiedProject
) -> None:
    empty = """
        select count(distinct (low is null, high is null, sd is null, n, basis, samples is null,
                               histogram is null, rounds is null, spread is null,
                               cardinality(samples)))
        from result where project_id = :project or run_id in (
            select id from run where commit_id in (select id from commit where name = 'c0'))"""
    assert count(engine, empty, copied.project.id) == 1


def test_databases_asked_in_turns_are_filled_before(tmp_path: Path) -> None:
    one = str(tmp_path / "one")
    for asked, why in (
        ([one, "other"], "one holds no filled database: name it alone first, with ROWS=…"),
        ([one, "other", "third"], "two at most are asked in turns"),
    ):
        command = [sys.executable, "-m", "backend.bench.scale", "--keep", *asked]
        ended = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
        assert ended.returncode != 0
        assert why in ended.stderr


def test_the_table_tells_growth_from_a_million_and_marks_what_is_over_its_bar() -> None:
    curves = {
        10**6: [Figure("overview", 10.0, "ms", is_page=True), Figure("results", 1e6, "")],
        10**7: [Figure("overview", 14.0, "ms", is_page=True), Figure("results", 1e7, "")],
    }
    assert table(curves)[2:] == [
        "| overview | 10.0 ms | 14.0 ms | 1.40 (bar 1.3) |",
        "| results | 1,000,000 | 10,000,000 | 10.00 |",
    ]
