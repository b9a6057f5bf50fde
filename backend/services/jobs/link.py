"""Link the runs of reports to the jobs that they were measured for."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.reports.format import ReportJob
from backend.services.task_queue import TaskQueue
from backend.storage.jobs import rows as jobs
from backend.storage.machines.agent_keys import is_of_lease


def link_runs(
    session: Session, queue: TaskQueue, project_id: int, said: Sequence[tuple[int, ReportJob]]
) -> None:
    """Link runs to jobs of their project, and have those jobs judged.

    A run of a lost lease is linked as such: it is kept, and counts for nothing in the job. What an
    agent that signs did not sign is a run like any other, and not of its job.
    """
    for job_id in sorted({one.id for _, one in said}):
        job = jobs.find(session, project_id, job_id, is_locked=True)
        if job is None:
            continue
        for run_id, one in said:
            if one.id == job_id and is_of_lease(session, project_id, run_id, one):
                jobs.link_run(session, project_id, run_id, (job_id, one.lease, one.arm))
        queue.request_job_verdicts(project_id, [job_id])


def judge_jobs_without(
    session: Session, queue: TaskQueue, project_id: int, report_ids: Sequence[int]
) -> None:
    """Have the jobs that wait for reports which failed judged by what else they brought."""
    waiting = jobs.jobs_of_reports(session, project_id, report_ids)
    if waiting:
        queue.request_job_verdicts(project_id, waiting)
