"""Give jobs of lost agents to others, and let nobody wait for ever."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.jobs.states import JobStep
from backend.services.events import Teller
from backend.services.jobs.lease import LEASE_S
from backend.services.jobs.record import again
from backend.services.jobs.steps import take_step
from backend.services.task_queue import TaskQueue
from backend.storage.jobs import rows as jobs

AT_ONCE = 200
LONGEST_WAIT = timedelta(days=14)


def requeue_lost(session: Session, teller: Teller, queue: TaskQueue) -> int:
    """Give back what lost agents held, and end what waited too long; returns how many.

    What a job has found by then is told, as if an agent had said how it ended.
    """
    lost = jobs.lost_jobs(session, AT_ONCE)
    for project_id, job in lost:
        why = f"its agent was not heard of for {LEASE_S} s"
        state = take_step(session, teller, project_id, job, JobStep.LOSE, why, **again(job))
        if job.tells_in(state):
            queue.request_job_verdicts(project_id, [job.id])
    before = datetime.now(UTC) - LONGEST_WAIT
    outlived = jobs.outlived_jobs(session, before, AT_ONCE)
    for project_id, job in outlived:
        why = f"no agent took it within {LONGEST_WAIT.days} days"
        state = take_step(session, teller, project_id, job, JobStep.OUTLIVE, why)
        if job.tells_in(state):
            queue.request_job_verdicts(project_id, [job.id])
    return len(lost) + len(outlived)
