"""Maintenance: what a crash left behind is handed over again."""

from backend.services.hand_over_work import hand_over_left_work
from backend.services.task_queue import TaskName
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.HAND_OVER_LEFT_WORK)
def hand_over() -> None:
    """Tell workers of work that nobody finished in time."""
    with transaction(process().engine) as session:
        left = hand_over_left_work(session)
    for message in left:
        process().relay.tell(message)
