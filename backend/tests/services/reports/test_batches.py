from typing import Any

import msgspec
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.services.reports.accept import Upload, accept_report
from backend.services.task_queue import TaskQueue
from backend.settings import limits
from backend.storage.engine import transaction
from backend.testing.builders import a_history, a_report, a_result
from backend.testing.draining import RecordingRelay, drain
from backend.testing.filling import OPERATOR, fill

ORDER = """
select commit.name from result join commit on commit.id = result.commit_id
order by result.position, result.run_id
"""


def rows(engine: Engine, query: str) -> list[Any]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def test_reports_that_arrive_in_any_order_and_are_ingested_together_stand_in_git_order(
    engine: Engine, project: Project
) -> None:
    history = a_history([1.0] * 8)
    fill(engine, project, *(history[index] for index in (5, 0, 7, 3, 1, 6, 2, 4)))
    assert [row[0] for row in rows(engine, ORDER)] == [f"r{index}" for index in range(8)]
    assert rows(engine, "select n from series_state") == [(8,)]


def test_a_refused_report_leaves_the_others_of_its_batch_whole(
    engine: Engine, project: Project
) -> None:
    history = a_history([1.0, 1.0, 1.0])
    # both were accepted before either had fixed the unit of the metric
    other = a_report(
        suite={"name": "runtime"},
        branch="side",
        metrics={"time": {"unit": "B", "direction": "lower"}},
        results=[a_result(benchmark="only-here")],
    )
    fill(engine, project, history[0], other, *history[1:])
    assert rows(engine, "select state, count(*) from report group by 1 order by 1") == [
        ("failed", 1),
        ("ingested", 3),
    ]
    assert [row[0] for row in rows(engine, ORDER)] == ["r0", "r1", "r2"]
    assert rows(engine, "select name from branch") == [("main",)]


def test_the_last_description_of_a_commit_in_a_batch_is_kept(
    engine: Engine, project: Project
) -> None:
    first = a_report(commit={"id": "c1", "subject": "draft"})
    second = a_report(commit={"id": "c1", "subject": "final"}, testbed="other")
    fill(engine, project, first, second)
    assert rows(engine, "select subject from commit") == [("final",)]
    assert rows(engine, "select count(*) from run") == [(2,)]


def test_nothing_is_left_of_a_request_for_more_reports_than_a_batch_takes(
    engine: Engine, project: Project
) -> None:
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        for document in a_history([1.0] * 5):
            upload = Upload(msgspec.json.encode(document), OPERATOR)
            accept_report(session, queue, project, upload, limits())
        asked = [id_ for (id_,) in session.execute(text("select id from report"))]
        queue.request_ingestion(project.id, asked)
    drain(engine, project.id, batch=2)
    assert rows(engine, "select n from series_state") == [(5,)]
    assert rows(engine, "select count(*) from outbox where task like '%ingest%'") == [(0,)]
