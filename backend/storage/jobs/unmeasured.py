"""Commits of a branch that were never measured."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

# what a job is to measure, or could not build, is not asked for again
_TRIED: LiteralString = """
select {which} from job j
where j.project_id = b.project_id and j.kind = 'backfill' and j.testbed_id = {testbed}
  and j.suite = {suite} and j.plan -> 'commits' ? c.name
"""
_IS_BROKEN: LiteralString = """j.plan -> 'steps' @> jsonb_build_array(
    jsonb_build_object('commit', c.name, 'is_broken', true))"""
# a job of some benchmarks leaves the others of the suite unmeasured
_IS_WHOLE: LiteralString = """(j.target -> 'only' = '[]' or not exists (
    select from benchmark k
    where k.project_id = u.project_id and k.suite_id = u.id and not j.target -> 'only' ? k.name))
"""
# code of others is run by nobody who did not name it
IS_OF_FORK: LiteralString = """exists (
    select from pull_request q
    where q.project_id = b.project_id and q.head = c.name and q.is_from_fork
      and q.merged_as is null)
"""
"""Of a commit `c` at a place `b` of a branch."""
AROUND_CHANGE: LiteralString = """
select c.name
from change_point p
join series s on s.project_id = p.project_id and s.id = p.series_id
join variant v on v.project_id = s.project_id and v.id = s.variant_id
join benchmark k on k.project_id = v.project_id and k.id = v.benchmark_id
join suite u on u.project_id = k.project_id and u.id = k.suite_id
join branch_commit good
  on good.project_id = p.project_id and good.branch_id = s.branch_id
 and good.commit_id = p.previous_commit_id
join branch_commit bad
  on bad.project_id = p.project_id and bad.branch_id = s.branch_id and bad.commit_id = p.commit_id
join branch_commit b
  on b.project_id = p.project_id and b.branch_id = s.branch_id
 and b.position > good.position and b.position < bad.position
join commit c on c.project_id = p.project_id and c.id = b.commit_id
where p.project_id = %s and p.id = %s
  and not exists (
      select from series o
      join result r
        on r.project_id = o.project_id and r.series_id = o.id and r.commit_id = b.commit_id
      where o.project_id = p.project_id and o.variant_id = s.variant_id
        and o.testbed_id = s.testbed_id and o.branch_id = s.branch_id)
  and not exists (
      select from failed_result f
      where f.project_id = p.project_id and f.variant_id = s.variant_id
        and f.commit_id = b.commit_id and f.branch_id = s.branch_id
        and f.testbed_id = s.testbed_id
        and not exists (
            select from run_exclusion e
            where e.project_id = f.project_id and e.run_id = f.run_id))
  and not exists ({tried} and ({is_broken} or (j.ended_at is null and (
      j.target -> 'only' = '[]' or j.target -> 'only' ? k.name))))
  and not {is_of_fork}
order by b.position, c.id
limit %s
"""
OF_BRANCH: LiteralString = """
select c.name, {is_of_fork} or exists (
    select from run r
    left join job_run w on w.project_id = r.project_id and w.run_id = r.id
    left join job j on j.project_id = w.project_id and j.id = w.job_id
    where r.project_id = b.project_id and r.commit_id = b.commit_id and r.branch_id = b.branch_id
      and r.testbed_id = t.id and r.suite_id = u.id
      and not exists (
          select from run_exclusion e where e.project_id = r.project_id and e.run_id = r.id)
      and (j.id is null or {is_whole})
  ) or coalesce(({tried}), false)
from suite u, testbed t, branch h
cross join lateral (
    select project_id, branch_id, commit_id, position from branch_commit
    where project_id = h.project_id and branch_id = h.id order by position desc limit %(most)s) as b
join commit c on c.project_id = b.project_id and c.id = b.commit_id
where u.project_id = %(project)s and u.name = %(suite)s
  and t.project_id = %(project)s and t.name = %(testbed)s
  and h.project_id = %(project)s and h.name = %(branch)s and h.pull_request is null
order by b.position, c.id
"""
_IS_ENOUGH: LiteralString = """
bool_or({is_broken} or ({is_whole} and (j.ended_at is null or j.ended_at >= %(since)s)))
or count(*) filter (where {is_whole}) >= %(tries)s
"""
MOST_TRIES = 3
"""Jobs that were to measure a commit, whatever became of them."""


def around_change(session: Session, project_id: int, change_id: int, most: int) -> list[str]:
    """Return the commits between last good and first bad that nobody measured, in their order."""
    tried = _TRIED.format(which="", testbed="s.testbed_id", suite="u.name")
    wanted = AROUND_CHANGE.format(tried=tried, is_broken=_IS_BROKEN, is_of_fork=IS_OF_FORK)
    rows = raw_connection(session).execute(wanted, (project_id, change_id, most))
    return [row[0] for row in rows]


def of_branch(
    session: Session, project_id: int, place: tuple[str, str, str], since: datetime, most: int
) -> Sequence[tuple[str, bool]]:
    """Return the newest commits of a branch in their order, each with whether it was measured.

    `place` names suite, testbed and branch; branches of pull requests have none. What a job that
    ended since some time was to measure counts as measured.
    """
    suite, testbed, branch = place
    asked = {
        "project": project_id, "suite": suite, "testbed": testbed, "branch": branch, "most": most,
        "since": since, "tries": MOST_TRIES,
    }  # fmt: skip
    which = _IS_ENOUGH.format(is_broken=_IS_BROKEN, is_whole=_IS_WHOLE)
    tried = _TRIED.format(which=which, testbed="t.id", suite="u.name")
    wanted = OF_BRANCH.format(tried=tried, is_whole=_IS_WHOLE, is_of_fork=IS_OF_FORK)
    return raw_connection(session).execute(wanted, asked).fetchall()
