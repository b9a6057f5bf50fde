"""The names of background tasks, and the queue that holds requests for them until commit.

A request is a row of the outbox, written in the caller's transaction. After the commit the relay
sends a message to a worker; the periodic sweep sends what it could not. The worker removes the row
in the transaction that does the work, so nothing is lost between the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sqlalchemy import event
from sqlalchemy.orm import Session
from structlog.contextvars import get_contextvars

from backend.services.task_names import QUEUES, TaskName
from backend.storage import outbox
from backend.tracing import origin

__all__ = [
    "BY_ROW",
    "QUEUES",
    "Relay",
    "TaskMessage",
    "TaskName",
    "TaskQueue",
    "read_new_thresholds",
]


BY_ROW = frozenset(
    {
        TaskName.DETECT_CHANGES,
        TaskName.APPLY_THRESHOLDS,
        TaskName.TRY_THRESHOLDS,
        TaskName.IMPORT_ADDRESSES,
        TaskName.FIND_SPLITS_IN_RUNS,
        TaskName.FIND_SPLITS_AT_CHANGES,
        TaskName.JUDGE_CLAIMS,
        TaskName.JUDGE_FUNCTIONS,
        TaskName.CHECK_BUDGETS,
        TaskName.JUDGE_JOBS,
        TaskName.FOLLOW_MANIFESTS,
        TaskName.GROUP_CHANGES,
        TaskName.GROUP_QUIETLY,
        TaskName.RECORD_ALERT_EVENTS,
    }
)
"""Tasks that do one row of the outbox; the others look for all of a project's work."""


@dataclass(frozen=True, slots=True)
class TaskMessage:
    """What a worker is told: which task, of which project, and the outbox row if it matters."""

    task: TaskName
    project_id: int
    outbox_id: int | None = None
    request_id: str = field(default="", compare=False)
    """The request that asked for it first, for the log; several may share one message."""
    origin: str = field(default="", compare=False)
    """The trace that it continues, likewise."""


_QUEUES = "task queues"


class Relay(Protocol):
    """Tells workers, soon and without waiting for them."""

    def publish(self, message: TaskMessage) -> None: ...


def read_new_thresholds(subject_ids: Sequence[int]) -> tuple[int, Sequence[int]]:
    """Return the older version and the series of a request for new thresholds."""
    return -1 - subject_ids[0], subject_ids[1:]


def read_budgets_asked(subject_ids: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the runs and the series of a request for a look at budgets."""
    return [id_ for id_ in subject_ids if id_ > 0], [-id_ for id_ in subject_ids if id_ < 0]


class TaskQueue:
    """Tasks requested in one transaction: told if it commits, forgotten if it rolls back."""

    def __init__(self, session: Session, relay: Relay) -> None:
        self._session = session
        self._relay = relay
        self._pending: list[TaskMessage] = []
        self.rows: set[int] = set()
        """Rows of the outbox that were written, of which the commit tells."""
        session.info.setdefault(_QUEUES, []).append(self)

    def request_ingestion(self, project_id: int, report_ids: Sequence[int]) -> None:
        outbox.add_each(self._session, TaskName.INGEST_REPORTS, project_id, report_ids)
        self._announce(TaskName.INGEST_REPORTS, project_id)

    def request_detection(self, project_id: int, series_ids: Sequence[int]) -> None:
        self._request(TaskName.DETECT_CHANGES, project_id, series_ids)

    def request_new_thresholds(
        self, project_id: int, old_number: int, series_ids: Sequence[int]
    ) -> None:
        """Have series judged again that were judged by an older version of the thresholds."""
        # the version stands below zero, so that nobody takes it for a series
        self._request(TaskName.APPLY_THRESHOLDS, project_id, [-1 - old_number, *series_ids])

    def request_dry_run(self, project_id: int, dry_run_id: int) -> None:
        self._request(TaskName.TRY_THRESHOLDS, project_id, [dry_run_id])

    def request_address_import(self, project_id: int, import_id: int) -> None:
        self._request(TaskName.IMPORT_ADDRESSES, project_id, [import_id])

    def request_splits_of_runs(self, project_id: int, run_ids: Sequence[int]) -> None:
        self._request(TaskName.FIND_SPLITS_IN_RUNS, project_id, run_ids)

    def request_splits_of_changes(self, project_id: int, change_ids: Sequence[int]) -> None:
        self._request(TaskName.FIND_SPLITS_AT_CHANGES, project_id, change_ids)

    def request_claims(self, project_id: int, run_ids: Sequence[int]) -> None:
        """Have the claims that rest on the suites of some runs judged by them."""
        self._request(TaskName.JUDGE_CLAIMS, project_id, run_ids)

    def request_functions(self, project_id: int, variant_ids: Sequence[int]) -> None:
        """Have the functions judged by the profiles of some variants, on every branch."""
        self._request(TaskName.JUDGE_FUNCTIONS, project_id, variant_ids)

    def request_functions_of_runs(self, project_id: int, run_ids: Sequence[int]) -> None:
        """Have the functions judged by the histories that the profiles of some runs are in."""
        self._request(TaskName.JUDGE_FUNCTIONS, project_id, [-id_ for id_ in run_ids])

    def request_budgets(self, project_id: int, run_ids: Sequence[int]) -> None:
        """Have the budgets of series checked whose newest results are of some runs."""
        self._request(TaskName.CHECK_BUDGETS, project_id, run_ids)

    def request_budgets_of_series(self, project_id: int, series_ids: Sequence[int]) -> None:
        """Have the budgets of series checked once detection has read their histories again."""
        self._request(TaskName.CHECK_BUDGETS, project_id, [-id_ for id_ in series_ids])

    def request_job_verdicts(self, project_id: int, job_ids: Sequence[int]) -> None:
        """Have jobs judged by the runs that are there, and go on where that does not decide."""
        self._request(TaskName.JUDGE_JOBS, project_id, job_ids)

    def request_pages(self, project_id: int, run_ids: Sequence[int]) -> None:
        """Have the pages made that the manifests of some runs name."""
        self._request(TaskName.FOLLOW_MANIFESTS, project_id, run_ids)

    def request_alert_grouping(self, project_id: int, change_ids: Sequence[int]) -> None:
        self._request(TaskName.GROUP_CHANGES, project_id, change_ids)

    def request_quiet_grouping(self, project_id: int, change_ids: Sequence[int]) -> None:
        """Have change points placed of which nobody is told: they are no news of the code."""
        self._request(TaskName.GROUP_QUIETLY, project_id, change_ids)

    def request_alert_events(self, project_id: int, events: Sequence[int]) -> None:
        """Tell what is news of alert groups, three numbers each: group, kind and episode."""
        self._request(TaskName.RECORD_ALERT_EVENTS, project_id, events)

    def request_delivery(self, project_id: int) -> None:
        """Have messages sent soon; what waits is in the database, and the schedule finds it too."""
        self._announce(TaskName.DELIVER_MESSAGES, project_id)

    def request_forge(self, project_id: int) -> None:
        """Have forges told soon; what is due is in the database, and the schedule finds it too."""
        self._announce(TaskName.UPDATE_PULL_REQUESTS, project_id)

    def _request(self, task: TaskName, project_id: int, subject_ids: Sequence[int]) -> None:
        row_id = outbox.add(self._session, task, project_id, subject_ids)
        self.rows.add(row_id)
        self._announce(task, project_id, row_id)

    def _announce(self, task: TaskName, project_id: int, row_id: int | None = None) -> None:
        self._pending.append(TaskMessage(task, project_id, row_id, origin=origin()))

    def publish(self, session: Session) -> None:
        """Tell of what a commit made sure; called after it."""
        if session.in_nested_transaction():
            # a savepoint has ended, and nobody else sees its rows yet
            return
        pending, self._pending = self._pending, []
        request_id = str(get_contextvars().get("request_id", ""))
        for message in pending:
            self._relay.publish(replace(message, request_id=request_id))

    def forget(self, session: Session) -> None:
        """Drop what a rollback took back; called after it."""
        # what a savepoint takes back may still be told of: a worker finds no row and does nothing
        if not session.in_nested_transaction():
            self._pending.clear()


# of all sessions at once: to listen to one takes longer than to ask it for a report
@event.listens_for(Session, "after_commit")
def _publish_of(session: Session) -> None:
    for queue in session.info.get(_QUEUES, ()):
        queue.publish(session)


@event.listens_for(Session, "after_rollback")
def _forget_of(session: Session) -> None:
    for queue in session.info.get(_QUEUES, ()):
        queue.forget(session)
