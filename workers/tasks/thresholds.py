"""Dry runs, a part of the series a transaction; and the budgets of runs that came in."""

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from backend.domain.events import EventKind, LiveEvent
from backend.services.task_queue import TaskName, TaskQueue
from backend.services.thresholds.check_budgets import check_requested
from backend.services.thresholds.try_out import give_up, go_on
from backend.storage.engine import transaction
from workers.base import log, task
from workers.process import process


@task(TaskName.TRY_THRESHOLDS)
def try_thresholds(project_id: int, outbox_id: int) -> None:
    """Go on until nothing is left; what fails is said to have failed."""
    try:
        while _go_on(project_id, outbox_id):
            pass
    except (DBAPIError, PoolTimeoutError, OSError):
        # a service is away: it is tried again from where it was
        raise
    except Exception:  # noqa: BLE001  whatever it was, nobody may wait for it for ever
        log.exception("dry run failed", project=project_id)
        with transaction(process().engine) as session:
            give_up(session, project_id, outbox_id)


@task(TaskName.CHECK_BUDGETS)
def check_budgets(project_id: int, outbox_id: int) -> None:
    """Check the budgets of some runs; nothing where it is done already."""
    with transaction(process().engine) as session:
        queue = TaskQueue(session, process().relay)
        touched = check_requested(session, queue, project_id, outbox_id)
    if touched:
        process().events.publish(project_id, LiveEvent(EventKind.ALERT))


def _go_on(project_id: int, outbox_id: int) -> bool:
    with transaction(process().engine) as session:
        return go_on(session, project_id, outbox_id)
