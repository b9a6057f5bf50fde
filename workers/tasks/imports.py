"""Imports from addresses: walked page by page, a slice of time at once."""

import time

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from backend.services.reports.addresses.walk import WalkStep
from backend.services.task_queue import TaskMessage, TaskName
from workers.base import log, task
from workers.process import process

SLICE_S = 20.0
"""After so long other work has its turn."""


@task(TaskName.IMPORT_ADDRESSES)
def import_addresses(project_id: int, outbox_id: int) -> None:
    """Go on until it waits or has ended; what fails is said to have failed."""
    walker = process().walker
    until = time.monotonic() + SLICE_S
    try:
        while (step := walker.go_on(project_id, outbox_id)) is WalkStep.MORE:
            if time.monotonic() > until:
                break
    except (DBAPIError, PoolTimeoutError, OSError):
        # a service is away: it is tried again from where it was
        raise
    except Exception as error:  # noqa: BLE001  whatever it was, nobody may wait for it for ever
        log.exception("import from an address failed", project=project_id)
        walker.give_up(project_id, outbox_id, f"the import failed: {type(error).__name__}")
        return
    if step is WalkStep.MORE:
        message = TaskMessage(TaskName.IMPORT_ADDRESSES, project_id, outbox_id)
        process().relay.publish(message)
