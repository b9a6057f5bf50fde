"""Rounds of jobs as they come in, for whoever watches; verdicts rest on the runs."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.jobs.narrowing import MOST_SHOWN, MeasuredRound
from backend.storage.tables.jobs import JobRoundRow

MOST_KEPT = 6_000
"""Of one job, of `MOST_SHOWN` variants."""


def add(
    session: Session, project_id: int, job: tuple[int, int], rounds: Sequence[MeasuredRound]
) -> None:
    """Keep rounds of a lease of a job; those that are known, or too many, are left out."""
    job_id, lease = job
    counted = session.execute(
        select(JobRoundRow.variant, func.count())
        .where(JobRoundRow.project_id == project_id, JobRoundRow.job_id == job_id)
        .group_by(JobRoundRow.variant)
    )
    kept = {variant: int(count) for variant, count in counted}
    variants = list(dict.fromkeys([*kept, *(one.variant for one in rounds)]))[:MOST_SHOWN]
    shown = [one for one in rounds if one.variant in variants]
    rows = [
        {
            "project_id": project_id, "job_id": job_id, "lease": lease, "variant": one.variant,
            "round": one.round, "metric": one.metric, "arms": list(one.arms),
        }
        for one in shown[: max(MOST_KEPT - sum(kept.values()), 0)]
    ]  # fmt: skip
    if rows:
        session.execute(insert(JobRoundRow).values(rows).on_conflict_do_nothing())


def read(
    session: Session, project_id: int, job_id: int, leases: Sequence[int]
) -> list[MeasuredRound]:
    """Return the rounds of some leases of a job in the order in which they were measured."""
    found = session.execute(
        select(JobRoundRow.variant, JobRoundRow.metric, JobRoundRow.round, JobRoundRow.arms)
        .where(
            JobRoundRow.project_id == project_id,
            JobRoundRow.job_id == job_id,
            JobRoundRow.lease.in_(leases),
        )
        .order_by(JobRoundRow.lease, JobRoundRow.round, JobRoundRow.variant)
    )
    return [MeasuredRound(*one) for one in found]
