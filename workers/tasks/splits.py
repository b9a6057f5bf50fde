"""Splits: looked for in runs that were stored and at changes that were found."""

from collections.abc import Sequence

from backend.domain.events import EventKind, LiveEvent
from backend.services.bursts import is_ready
from backend.services.splits.find import find_at_changes, find_in_runs
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.FIND_SPLITS_IN_RUNS)
def look_at_runs(project_id: int, outbox_id: int) -> None:
    """Look at the values of parameters in some runs; nothing where it is done already."""
    with transaction(process().engine) as session:
        if not is_ready(session, project_id, TaskName.FIND_SPLITS_IN_RUNS):
            return
        queue = TaskQueue(session, process().relay)
        touched = find_in_runs(session, queue, project_id, outbox_id)
    _publish(project_id, touched)


@task(TaskName.FIND_SPLITS_AT_CHANGES)
def look_at_changes(project_id: int, outbox_id: int) -> None:
    """Look at commits where some series improved and others regressed."""
    with transaction(process().engine) as session:
        if not is_ready(session, project_id, TaskName.FIND_SPLITS_AT_CHANGES):
            return
        touched = find_at_changes(session, project_id, outbox_id)
    process().publish_ready_work(project_id)
    _publish(project_id, touched)


def _publish(project_id: int, touched: Sequence[int]) -> None:
    if touched:
        process().events.publish(project_id, LiveEvent(EventKind.SPLIT, tuple(touched)))
