"""Quotas of machine minutes, and the leases that count against them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, LiteralString

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.domain.jobs.quotas import JobQuota, LeasedSpan
from backend.storage.engine import cursor_of, raw_connection

QUOTA: LiteralString = "select person_minutes, project_minutes from project where id = %s"
STORE: LiteralString = """
update project set person_minutes = %s, project_minutes = %s where id = %s
"""
# a lease begins with its own step, and ends with the first one that no agent has it in; of one
# that is held, the budget says when; what agents measure by their schedules counts for nobody
SPANS: LiteralString = """
select j.asker, j.asked_by, begun.at,
       coalesce(
           over.at,
           case when j.state in ('leased', 'running') and j.lease = begun.lease
                then greatest(now(), begun.at
                     + make_interval(secs => greatest(j.budget_minutes * 60 - j.spent_s, 0)))
                else begun.at end)
from job_event begun
join job j on j.project_id = begun.project_id and j.id = begun.job_id
cross join lateral (
    select min(at) as at from job_event ended
    where ended.project_id = begun.project_id and ended.job_id = begun.job_id
      and ended.lease = begun.lease and ended.state not in ('leased', 'running')) as over
where begun.project_id = %(project)s and begun.state = 'leased' and j.due_key is null
  and begun.at > %(since)s::timestamptz - interval '25 hours'
  and (over.at is null or over.at > %(since)s)
"""
# who waited for minutes goes on beside the others, not before them
CATCH_UP: LiteralString = """
with clock as (
    select turn from job where project_id = %(project)s and lease > 0 order by turn desc limit 1),
behind as (
    select asker, clock.turn - min(job.turn) as by from job, clock
    where project_id = %(project)s and state = 'queued' and asker = any(%(askers)s)
    group by asker, clock.turn having min(job.turn) < clock.turn)
update job set turn = job.turn + behind.by, turn_end = job.turn_end + behind.by from behind
where job.project_id = %(project)s and job.state = 'queued' and job.asker = behind.asker
"""
LIMITED: LiteralString = """
select id from project
where deleted_at is null and (person_minutes is not null or project_minutes is not null)
order by id
"""
_LOCK = 0x7175_6F74
"""First half of the advisory lock's key; the project is the other half."""


def read_quota(session: Session, project_id: int) -> JobQuota:
    found = raw_connection(session).execute(QUOTA, (project_id,)).fetchone()
    return JobQuota() if found is None else JobQuota(*found)


def store_quota(session: Session, project_id: int, quota: JobQuota) -> None:
    asked = (quota.person_minutes, quota.project_minutes, project_id)
    raw_connection(session).execute(STORE, asked)


def read_spans(session: Session, project_id: int, since: datetime) -> list[LeasedSpan]:
    """Return the leases of a project that lasted beyond some time."""
    asked: dict[str, Any] = {"project": project_id, "since": since}
    return cursor_of(session, LeasedSpan).execute(SPANS, asked).fetchall()


def hold_quota(session: Session, project_id: int) -> None:
    """Let nobody else take a job of a project until the transaction ends."""
    lock = text("select pg_advisory_xact_lock(:kind, :project)")
    session.execute(lock, {"kind": _LOCK, "project": project_id})


def limited_projects(session: Session) -> list[int]:
    """Return the projects that have a quota."""
    return [row[0] for row in raw_connection(session).execute(LIMITED)]


def catch_up(session: Session, project_id: int, askers: Sequence[str]) -> None:
    """Let no waiting job of some askers be due before what is measured now."""
    asked: dict[str, Any] = {"project": project_id, "askers": list(askers)}
    raw_connection(session).execute(CATCH_UP, asked)
