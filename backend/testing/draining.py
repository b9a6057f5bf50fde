"""Do the background work of a test here and now, by the services that the tasks call."""

from collections.abc import Callable
from functools import partial

from pydantic import SecretStr
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from backend.services.catalogue import Catalogues
from backend.services.changes.detect import detect_requested
from backend.services.changes.update_alert_groups import group_requested, record_requested
from backend.services.claims.judge import judge_requested
from backend.services.jobs.judge import judge_requested as judge_jobs_requested
from backend.services.notary import Notary
from backend.services.reports.follow_manifests import follow_manifests
from backend.services.reports.ingest import Ingestion, ingest_reports
from backend.services.reports.profiles.judge_functions import judge_functions_requested
from backend.services.splits.find import find_at_changes, find_in_runs, request_at_changes
from backend.services.task_queue import TaskMessage, TaskName, TaskQueue
from backend.services.thresholds.apply import apply_requested
from backend.services.thresholds.check_budgets import check_requested
from backend.services.thresholds.try_out import go_on
from backend.settings import limits
from backend.storage.engine import transaction
from backend.storage.tables.reports.documents import OutboxRow

NOTARY = Notary(SecretStr("a secret of tests"), "http://testserver")


class RecordingRelay:
    """Keeps the messages that a broker would get."""

    def __init__(self) -> None:
        self.messages: list[TaskMessage] = []

    def publish(self, message: TaskMessage) -> None:
        self.messages.append(message)


class Silence:
    """Tells no open page anything."""

    def publish(self, project_id: int, event: object) -> None: ...


def drain(engine: Engine, project_id: int, *, batch: int = 32) -> None:
    """Ingest what waits and detect what is asked for, until nothing is left."""
    ingestion = Ingestion(Catalogues(), limits(), batch, 600.0)
    while True:
        relay = RecordingRelay()
        with transaction(engine) as session:
            done = ingest_reports(session, TaskQueue(session, relay), project_id, ingestion)
        for message in relay.messages:
            do_row(engine, message)
        if done is None or not (done.runs or done.refused):
            return


def do_what_waits(engine: Engine, *first: TaskName) -> None:
    """Do what the outbox asks for, these tasks first."""
    while True:
        with transaction(engine) as session:
            rows = session.scalars(select(OutboxRow).order_by(OutboxRow.id)).all()
            waiting = [TaskMessage(TaskName(one.task), one.project_id, one.id) for one in rows]
        if not waiting:
            return
        # budgets wait for detection where histories were corrected
        do_row(
            engine,
            min(
                waiting, key=lambda one: (one.task not in first, one.task == TaskName.CHECK_BUDGETS)
            ),
        )


def do_row(engine: Engine, message: TaskMessage) -> None:
    """Do what one row of the outbox asks for, and what that asks for in turn."""
    if message.outbox_id is None:
        return
    relay = RecordingRelay()
    with transaction(engine) as session:
        queue = TaskQueue(session, relay)
        WORK[message.task](session, queue, message.project_id, message.outbox_id)
    for next_one in relay.messages:
        do_row(engine, next_one)


def _detect(session: Session, queue: TaskQueue, project_id: int, row: int) -> None:
    touched = detect_requested(session, project_id, row)
    request_at_changes(session, queue, project_id, touched)
    if touched:
        queue.request_alert_grouping(project_id, touched)


WORK: dict[TaskName, Callable[[Session, TaskQueue, int, int], object]] = {
    TaskName.DETECT_CHANGES: _detect,
    TaskName.APPLY_THRESHOLDS: apply_requested,
    TaskName.TRY_THRESHOLDS: lambda session, _, project, row: go_on(session, project, row),
    TaskName.GROUP_CHANGES: group_requested,
    TaskName.GROUP_QUIETLY: partial(group_requested, is_quiet=True),
    TaskName.RECORD_ALERT_EVENTS: record_requested,
    TaskName.FIND_SPLITS_IN_RUNS: find_in_runs,
    TaskName.JUDGE_CLAIMS: lambda session, _, project, row: judge_requested(session, project, row),
    TaskName.JUDGE_FUNCTIONS: lambda session, _, project, row: judge_functions_requested(
        session, project, row
    ),
    TaskName.CHECK_BUDGETS: check_requested,
    TaskName.JUDGE_JOBS: lambda session, queue, project, row: judge_jobs_requested(
        session, Silence(), queue, NOTARY, project, row
    ),
    TaskName.FOLLOW_MANIFESTS: lambda session, _, project, row: follow_manifests(
        session, project, row
    ),
    TaskName.FIND_SPLITS_AT_CHANGES: lambda session, _, project, row: find_at_changes(
        session, project, row
    ),
}
"""What a worker does of each row."""
