"""Forges: told how their pull requests stand, beside other work."""

from backend.services.pulls.update_pull_requests import due_pulls
from backend.services.task_queue import TaskName
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.UPDATE_PULL_REQUESTS)
def update_pull_requests(project_id: int | None = None) -> None:  # noqa: ARG001  of all projects
    """Hand each pull request that is due to a thread: a forge that hangs keeps no task waiting."""
    with transaction(process().engine) as session:
        due = due_pulls(session)
    for project, pull in due:
        process().update_pull_request_soon(project, pull)
