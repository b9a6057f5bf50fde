"""Dry runs: thresholds are tried on stored histories, a part of the series a transaction."""

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from backend.services.task_queue import TaskName
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


def _go_on(project_id: int, outbox_id: int) -> bool:
    with transaction(process().engine) as session:
        return go_on(session, project_id, outbox_id)
