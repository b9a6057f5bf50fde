"""Find work that a crash, a lost broker or a killed worker left behind."""

from sqlalchemy.orm import Session

from backend.services.task_queue import BY_ROW, TaskMessage, TaskName
from backend.storage import outbox

PATIENCE_S = 15.0
"""Work told of this long ago and not done is told of again; doing it twice is harmless."""


def redeliver_outbox(session: Session) -> list[TaskMessage]:
    """Return messages for what is left, one per project for ingestion."""
    messages: dict[TaskMessage, None] = {}
    for work in outbox.take_left(session, PATIENCE_S):
        task = TaskName(work.task)
        row = work.id if task in BY_ROW else None
        messages[TaskMessage(task, work.project_id, row, origin=work.origin or "")] = None
    return list(messages)
