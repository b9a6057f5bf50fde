"""What was measured at or before the place where a pull request left its base branch."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.reports.run_pages import CONTROL_SUITE
from backend.storage.comparisons.nearest import BY_PARENTS, NEAREST, ON_BRANCH, REACH, NearestBase
from backend.storage.engine import cursor_of, raw_connection

_MEASURED: LiteralString = """
select commit.name, (select name from commit first where first.project_id = commit.project_id
                     and first.id = edge.parent_id)
from commit
left join commit_parent edge
  on edge.project_id = commit.project_id and edge.commit_id = commit.id and edge.place = 0
where commit.project_id = %(project)s and exists (
    select from run where run.project_id = commit.project_id and run.commit_id = commit.id)
  and (commit.name = %(head)s or exists (
    select from commit_parent other
    join commit head on head.project_id = other.project_id and head.id = other.parent_id
    join run on run.project_id = other.project_id and run.commit_id = other.commit_id
    where other.project_id = commit.project_id and other.commit_id = commit.id and other.place > 0
      and head.name = %(head)s and run.pull_request = %(number)s))
order by commit.name = %(head)s desc, commit.id desc
limit 1
"""
_WANTED: LiteralString = """
select distinct run.suite_id, run.testbed_id from run
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
where run.project_id = %(project)s and commit.name = %(measured)s
  and run.suite_id <> all(select id from suite where project_id = %(project)s
                          and name = %(control)s)
"""
_PLACES: LiteralString = """
select distinct suite.name, testbed.name
from run
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
where run.project_id = %s and commit.name = %s and suite.name <> %s
order by 1, 2
"""
_OTHERWISE: LiteralString = """
select commit.name from run
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
where run.project_id = %s and run.pull_request = %s
order by run.started_at desc limit 1
"""


def find_measured(
    session: Session, project_id: int, head: str, number: int | None
) -> tuple[str, str | None] | None:
    """Return the commit measured for a head and its first parent: the head, or a merge of it."""
    asked = {"project": project_id, "head": head, "number": number}
    row = raw_connection(session).execute(_MEASURED, asked).fetchone()
    return (row[0], row[1]) if row else None


def find_nearest(
    session: Session, project_id: int, measured: str, branch: str, fork: str
) -> NearestBase | None:
    """Return the nearest commit at or before `fork` that was measured as `measured` was.

    Along the base branch where the fork point stands on it, else along first parents.
    """
    asked = {
        "project": project_id, "measured": measured, "branch": branch, "fork": fork, "reach": REACH,
        "control": CONTROL_SUITE, "excluded": [measured],
    }  # fmt: skip
    for near in (ON_BRANCH, BY_PARENTS):
        cursor = cursor_of(session, NearestBase)
        found = cursor.execute(NEAREST.format(wanted=_WANTED, near=near), asked).fetchone()
        if found is not None:
            return found
    return None


def read_places(session: Session, project_id: int, measured: str) -> list[tuple[str, str]]:
    """Return the suites and testbeds of which a commit has results, controls left out."""
    asked = (project_id, measured, CONTROL_SUITE)
    return raw_connection(session).execute(_PLACES, asked).fetchall()


def find_reported(session: Session, project_id: int, number: int) -> str | None:
    """Return the commit that results of a pull request were reported for last."""
    row = raw_connection(session).execute(_OTHERWISE, (project_id, number)).fetchone()
    return row[0] if row else None
