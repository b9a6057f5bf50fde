"""Forges: told how their pull requests stand, beside other work."""

from backend.services.pulls.tell_forges import due_pulls
from backend.services.task_queue import TaskName
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.TELL_FORGES)
def tell_forges(project_id: int | None = None) -> None:  # noqa: ARG001  of all projects
    """Hand each pull request that is due to a thread: a forge that hangs keeps no task waiting."""
    with transaction(process().engine) as session:
        due = due_pulls(session)
    for project, pull in due:
        process().herald(project, pull)
