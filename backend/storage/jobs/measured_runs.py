"""What failed in the runs that jobs brought."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.jobs.records import FailedVariants
from backend.storage.engine import raw_connection

# runs without failures are not looked into; what a machine cannot measure is no failure
FAILED: LiteralString = """
with counted as (
  select j.id as job_id, r.id as run_id
  from job j
  join job_run o on o.project_id = j.project_id and o.job_id = j.id
   and (o.lease = j.lease or o.lease = any(j.kept_leases))
  join run r on r.project_id = o.project_id and r.id = o.run_id and r.failure_count > 0
  where j.project_id = %(project)s and j.id = any(%(jobs)s)
), without as (
  select distinct c.job_id, c.run_id, f.variant_id
  from counted c
  join failed_result f on f.project_id = %(project)s and f.run_id = c.run_id
   and f.kind <> 'unavailable'
), per_run as (
  select job_id, run_id, count(*) as variants from without group by job_id, run_id
)
select job_id, (select count(distinct variant_id) from without w where w.job_id = p.job_id),
       (array_agg(run_id order by variants desc, run_id))[1]
from per_run p
group by job_id
"""


def read_failed(
    session: Session, project_id: int, jobs: Sequence[int]
) -> dict[int, FailedVariants]:
    """Return by job what failed in its counted runs; jobs in which nothing did are left out."""
    if not jobs:
        return {}
    asked = {"project": project_id, "jobs": list(jobs)}
    found = raw_connection(session).execute(FAILED, asked)
    return {job: FailedVariants(variants, run) for job, variants, run in found}
