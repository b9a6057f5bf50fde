"""What may have made a split: runs that were stored, changes that were confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.domain.splits.proposals import MovedSeries
from backend.storage.engine import cursor_of, raw_connection

NEWEST: LiteralString = """
select distinct on (run.suite_id, run.testbed_id)
       run.id, suite.name, testbed.name
from run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
where run.project_id = %s and run.id = any(%s::bigint[]) and run.pull_request is null
order by run.suite_id, run.testbed_id, run.started_at desc, run.id desc
"""
LATER: LiteralString = """
select (select started_at from run where project_id = %(project)s and id = %(one)s)
     > (select started_at from run where project_id = %(project)s and id = %(other)s)
"""
SERIES: LiteralString = """
select distinct series_id from result where project_id = %s and run_id = %s order by 1
"""
SUITES: LiteralString = """
select distinct suite.name
from change_point c
join series s on s.project_id = c.project_id and s.id = c.series_id
join suite on suite.project_id = s.project_id and suite.id = s.suite_id
where c.project_id = %s and c.id = any(%s::bigint[])
order by 1
"""
MOVED: LiteralString = """
with touched as (
    select distinct s.suite_id, s.testbed_id, s.branch_id, c.first_position, c.last_position
    from change_point c
    join series s on s.project_id = c.project_id and s.id = c.series_id
    where c.project_id = %(project)s and {chosen}
      and c.kind = 'step' and c.state = 'confirmed' and not c.same_code
)
select suite.name, testbed.name, branch.name, touched.first_position, commit.name,
       c.position, metric.name, c.verdict
from touched
join series s on s.project_id = %(project)s and s.suite_id = touched.suite_id
             and s.testbed_id = touched.testbed_id and s.branch_id = touched.branch_id
join change_point c on c.project_id = s.project_id and c.series_id = s.id
 and c.kind = 'step' and c.state = 'confirmed' and not c.same_code
 and c.first_position <= touched.last_position and c.last_position >= touched.first_position
join commit on commit.project_id = c.project_id and commit.id = c.commit_id
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
join suite on suite.project_id = s.project_id and suite.id = s.suite_id
join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
           and branch.pull_request is null
order by 1, 2, 3, 4, c.id
limit %(most)s
"""
CHANGES: LiteralString = "c.id = any(%(changes)s::bigint[])"
AT_COMMIT: LiteralString = """
c.commit_id = (select id from commit where project_id = %(project)s and name = %(commit)s)
and (s.suite_id, s.testbed_id, s.branch_id) = (
    select suite.id, testbed.id, branch.id
    from suite, testbed, branch
    where suite.project_id = %(project)s and suite.name = %(suite)s
      and testbed.project_id = %(project)s and testbed.name = %(testbed)s
      and branch.project_id = %(project)s and branch.name = %(branch)s)
"""
MOST_MOVED = 2_000
"""Changes at one commit that are read."""


@dataclass(frozen=True, slots=True)
class NewestRun:
    """The newest of some runs of one suite on one testbed."""

    id: int
    suite: str
    testbed: str


@dataclass(frozen=True, slots=True)
class MovedTogether:
    """Changes whose ranges meet, so that they have one cause; `place` is suite, testbed, branch."""

    place: tuple[str, str, str]
    moved: Sequence[MovedSeries]


def read_newest(session: Session, project_id: int, run_ids: Sequence[int]) -> list[NewestRun]:
    """Return the newest of these runs per suite and testbed, without those of pull requests."""
    return cursor_of(session, NewestRun).execute(NEWEST, (project_id, list(run_ids))).fetchall()


def read_series_of_run(session: Session, project_id: int, run_id: int) -> list[int]:
    return [row[0] for row in raw_connection(session).execute(SERIES, (project_id, run_id))]


def read_suites_of_changes(
    session: Session, project_id: int, change_ids: Sequence[int]
) -> list[str]:
    """Return the names of the suites in which changes were found, confirmed or not."""
    asked = project_id, list(change_ids)
    return [row[0] for row in raw_connection(session).execute(SUITES, asked)]


def read_moved(session: Session, project_id: int, change_ids: Sequence[int]) -> list[MovedTogether]:
    """Return the confirmed changes that share a range with one of these, by place and range.

    None of a pull request's branch: its comparison with the fork point says what it changes.
    """
    asked = {"project": project_id, "changes": list(change_ids), "most": MOST_MOVED}
    return _moved(session, CHANGES, asked)


def read_moved_at(
    session: Session, project_id: int, commit: str, place: tuple[str, str, str]
) -> list[MovedTogether]:
    """Return the confirmed changes that share a range with one at a commit of a place."""
    suite, testbed, branch = place
    asked = {
        "project": project_id,
        "commit": commit,
        "suite": suite,
        "testbed": testbed,
        "branch": branch,
        "most": MOST_MOVED,
    }
    return _moved(session, AT_COMMIT, asked)


def _moved(
    session: Session, chosen: LiteralString, asked: Mapping[str, Any]
) -> list[MovedTogether]:
    found: dict[tuple[tuple[str, str, str], int], list[MovedSeries]] = {}
    for row in raw_connection(session).execute(MOVED.format(chosen=chosen), asked):
        suite, testbed, branch, first, *of = row
        found.setdefault(((suite, testbed, branch), first), []).append(MovedSeries(*of))
    return [MovedTogether(place, moved) for (place, _), moved in found.items()]


def is_later(session: Session, project_id: int, one: int, other: int) -> bool:
    """Say whether one run was measured after another; a run that is gone was not."""
    asked = {"project": project_id, "one": one, "other": other}
    row = raw_connection(session).execute(LATER, asked).fetchone()
    return bool(row and row[0])
