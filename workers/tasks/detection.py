"""Detection: series that got points are looked at for change points."""

from backend.domain.events import EventKind, LiveEvent
from backend.services.changes.detect import detect_requested
from backend.services.pulls.receive_webhook import want_judged_since
from backend.services.reports.profiles.judge_functions import judge_functions_requested
from backend.services.splits.find import request_at_changes
from backend.services.task_queue import TaskName, TaskQueue
from backend.services.thresholds.apply import apply_requested
from backend.services.turns import choose_row
from backend.storage import outbox
from backend.storage.engine import transaction
from backend.tracing import is_traced, step
from workers.base import task
from workers.process import process


@task(TaskName.DETECT_CHANGES)
def detect_changes(project_id: int, outbox_id: int) -> None:
    """Do what one outbox row asks for; nothing where it is done already.

    Where another project waits whose turn it is, a row of that one: as many messages as rows come,
    and who sends many does not stand in front of all others.
    """
    with transaction(process().engine) as session:
        chosen = choose_row(
            session, process().detection_turns, TaskName.DETECT_CHANGES, (project_id, outbox_id)
        )
        if chosen is None:
            return
        project_id, outbox_id = chosen
        origins = outbox.origins_with_others(session, outbox_id) if is_traced() else []
        with step("detect changes", origins):
            asked_at = outbox.asked_at(session, outbox_id)
            touched = detect_requested(session, project_id, outbox_id)
            queue = TaskQueue(session, process().relay)
            request_at_changes(session, queue, project_id, touched)
            want_judged_since(session, queue, project_id, asked_at)
            if touched:
                queue.request_alert_grouping(project_id, touched)
    process().publish_ready_work(project_id, queue.rows)
    if touched:
        process().events.publish(project_id, LiveEvent(EventKind.CHANGE, tuple(touched)))


@task(TaskName.JUDGE_FUNCTIONS)
def judge_functions(project_id: int, outbox_id: int) -> None:
    """Judge the functions of what some runs profiled; nothing where it is done already."""
    with transaction(process().engine) as session:
        judge_functions_requested(session, project_id, outbox_id)


@task(TaskName.APPLY_THRESHOLDS)
def apply_thresholds(project_id: int, outbox_id: int) -> None:
    """Judge series again whose thresholds changed; only what new points show is news."""
    with transaction(process().engine) as session:
        queue = TaskQueue(session, process().relay)
        touched = apply_requested(session, queue, project_id, outbox_id)
    process().events.publish(project_id, LiveEvent(EventKind.CHANGE, tuple(touched)))
