"""Work that further reports ask for again waits for them, and is done together."""

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from backend.domain.people.projects import Project
from backend.services.bursts import DETECTION_CHUNK, PATIENCE, is_ready, ready_projects, ready_work
from backend.services.people.set_up import ensure_project
from backend.services.task_names import TaskName
from backend.services.turns import Turns, choose_row
from backend.storage import outbox
from backend.storage.engine import transaction
from backend.testing.draining import do_row

INGEST, DETECT = TaskName.INGEST_REPORTS, TaskName.DETECT_CHANGES
RUNS, CHANGES = TaskName.FIND_SPLITS_IN_RUNS, TaskName.FIND_SPLITS_AT_CHANGES


def is_told_of(session: Session, project: Project, task: TaskName, row: int) -> bool:
    """Return whether work may be done now; all who ask must hear the same.

    In the transaction that wrote the rows no time passes for the database.
    """
    told = (task, row) in [(one.task, one.outbox_id) for one in ready_work(session, project.id)]
    assert is_ready(session, project.id, task) is told
    assert (project.id in ready_projects(session, task)) is told
    return told


@pytest.mark.parametrize(
    ("task", "before"), [(DETECT, INGEST), (RUNS, INGEST), (CHANGES, INGEST), (CHANGES, DETECT)]
)
def test_work_waits_while_its_project_has_what_may_ask_for_it_again(
    engine: Engine, project: Project, task: TaskName, before: TaskName
) -> None:
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
        outbox.add(session, before, other.id, [1])
        row = outbox.add(session, task, project.id, [1])
        assert is_told_of(session, project, task, row)
        work = outbox.add(session, before, project.id, [1])
        assert not is_told_of(session, project, task, row)
        outbox.remove(session, work)
        assert is_told_of(session, project, task, row)


def test_runs_of_one_report_are_looked_at_while_its_series_wait(
    engine: Engine, project: Project
) -> None:
    with transaction(engine) as session:
        outbox.add(session, DETECT, project.id, [1])
        row = outbox.add(session, RUNS, project.id, [1])
        assert is_told_of(session, project, RUNS, row)


@pytest.mark.parametrize("shift", [1, -1])
@pytest.mark.parametrize("task", [DETECT, RUNS, CHANGES])
def test_work_waits_no_longer_than_its_patience_also_by_a_clock_that_was_set_back(
    engine: Engine, project: Project, task: TaskName, shift: int
) -> None:
    with transaction(engine) as session:
        outbox.add(session, INGEST, project.id, [1])
        row = outbox.add(session, task, project.id, [1])
        assert not is_told_of(session, project, task, row)
        session.execute(
            text("update outbox set created_at = now() - make_interval(secs => :s) where id = :id"),
            {"s": shift * (PATIENCE[task].longest_s + 1), "id": row},
        )
        assert is_told_of(session, project, task, row)


def test_one_message_tells_of_all_work_of_a_task_and_names_the_oldest(
    engine: Engine, project: Project
) -> None:
    with transaction(engine) as session:
        runs = [outbox.add(session, RUNS, project.id, [number]) for number in (1, 2)]
        changes = outbox.add(session, CHANGES, project.id, [1])
        told = {one.task: one.outbox_id for one in ready_work(session, project.id)}
        assert told == {RUNS: runs[0], CHANGES: changes}
        (left,) = ready_work(session, project.id, {changes})
        assert left.task == RUNS


def test_a_turn_passes_over_a_project_whose_series_wait_for_its_reports(engine: Engine) -> None:
    with transaction(engine) as session:
        busy, calm = (ensure_project(session, name, name).id for name in ("busy", "calm"))
        outbox.add(session, INGEST, busy, [1])
        waiting = outbox.add(session, DETECT, busy, [1])
        assert choose_row(session, Turns(), DETECT, (busy, waiting)) is None
        row = outbox.add(session, DETECT, calm, [2])
        assert choose_row(session, Turns(), DETECT, (busy, waiting)) == (calm, row)


@pytest.mark.parametrize("task", [DETECT, RUNS, CHANGES])
def test_rows_that_wait_together_are_done_together(
    engine: Engine, project: Project, task: TaskName
) -> None:
    with transaction(engine) as session:
        for number in (1, 2):
            outbox.add(session, task, project.id, [number])
        (message,) = ready_work(session, project.id)
    do_row(engine, message)
    with transaction(engine) as session:
        assert ready_work(session, project.id) == []


def test_one_task_takes_no_more_subjects_than_it_may(engine: Engine, project: Project) -> None:
    most = DETECTION_CHUNK
    series = list(range(most))
    with transaction(engine) as session:
        rows = [
            outbox.add(session, DETECT, project.id, ids)
            for ids in (series[:5], series[:10], [*series[1:], most], series)
        ]
        assert outbox.take_rows(session, rows[1], most) == [series[:10], series[:5], series]
        assert outbox.take_rows(session, rows[0], most) == []
        assert outbox.take_rows(session, rows[2], most) == [[*series[1:], most]]
