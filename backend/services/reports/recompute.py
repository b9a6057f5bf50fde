"""Have everything worked out again that rested on results which were taken away or put back."""

from collections.abc import Collection, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.services.bursts import DETECTION_CHUNK
from backend.services.pulls.receive_webhook import want_measured
from backend.services.task_queue import TaskQueue
from backend.storage.changes.function_changes import profiled_variants
from backend.storage.reports.affected import Affected, read_affected, read_profiled
from backend.storage.series import states as series_states
from backend.storage.series.hiding import decide_what_is_hidden, without_results
from backend.storage.splits.unprocessed_suites import look_again
from backend.storage.thresholds.rows import read_rules

INGESTION_LOCK = 0x7469_6465
"""First half of the advisory lock's key; the project is the other half."""


def hold_ingestion(session: Session, project_id: int) -> None:
    """Let no report be taken in until the transaction ends: it would rest on what is corrected."""
    lock = text("select pg_advisory_xact_lock(:kind, :project)")
    session.execute(lock, {"kind": INGESTION_LOCK, "project": project_id})


def affected_by(session: Session, project_id: int, run_ids: Sequence[int]) -> Affected:
    """Return what the runs belong to; to be asked while they are there."""
    return read_affected(session, project_id, run_ids)


def recompute(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    series_ids: Sequence[int],
    affected: Affected,
    judged: Sequence[int] = (),
) -> None:
    """Ask for change points, budgets, functions, splits, claims and pull requests.

    `judged` are runs that came back.
    """
    series = sorted({*series_ids})
    gone = set(without_results(session, project_id, series))
    series_states.begin_again(session, project_id, sorted(gone))
    series_states.begin(session, project_id, [id_ for id_ in series if id_ not in gone])
    decide_what_is_hidden(session, project_id, series)
    judge_again(session, queue, project_id, series)
    look_again(session, project_id, affected.suites)
    profiled = affected.profiled.union(read_profiled(session, project_id, judged))
    if profiled:
        queue.request_functions(project_id, sorted(profiled))
    if judged:
        queue.request_claims(project_id, judged)
    want_measured(session, queue, project_id, (affected.pull_requests, affected.commits))


def judge_again(
    session: Session, queue: TaskQueue, project_id: int, series_ids: Sequence[int]
) -> None:
    """Ask for change points and budgets of corrected histories; nothing of before stands."""
    series_states.forget_analyses(session, project_id, series_ids)
    request_detection(queue, project_id, series_ids)
    if series_ids and read_rules(session, project_id).budgets:
        for start in range(0, len(series_ids), DETECTION_CHUNK):
            chunk = series_ids[start : start + DETECTION_CHUNK]
            queue.request_budgets_of_series(project_id, chunk)


def request_detection(queue: TaskQueue, project_id: int, series_ids: Sequence[int]) -> None:
    for start in range(0, len(series_ids), DETECTION_CHUNK):
        queue.request_detection(project_id, series_ids[start : start + DETECTION_CHUNK])


def request_functions_of_series(
    session: Session, queue: TaskQueue, project_id: int, series_ids: Collection[int]
) -> None:
    """Ask for a look at the functions of series whose points stand at other positions now."""
    if series_ids and (variants := profiled_variants(session, project_id, series_ids)):
        queue.request_functions(project_id, variants)
