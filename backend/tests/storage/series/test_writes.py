"""What a project holds is counted once after each write of it, and never told as it was before."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Engine, text

from backend.domain.catalogue.corrections import NamedKind
from backend.domain.people.projects import Project
from backend.domain.reports.corrections import RunChoice
from backend.domain.views.overviews import SuiteCounts, Totals
from backend.services.people.set_up import ensure_project
from backend.services.reports.correct_names import NameCorrection, correct_name
from backend.services.reports.correct_runs import delete_runs, exclude_runs
from backend.services.task_queue import TaskQueue
from backend.storage.commits.series_writes import forget_old_writes
from backend.storage.engine import make_engine, transaction
from backend.storage.series.facets import read_known
from backend.storage.views.overviews import read_sparklines, read_suite_counts, read_totals
from backend.testing.builders import Document, a_report, a_result
from backend.testing.draining import RecordingRelay, drain
from backend.testing.filling import OPERATOR, fill

Told = tuple[Totals, list[SuiteCounts], dict[int, list[int]], list[int]]
Change = Callable[[Engine, Project], None]


def a_run(suite: str, day: int, benchmark: str = "search") -> Document:
    return a_report(
        suite={"name": suite},
        commit={"id": f"{day:040x}", "time": f"2026-01-{day:02d}T00:00:00Z"},
        run={"started_at": f"2026-01-{day:02d}T01:00:00Z"},
        results=[a_result(benchmark=benchmark)],
    )


@pytest.fixture
def filled(engine: Engine, project: Project) -> Project:
    fill(engine, project, a_run("one", 1), a_run("one", 2), a_run("two", 3))
    return project


@pytest.fixture
def another(engine: Engine) -> Iterator[Engine]:
    """Give an engine for which nothing is remembered."""
    made = make_engine(engine.url.render_as_string(hide_password=False), 1)
    yield made
    made.dispose()


def told(engine: Engine, project: Project) -> Told:
    with transaction(engine) as session:
        lines = read_sparklines(session, project.id)
        return (
            read_totals(session, project.id),
            read_suite_counts(session, project.id),
            {suite: [one.series.id for one in found] for suite, found in lines.items()},
            read_known(session, project.id).series.tolist(),
        )


def write_past_the_product(engine: Engine) -> None:
    """Add a run that leaves no stamp: only a new count sees it."""
    with transaction(engine) as session:
        names = "select string_agg(column_name, ',') from information_schema.columns"
        where = " where table_name = 'run' and column_name <> 'id'"
        columns = session.execute(text(names + where)).scalar_one()
        copied = f"insert into run (id, {columns}) select id + 1000, {columns} from run limit 1"
        session.execute(text(copied))


def test_nothing_is_counted_again_while_only_other_projects_write(
    engine: Engine, filled: Project
) -> None:
    before = told(engine, filled)
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    fill(engine, other, a_run("one", 1))
    write_past_the_product(engine)
    assert told(engine, filled) == before
    fill(engine, filled, a_run("two", 4))
    assert told(engine, filled)[0].runs == before[0].runs + 2


def a_further_run(engine: Engine, project: Project) -> None:
    fill(engine, project, a_run("two", 5, "a new benchmark"))


def a_run_that_failed(engine: Engine, project: Project) -> None:
    failed = a_run("three", 6)
    failed["results"] = [
        {"benchmark": "search", "metric": "time", "failure": {"kind": "crash", "message": "no"}}
    ]
    fill(engine, project, failed)


def a_run_set_aside(engine: Engine, project: Project) -> None:
    _correct(engine, project, exclude_runs)


def a_run_taken_away(engine: Engine, project: Project) -> None:
    _correct(engine, project, delete_runs)


def _correct(engine: Engine, project: Project, deed: Callable[..., object]) -> None:
    with transaction(engine) as session:
        run = session.execute(text("select max(id) from run")).scalar_one()
        chosen = RunChoice((run,), reason="a disturbance")
        deed(session, TaskQueue(session, RecordingRelay()), project, OPERATOR, chosen)
    drain(engine, project.id)


def an_archived_suite(engine: Engine, project: Project) -> None:
    with transaction(engine) as session:
        suite = session.execute(text("select min(id) from suite")).scalar_one()
        correct_name(session, project, NamedKind.SUITE, suite, NameCorrection(is_archived=True))


@pytest.mark.parametrize(
    "change",
    [a_further_run, a_run_that_failed, a_run_set_aside, a_run_taken_away, an_archived_suite],
)
def test_after_each_write_what_is_told_is_what_is_there(
    engine: Engine, filled: Project, another: Engine, change: Change
) -> None:
    before = told(engine, filled)
    change(engine, filled)
    assert told(engine, filled) == told(another, filled)
    assert told(engine, filled) != before


def test_old_stamps_go_but_the_newest_of_each_project(engine: Engine, filled: Project) -> None:
    with transaction(engine) as session:
        old = "now() - interval '2 hours' + interval '1 second' * backend"
        session.execute(
            text("insert into series_write select project_id, -n, gen_random_uuid()"
                 " from series_write, generate_series(1, 3) as n limit 3")
        )  # fmt: skip
        session.execute(text(f"update series_write set written_at = {old}"))
        newest = session.execute(text("select max(backend) from series_write")).scalar_one()
        forget_old_writes(session)
        left = session.execute(text("select project_id, backend from series_write")).all()
        assert [tuple(row) for row in left] == [(filled.id, newest)]
