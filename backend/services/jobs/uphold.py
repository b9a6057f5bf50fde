"""Let a change point stand or fall by what commits measured in turns say of it."""

from sqlalchemy.orm import Session

from backend.domain.changes.judgements import Judge
from backend.domain.changes.reconciliation import Closing
from backend.domain.changes.states import ChangeEvent, after, applies
from backend.domain.changes.views import ChangePoint
from backend.domain.jobs.verdicts import JobVerdict
from backend.services.task_queue import TaskQueue
from backend.storage.changes import alert_groups
from backend.storage.changes import notes as change_notes
from backend.storage.changes import points as change_points

EVENTS = {"confirmed": ChangeEvent.JOB_UPHELD, "refuted": ChangeEvent.JOB_REFUTED}
"""Findings that bring a change point into another state; every other one only writes a note."""


def uphold_change(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    change: ChangePoint,
    said: tuple[int, JobVerdict],
) -> None:
    """Move a change point by the verdict of a job, and write the verdict where people look."""
    job_id, verdict = said
    alert_groups.lock(session, project_id)
    held = change_points.lock(session, project_id, [change.id]).get(change.id)
    if held is None:
        return
    author = Judge(f"job {job_id}")
    change_notes.add_notes(
        session, project_id, [change.id], change_notes.NOTE, author, verdict.sentence
    )
    event = EVENTS.get(verdict.finding)
    if event is None or not applies(held.standing, event):
        return
    moved = after(held.standing, event)
    if moved is not None and moved != held.standing:
        change_points.move(session, project_id, Closing(change.id, moved))
        queue.request_detection(project_id, [held.series_id])
        queue.request_alert_grouping(project_id, [change.id])
