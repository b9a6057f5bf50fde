"""Jobs, their steps and the runs they brought."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.jobs.choosing import JobTurn
from backend.domain.jobs.records import JobEvent, JobProgress, JobRun, StoredJob
from backend.domain.jobs.states import JobState
from backend.domain.jobs.targets import JobKind, JobPlan, JobRequest, JobTarget
from backend.storage.people import projects
from backend.storage.tables.commits import CommitRow
from backend.storage.tables.jobs import JobEventRow, JobRow, JobRunRow
from backend.storage.tables.reports.documents import ReportRow
from backend.storage.tables.reports.runs import RunRow

JUDGED = (JobKind.CONFIRM, JobKind.BISECT, JobKind.SWEEP, JobKind.AA, JobKind.BACKFILL,
          JobKind.PROPOSE)  # fmt: skip
"""Kinds that are judged by their runs."""


def add(
    session: Session,
    project_id: int,
    asked: JobRequest,
    turn: JobTurn,
    due_key: str | None = None,
) -> int:
    """Put a job into the queue."""
    target = msgspec.to_builtins(asked.target)
    return session.execute(
        insert(JobRow)
        .values(
            project_id=project_id, kind=asked.kind, suite=asked.target.suite, target=target,
            testbed_id=asked.testbed_id, machine_id=asked.machine_id, labels=list(asked.labels),
            preferred=list(asked.preferred), priority=asked.priority,
            budget_minutes=asked.budget_minutes, asker=asked.asker.key,
            asked_by=asked.asker.name, why=asked.why, parent_id=asked.parent_id,
            change_id=asked.change_id, pull_id=asked.pull_id, turn=turn.start, turn_end=turn.end,
            plan=msgspec.to_builtins(asked.plan), due_key=due_key,
        )
        .returning(JobRow.id)
    ).scalar_one()  # fmt: skip


def read_patch(session: Session, project_id: int, job_id: int) -> bytes | None:
    """Return the lines of a job's patch; None where it has none."""
    wanted = select(JobRow.patch).where(JobRow.project_id == project_id, JobRow.id == job_id)
    return session.scalars(wanted).one_or_none()


def find(
    session: Session, project_id: int, job_id: int, *, is_locked: bool = False
) -> StoredJob | None:
    """Return a job; locked, nobody else takes a step of it before this transaction ends."""
    wanted = select(JobRow).where(JobRow.project_id == project_id, JobRow.id == job_id)
    if is_locked:
        wanted = wanted.with_for_update()
    row = session.scalars(wanted.execution_options(populate_existing=True)).one_or_none()
    return None if row is None else stored_job(row)


def change(session: Session, project_id: int, job_id: int, **values: Any) -> None:  # noqa: ANN401
    session.execute(
        update(JobRow)
        .where(JobRow.project_id == project_id, JobRow.id == job_id)
        .values(**values)
        .execution_options(synchronize_session=False)
    )


def change_state(
    session: Session,
    project_id: int,
    held: StoredJob,
    **values: Any,  # noqa: ANN401
) -> None:
    """Change a job and note the step in one statement: its state and why, under which lease."""
    changed = (
        update(JobRow)
        .where(JobRow.project_id == project_id, JobRow.id == held.id)
        .values(**values)
        .cte("changed")
    )
    noted = insert(JobEventRow).values(
        project_id=project_id,
        job_id=held.id,
        state=values["state"],
        why=values["reason"],
        lease=values.get("lease", held.lease),
        agent_id=values.get("agent_id"),
    )
    session.execute(noted.add_cte(changed))


def add_event(
    session: Session,
    project_id: int,
    job_id: int,
    step: tuple[JobState, str],
    lease: int,
    agent_id: int | None = None,
) -> None:
    """Note a step of a job: its state and why, under which lease, and to whom that was given."""
    state, why = step
    session.execute(
        insert(JobEventRow).values(
            project_id=project_id,
            job_id=job_id,
            state=state,
            why=why,
            lease=lease,
            agent_id=agent_id,
        )
    )


def read_events(session: Session, project_id: int, job_id: int) -> list[JobEvent]:
    found = (
        select(JobEventRow)
        .where(JobEventRow.project_id == project_id, JobEventRow.job_id == job_id)
        .order_by(JobEventRow.id)
    )
    return [filled(JobEvent, row, state=JobState(row.state)) for row in session.scalars(found)]


def link_run(session: Session, project_id: int, run_id: int, job: tuple[int, int, int]) -> None:
    """Note which job, lease and arm a run is of."""
    job_id, lease, arm = job
    session.execute(
        insert(JobRunRow)
        .values(project_id=project_id, run_id=run_id, job_id=job_id, lease=lease, arm=arm)
        .on_conflict_do_nothing()
    )


def jobs_of_reports(session: Session, project_id: int, report_ids: Sequence[int]) -> list[int]:
    """Return the finished jobs that wait for a verdict by these reports."""
    keys = select(ReportRow.idempotency_key).where(
        ReportRow.project_id == project_id, ReportRow.id.in_(report_ids)
    )
    found = session.scalars(keys).all()
    wanted = select(JobRow.id).where(
        JobRow.project_id == project_id,
        JobRow.state == "finished",
        JobRow.kind.in_(JUDGED),
        JobRow.reports.overlap(found),
    )
    return [*session.scalars(wanted)] if found else []


def read_runs(session: Session, project_id: int, job: StoredJob) -> list[JobRun]:
    """Return the runs of a job in the order of its arms; late ones of lost leases do not count."""
    found = session.execute(
        select(JobRunRow.run_id, CommitRow.name, JobRunRow.arm, JobRunRow.lease)
        .join(RunRow, (RunRow.project_id == project_id) & (RunRow.id == JobRunRow.run_id))
        .join(CommitRow, (CommitRow.project_id == project_id) & (CommitRow.id == RunRow.commit_id))
        .where(JobRunRow.project_id == project_id, JobRunRow.job_id == job.id)
        .order_by(JobRunRow.arm, JobRunRow.run_id)
    )
    counted = {job.lease, *job.kept_leases}
    return [
        JobRun(run_id, name, arm, lease, lease in counted) for run_id, name, arm, lease in found
    ]


def lost_jobs(session: Session, most: int) -> list[tuple[int, StoredJob]]:
    """Return jobs of all projects whose lease has run out, locked, with their projects."""
    found = (
        select(JobRow)
        .where(JobRow.state.in_(("leased", "running")), JobRow.lease_until < func.now())
        .where(JobRow.project_id.in_(projects.IDS))
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    return _with_projects(session, found)


def outlived_jobs(session: Session, before: datetime, most: int) -> list[tuple[int, StoredJob]]:
    """Return jobs of all projects that have waited since before a time, locked."""
    found = (
        select(JobRow)
        .where(JobRow.state == "queued", JobRow.asked_at < before)
        .where(JobRow.project_id.in_(projects.IDS))
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    return _with_projects(session, found)


def open_of_change(session: Session, project_id: int, change_id: int, kind: JobKind) -> int | None:
    """Return the job of a kind that is about a change point and is not over."""
    return session.scalars(
        select(JobRow.id)
        .where(
            JobRow.project_id == project_id,
            JobRow.change_id == change_id,
            JobRow.kind == kind,
            JobRow.state.in_(("queued", "leased", "running")),
        )
        .limit(1)
    ).first()


def find_scheduled(
    session: Session, project_id: int, asked: JobRequest, due_key: str
) -> StoredJob | None:
    """Return the job of a suite that is due, by its key, or one that is open; locked."""
    is_open = (
        (JobRow.asker == asked.asker.key)
        & (JobRow.suite == asked.target.suite)
        & (JobRow.target["mode"].astext == asked.target.mode)
        & JobRow.state.in_(("queued", "leased", "running"))
    )
    row = session.scalars(
        select(JobRow)
        .where(JobRow.project_id == project_id, JobRow.due_key.is_not(None))
        .where((JobRow.due_key == due_key) | is_open)
        .order_by(JobRow.ended_at.is_not(None), JobRow.id.desc())
        .limit(1)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).first()
    return None if row is None else stored_job(row)


def open_of_pull(session: Session, project_id: int, asked: JobRequest) -> int | None:
    """Return the job of a pull request that measures the same, and is not over."""
    return session.scalars(
        select(JobRow.id)
        .where(
            JobRow.project_id == project_id,
            JobRow.pull_id == asked.pull_id,
            JobRow.kind == asked.kind,
            JobRow.testbed_id == asked.testbed_id,
            JobRow.suite == asked.target.suite,
            JobRow.target["commits"] == msgspec.to_builtins(asked.target.commits),
            JobRow.state.in_(("queued", "leased", "running")),
        )
        .limit(1)
    ).first()


def stored_job(row: JobRow) -> StoredJob:
    progress = None if row.progress is None else msgspec.convert(row.progress, JobProgress)
    return filled(
        StoredJob,
        row,
        kind=JobKind(row.kind),
        state=JobState(row.state),
        target=msgspec.convert(row.target, JobTarget),
        plan=msgspec.convert(row.plan, JobPlan | None),
        progress=progress,
    )


def _with_projects(session: Session, found: Any) -> list[tuple[int, StoredJob]]:  # noqa: ANN401
    rows = session.scalars(found.execution_options(populate_existing=True))
    return [(row.project_id, stored_job(row)) for row in rows]
