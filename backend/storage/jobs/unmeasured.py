"""Commits of a branch that were never measured."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

# what a job has tried and could not build is not tried again
_TRIED: LiteralString = """exists (
    select from job j
    where j.project_id = b.project_id and j.kind = 'backfill' and j.testbed_id = {testbed}
      and j.suite = {suite} and j.plan -> 'commits' ? c.name)
"""
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
      select from run r
      where r.project_id = p.project_id and r.commit_id = b.commit_id
        and r.branch_id = s.branch_id and r.testbed_id = s.testbed_id and r.suite_id = u.id)
  and not {tried}
order by b.position, c.id
limit %s
"""
OF_BRANCH: LiteralString = """
select c.name, exists (
    select from run r
    where r.project_id = b.project_id and r.commit_id = b.commit_id and r.branch_id = b.branch_id
      and r.testbed_id = t.id and r.suite_id = u.id) or {tried}
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


def around_change(session: Session, project_id: int, change_id: int, most: int) -> list[str]:
    """Return the commits between last good and first bad that nobody measured, in their order."""
    wanted = AROUND_CHANGE.format(tried=_TRIED.format(testbed="s.testbed_id", suite="u.name"))
    rows = raw_connection(session).execute(wanted, (project_id, change_id, most))
    return [row[0] for row in rows]


def of_branch(
    session: Session, project_id: int, place: tuple[str, str, str], most: int
) -> Sequence[tuple[str, bool]]:
    """Return the newest commits of a branch in their order, each with whether it was measured.

    `place` names suite, testbed and branch; branches of pull requests have none.
    """
    suite, testbed, branch = place
    asked = {
        "project": project_id, "suite": suite, "testbed": testbed, "branch": branch, "most": most,
    }  # fmt: skip
    wanted = OF_BRANCH.format(tried=_TRIED.format(testbed="t.id", suite="u.name"))
    return raw_connection(session).execute(wanted, asked).fetchall()
