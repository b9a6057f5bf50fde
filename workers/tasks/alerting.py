"""Alerting: change points are put into alert groups, and what is news of those is recorded."""

from backend.domain.events import EventKind, LiveEvent
from backend.services.changes.update_alert_groups import group_requested, record_requested
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.GROUP_CHANGES)
def group_changes(project_id: int, outbox_id: int) -> None:
    """Place the change points that rows of the outbox name; nothing where it is done already."""
    _group(project_id, outbox_id, is_quiet=False)


@task(TaskName.GROUP_QUIETLY)
def group_quietly(project_id: int, outbox_id: int) -> None:
    """Place change points that differ because thresholds changed; nobody is told."""
    _group(project_id, outbox_id, is_quiet=True)


def _group(project_id: int, outbox_id: int, *, is_quiet: bool) -> None:
    with transaction(process().engine) as session:
        queue = TaskQueue(session, process().relay)
        touched = group_requested(session, queue, project_id, outbox_id, is_quiet=is_quiet)
    if touched:
        process().events.publish(project_id, LiveEvent(EventKind.ALERT, tuple(touched)))


@task(TaskName.RECORD_ALERT_EVENTS)
def record_events(project_id: int, outbox_id: int) -> None:
    """Keep the news of groups that a row of the outbox names."""
    with transaction(process().engine) as session:
        queue = TaskQueue(session, process().relay)
        record_requested(session, queue, project_id, outbox_id)
