"""Take one step of a job: the state, when and why, and whoever waits is told after the commit."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func
from sqlalchemy.orm import Session

from backend.domain.events import EventKind, LiveEvent
from backend.domain.jobs.records import StoredJob
from backend.domain.jobs.states import OVER, JobState, JobStep, next_state
from backend.services.events import Teller, publish_after_commit
from backend.services.work_watch import ANY_TESTBED
from backend.storage.jobs import rows as jobs
from backend.storage.pulls import requests as pull_requests


def take_step(
    session: Session,
    teller: Teller,
    project_id: int,
    job: StoredJob,
    step: JobStep,
    why: str,
    **values: Any,  # noqa: ANN401  columns of any type
) -> JobState:
    """Bring a job that is locked into its next state; returns the state."""
    state = next_state(job.state, step, job.faults, is_cancel_wanted=job.is_cancel_wanted)
    if state in OVER:
        values |= {"ended_at": func.now(), "lease_until": None}
    values |= {"state": state, "reason": why}
    if state is job.state:
        jobs.change(session, project_id, job.id, **values)
    else:
        jobs.change_state(session, project_id, job, **values)
        if job.pull_id is not None:
            pull_requests.want(session, project_id, [job.pull_id])
    publish_job(session, teller, project_id, job.id)
    if state is JobState.QUEUED:
        publish_work(session, teller, project_id, job.testbed_id, job.labels)
    if job.measured_on is not None and (state is JobState.QUEUED or state in OVER):
        publish_work(session, teller, project_id, job.measured_on)
    return state


def publish_job(session: Session, teller: Teller, project_id: int, job_id: int) -> None:
    publish_after_commit(session, teller, project_id, LiveEvent(EventKind.JOB, (job_id,)))


def publish_work(
    session: Session,
    teller: Teller,
    project_id: int,
    testbed_id: int | None,
    labels: Sequence[str] | None = None,
) -> None:
    """Wake the agents that wait for work on a testbed, or on any; with labels, for one job."""
    asked = None if labels is None else tuple(labels)
    news = LiveEvent(EventKind.WORK, (testbed_id or ANY_TESTBED,), asked)
    publish_after_commit(session, teller, project_id, news)
