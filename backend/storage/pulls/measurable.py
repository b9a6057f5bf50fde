"""What agents can be asked to measure of a pull request: places of a suite, commits, series."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

_TESTBEDS: LiteralString = """
select testbed.id, testbed.name
from run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
where run.project_id = %s and suite.name = %s
group by testbed.id, testbed.name
order by max(run.started_at) desc
limit %s
"""
_COMMITS: LiteralString = """
with recursive own(id, name, depth) as (
    select id, name, 0 from commit where project_id = %(project)s and name = %(head)s
    union all
    select before.id, before.name, own.depth + 1
    from own
    join commit_parent edge
      on edge.project_id = %(project)s and edge.commit_id = own.id and edge.place = 0
    join commit before on before.project_id = %(project)s and before.id = edge.parent_id
    where own.depth < %(most)s and not exists (
        select from branch_commit other
        join branch base on base.project_id = other.project_id and base.id = other.branch_id
        where other.project_id = %(project)s and other.commit_id = before.id
          and base.name = %(base)s)
)
select name from own order by depth desc
"""
_FOLLOWS: LiteralString = """
select exists (
    select from commit
    join commit_parent edge
      on edge.project_id = commit.project_id and edge.commit_id = commit.id and edge.place = 0
    join branch_commit other
      on other.project_id = commit.project_id and other.commit_id = edge.parent_id
    join branch base on base.project_id = other.project_id and base.id = other.branch_id
    where commit.project_id = %s and commit.name = %s and base.name = %s)
"""
_SIBLING: LiteralString = """
select other.id, branch.name, benchmark.name
from series one
join series other
  on other.project_id = one.project_id and other.variant_id = one.variant_id
 and other.metric_id = one.metric_id and other.testbed_id = one.testbed_id
join branch on branch.project_id = other.project_id and branch.id = other.branch_id
join variant on variant.project_id = other.project_id and variant.id = other.variant_id
join benchmark
  on benchmark.project_id = variant.project_id and benchmark.id = variant.benchmark_id
join result on result.project_id = other.project_id and result.series_id = other.id
join commit on commit.project_id = result.project_id and commit.id = result.commit_id
where one.project_id = %s and one.id = %s and commit.name = %s
order by other.id desc
limit 1
"""


def testbeds_of(session: Session, project_id: int, suite: str, most: int) -> list[tuple[int, str]]:
    """Return where a suite was measured, the latest place first."""
    return raw_connection(session).execute(_TESTBEDS, (project_id, suite, most)).fetchall()


def own_commits(session: Session, project_id: int, base: str, head: str, most: int) -> list[str]:
    """Return the commits up to a head, by first parents, that a base branch does not have."""
    asked = {"project": project_id, "base": base, "head": head, "most": most}
    return [row[0] for row in raw_connection(session).execute(_COMMITS, asked)]


def follows_branch(session: Session, project_id: int, commit: str, base: str) -> bool:
    """Tell whether the first parent of a commit is known, and of the base branch."""
    row = raw_connection(session).execute(_FOLLOWS, (project_id, commit, base)).fetchone()
    return bool(row and row[0])


def series_at(
    session: Session, project_id: int, series_id: int, commit: str
) -> tuple[int, str, str] | None:
    """Return the series of the same metric with a result of a commit, its branch and benchmark."""
    return raw_connection(session).execute(_SIBLING, (project_id, series_id, commit)).fetchone()
