"""Jobs of agents: judged by the runs that they brought."""

from backend.services.jobs.judge import judge_requested
from backend.services.notary import Notary
from backend.services.task_queue import TaskName, TaskQueue
from backend.settings import settings
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.JUDGE_JOBS)
def judge_jobs(project_id: int, outbox_id: int) -> None:
    """Judge the jobs that a row of the outbox names; nothing where it is done already."""
    known = settings()
    notary = Notary(known.secret, known.address)
    with transaction(process().engine) as session:
        queue = TaskQueue(session, process().relay)
        judge_requested(session, process().events, queue, notary, project_id, outbox_id)
