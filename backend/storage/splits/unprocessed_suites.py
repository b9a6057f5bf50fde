"""Suites whose stored runs and changes nobody has looked at for splits yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

TAKE: LiteralString = """
update suite set splits_looked_at = now()
where (project_id, id) = (
    select suite.project_id, suite.id from suite
    join project on project.id = suite.project_id and project.deleted_at is null
    where suite.splits_looked_at is null
      and exists (select from run where run.project_id = suite.project_id
                                    and run.suite_id = suite.id)
    order by suite.project_id, suite.id
    limit 1
    for update of suite skip locked)
returning project_id, id
"""
RUNS: LiteralString = """
select newest.id
from testbed
cross join lateral (
    select run.id
    from run
    where run.project_id = %(project)s and run.suite_id = %(suite)s
      and run.testbed_id = testbed.id and run.pull_request is null
    order by run.started_at desc, run.id desc
    limit 1
) as newest
where testbed.project_id = %(project)s
order by 1
"""
CHANGES: LiteralString = """
with step as (
    select c.id, c.verdict, c.first_position, c.last_position, s.testbed_id, s.branch_id
    from change_point c
    join series s on s.project_id = c.project_id and s.id = c.series_id
    where c.project_id = %(project)s and s.suite_id = %(suite)s
      and c.kind = 'step' and c.state = 'confirmed' and not c.same_code
)
select min(worse.id)
from step as worse
where worse.verdict = 'regression' and exists (
    select from step as better
    where better.verdict = 'improvement'
      and better.testbed_id = worse.testbed_id and better.branch_id = worse.branch_id
      and better.first_position <= worse.last_position
      and better.last_position >= worse.first_position)
group by worse.testbed_id, worse.branch_id, worse.first_position, worse.last_position
order by worse.last_position desc
limit %(most)s
"""
LOOK_AGAIN: LiteralString = """
update suite set splits_looked_at = null where project_id = %s and id = any(%s)
"""


@dataclass(frozen=True, slots=True)
class UnprocessedSuite:
    """What of a suite may have made splits: its newest runs, and changes that others oppose."""

    project_id: int
    run_ids: list[int]
    """The newest of each testbed."""
    change_ids: list[int]
    """One regression per commit range in which something improved as well, the newest first."""


def take_suite(session: Session, most: int) -> UnprocessedSuite | None:
    """Take a suite that was never looked at, and mark it; None where there is none."""
    connection = raw_connection(session)
    row = connection.execute(TAKE).fetchone()
    if row is None:
        return None
    project_id, suite_id = row
    asked = {"project": project_id, "suite": suite_id, "most": most}
    runs = [id_ for (id_,) in connection.execute(RUNS, asked)]
    changes = [id_ for (id_,) in connection.execute(CHANGES, asked)]
    return UnprocessedSuite(project_id, runs, changes)


def newest_runs(session: Session, project_id: int, suite_id: int) -> list[int]:
    """Return the newest run of a suite on each testbed."""
    rows = raw_connection(session).execute(RUNS, {"project": project_id, "suite": suite_id})
    return [row[0] for row in rows]


def look_again(session: Session, project_id: int, suite_ids: Iterable[int]) -> None:
    """Have suites looked at as if they had just been stored: runs of them came or went."""
    raw_connection(session).execute(LOOK_AGAIN, (project_id, sorted(suite_ids)))
