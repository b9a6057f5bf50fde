"""Jobs of agents: judged by the runs that they brought."""

from backend.services.jobs.judge import judge_requested
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.JUDGE_JOBS)
def judge_jobs(project_id: int, outbox_id: int) -> None:
    """Judge the jobs that a row of the outbox names; nothing where it is done already."""
    with transaction(process().engine) as session:
        queue = TaskQueue(session, process().relay)
        judge_requested(session, process().events, queue, project_id, outbox_id)
