"""Where profiles come from: runs, commits and variants, for one profile and for its peers."""

from typing import Any, LiteralString

from psycopg.rows import dict_row
from sqlalchemy.orm import Session

from backend.domain.reports.profiles import ProfilePlace
from backend.storage.commits.refs import read_commits
from backend.storage.engine import raw_connection

PLACES: LiteralString = """
select profile.id, profile.run_id as run, benchmark.id as benchmark_id,
       benchmark.name as benchmark, variant.parameters, profile.kind, profile.samples,
       suite.name as suite, testbed.name as testbed, branch.name as branch, run.commit_id,
       run.started_at
from profile
join variant on variant.project_id = profile.project_id and variant.id = profile.variant_id
join benchmark
  on benchmark.project_id = variant.project_id and benchmark.id = variant.benchmark_id
join run on run.project_id = profile.project_id and run.id = profile.run_id
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join branch on branch.project_id = run.project_id and branch.id = run.branch_id
where profile.project_id = %(project)s and {choice}
order by {nearest}, run.started_at desc, benchmark.name, profile.id
limit %(most)s
"""
# what it is held against lies before it: later runs only where there are too few of those
IS_LATER: LiteralString = """
run.started_at > (select own.started_at from profile one
                  join run own on own.project_id = one.project_id and own.id = one.run_id
                  where one.project_id = %(project)s and one.id = %(profile)s)
"""
IS_OTHER_BENCHMARK: LiteralString = """
benchmark.id <> (select own.benchmark_id from profile one
                 join variant own on own.project_id = one.project_id and own.id = one.variant_id
                 where one.project_id = %(project)s and one.id = %(profile)s)
"""
ITSELF: LiteralString = "profile.id = %(profile)s"
SAME_VARIANT: LiteralString = """
(profile.variant_id, profile.kind) =
    (select variant_id, kind from profile one
     where one.project_id = %(project)s and one.id = %(profile)s)
and profile.id <> %(profile)s
"""
SAME_RUN: LiteralString = """
(profile.run_id, profile.kind) =
    (select run_id, kind from profile one
     where one.project_id = %(project)s and one.id = %(profile)s)
and profile.id <> %(profile)s
"""


def read_place(session: Session, project_id: int, profile_id: int) -> ProfilePlace | None:
    return next(iter(_read(session, (ITSELF, IS_LATER), project_id, profile_id, 1)), None)


def read_same_variant(
    session: Session, project_id: int, profile_id: int, most: int
) -> list[ProfilePlace]:
    """Return the profiles of the same variant in the runs before it, the newest first.

    Where there are fewer than `most`, the newest of later runs stand in front of them.
    """
    found = _read(session, (SAME_VARIANT, IS_LATER), project_id, profile_id, most)
    return sorted(found, key=lambda one: (one.started_at, one.id), reverse=True)


def read_same_run(
    session: Session, project_id: int, profile_id: int, most: int
) -> list[ProfilePlace]:
    """Return other profiles of the run by benchmark, those of its own first."""
    return _read(session, (SAME_RUN, IS_OTHER_BENCHMARK), project_id, profile_id, most)


def _read(
    session: Session,
    chosen: tuple[LiteralString, LiteralString],
    project_id: int,
    profile_id: int,
    most: int,
) -> list[ProfilePlace]:
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    asked = {"project": project_id, "profile": profile_id, "most": most}
    query = PLACES.format(choice=chosen[0], nearest=chosen[1])
    rows: list[dict[str, Any]] = cursor.execute(query, asked).fetchall()
    commits = read_commits(session, project_id, (row["commit_id"] for row in rows))
    return [ProfilePlace(commit=commits[row.pop("commit_id")], **row) for row in rows]
