"""Two sides are judged once for all who ask, and again as soon as anything of it is different."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Engine, text

from backend.domain.catalogue.corrections import NamedKind
from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.comparisons.sides import read_side
from backend.domain.people.projects import Project
from backend.domain.reports.corrections import RunChoice
from backend.services.comparisons.compare_runs import (
    ComparisonRequest,
    compare_runs,
    judge_sides,
    page_of_sides,
)
from backend.services.comparisons.judged_pages import KEPT_BYTES, JudgedPage, PageMemory
from backend.services.comparisons.page import ComparisonPage
from backend.services.people.set_up import ensure_project
from backend.services.reports.correct_names import NameCorrection, correct_name
from backend.services.reports.correct_runs import exclude_runs
from backend.services.reports.forget_samples import forget_samples
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_report, a_result
from backend.testing.draining import RecordingRelay, drain
from backend.testing.filling import OPERATOR, fill

RUNS = 20
ASKED = ComparisonRequest(
    read_side("baseline", f"commit:c{RUNS - 2}", {}),
    read_side("contender", f"commit:c{RUNS - 1}", {}),
    SeriesFilters(),
)
Change = Callable[[Engine, Project], None]


def at_commit(index: int, **changes: Any) -> Document:
    level = 1.0 + 0.002 * (index * 7 % 5)
    return a_report(
        commit={"id": f"c{index}", "time": f"2026-01-01T{index:02d}:00:00Z",
                "parents": [f"c{index - 1}"] if index else []},
        run={"started_at": f"2026-01-01T{index:02d}:30:00Z"},
        results=[a_result(samples=[level * (1.0 + 0.001 * step) for step in range(10)])],
        **changes,
    )  # fmt: skip


@pytest.fixture
def measured(engine: Engine, project: Project) -> Project:
    fill(engine, project, *[at_commit(index) for index in range(RUNS)])
    return project


class Reader:
    """Asks for the comparison, and counts how often it was judged."""

    def __init__(self, engine: Engine, project: Project) -> None:
        self.engine, self.project, self.judged = engine, project, 0

    def read(self) -> bytes:
        with transaction(self.engine) as session:
            return compare_runs(session, self.project.id, ASKED, self._write).page.written

    def _write(self, page: ComparisonPage) -> bytes:
        self.judged += 1
        return written(page)


def written(page: ComparisonPage) -> bytes:
    return json.dumps([page.rows, page.sentence], default=str).encode()


def judged_now(engine: Engine, project: Project) -> bytes:
    with transaction(engine) as session:
        return written(page_of_sides(judge_sides(session, project.id, ASKED), ASKED))


def test_a_comparison_is_judged_once_whatever_other_projects_write(
    engine: Engine, measured: Project
) -> None:
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    reader = Reader(engine, measured)
    first = reader.read()
    fill(engine, other, at_commit(0))
    assert reader.read() == first == judged_now(engine, measured)
    assert reader.judged == 1


def a_new_run(engine: Engine, project: Project) -> None:
    fill(engine, project, at_commit(RUNS))


def a_further_run_of_a_side(engine: Engine, project: Project) -> None:
    again = at_commit(RUNS - 1)
    again["run"] = {"started_at": "2026-01-02T00:00:00Z"}
    fill(engine, project, again)


def another_name(engine: Engine, project: Project) -> None:
    with transaction(engine) as session:
        suite = session.execute(text("select id from suite")).scalar_one()
        wanted = NameCorrection(name="another name")
        correct_name(session, project, NamedKind.SUITE, suite, wanted)


def an_excluded_run(engine: Engine, project: Project) -> None:
    with transaction(engine) as session:
        run = session.execute(text("select id from run order by started_at limit 1")).scalar_one()
        queue = TaskQueue(session, RecordingRelay())
        exclude_runs(session, queue, project, OPERATOR, RunChoice((run,), reason="a disturbance"))
    drain(engine, project.id)


def forgotten_samples(engine: Engine, _project: Project) -> None:
    days = (datetime.now(UTC) - datetime(2026, 1, 3, tzinfo=UTC)).days
    with transaction(engine) as session:
        assert forget_samples(session, days) == RUNS


@pytest.mark.parametrize(
    "change",
    [a_new_run, a_further_run_of_a_side, another_name, an_excluded_run, forgotten_samples],
)
def test_a_comparison_is_judged_anew_when_its_series_names_or_runs_change(
    engine: Engine, measured: Project, change: Change
) -> None:
    reader = Reader(engine, measured)
    reader.read()
    change(engine, measured)
    assert reader.read() == judged_now(engine, measured)
    assert reader.judged == 2


def test_a_page_that_takes_too_much_is_not_kept_and_takes_nothing_away() -> None:
    memory, now = PageMemory(), ("", 0, "0")
    small = JudgedPage([], ["machine"], b"{}")
    memory.store(b"small", now, small)
    memory.store(b"large", now, JudgedPage([], ["machine"] * (KEPT_BYTES // 1000), b"{}"))
    assert memory.find(b"large", now) is None
    assert memory.find(b"small", now) is small
    assert memory.find(b"small", ("", 1, "0")) is None
