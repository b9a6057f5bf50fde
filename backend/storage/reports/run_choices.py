"""Runs that a correction is about: named, or found by what they are of and when they began."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.reports.corrections import RunFilter
from backend.storage.engine import raw_connection

KNOWN: LiteralString = """
select id from run where project_id = %s and id = any(%s) order by id
"""
FOUND: LiteralString = """
select run.id from run
where run.project_id = %(project)s
  and (%(suite)s::text is null or run.suite_id = (
       select id from suite where project_id = %(project)s and name = %(suite)s))
  and (%(testbed)s::text is null or run.testbed_id = (
       select id from testbed where project_id = %(project)s and name = %(testbed)s))
  and (%(branch)s::text is null or run.branch_id = (
       select id from branch where project_id = %(project)s and name = %(branch)s))
  and (%(commit)s::text is null or run.commit_id = (
       select id from commit where project_id = %(project)s and name = %(commit)s))
  and (%(since)s::timestamptz is null or run.started_at >= %(since)s)
  and (%(until)s::timestamptz is null or run.started_at < %(until)s)
order by run.id
limit %(most)s
"""
COUNT: LiteralString = """
select (select count(*) from result where project_id = %(project)s and run_id = any(%(runs)s)),
       (select count(*) from excluded_result
        where project_id = %(project)s and run_id = any(%(runs)s))
"""


def known_runs(session: Session, project_id: int, run_ids: Sequence[int]) -> list[int]:
    """Return those of the runs that the project has."""
    rows = raw_connection(session).execute(KNOWN, (project_id, list(run_ids)))
    return [row[0] for row in rows]


def find_runs(session: Session, project_id: int, wanted: RunFilter, most: int) -> list[int]:
    """Return the runs that fit, the oldest in front, at most so many."""
    asked = {
        "project": project_id,
        "suite": wanted.suite,
        "testbed": wanted.testbed,
        "branch": wanted.branch,
        "commit": wanted.commit,
        "since": wanted.since,
        "until": wanted.until,
        "most": most,
    }
    return [row[0] for row in raw_connection(session).execute(FOUND, asked)]


def count_results(session: Session, project_id: int, run_ids: Sequence[int]) -> tuple[int, int]:
    """Return how many results of the runs count, and how many are excluded."""
    asked = {"project": project_id, "runs": list(run_ids)}
    row = raw_connection(session).execute(COUNT, asked).fetchone()
    return (row[0], row[1]) if row else (0, 0)
