"""Where profiles come from: runs, commits and variants, for one profile and for its peers."""

from typing import Any, LiteralString

from psycopg.rows import dict_row
from sqlalchemy.orm import Session

from backend.domain.profiles import ProfilePlace
from backend.storage.commit_refs import read_commits
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
order by run.started_at desc, benchmark.name, profile.id
limit %(most)s
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
    return next(iter(_read(session, ITSELF, project_id, profile_id, 1)), None)


def read_same_variant(
    session: Session, project_id: int, profile_id: int, most: int
) -> list[ProfilePlace]:
    """Return profiles of the same variant in other runs, the newest first."""
    return _read(session, SAME_VARIANT, project_id, profile_id, most)


def read_same_run(
    session: Session, project_id: int, profile_id: int, most: int
) -> list[ProfilePlace]:
    """Return the other profiles of the run, by benchmark."""
    return _read(session, SAME_RUN, project_id, profile_id, most)


def _read(
    session: Session, choice: LiteralString, project_id: int, profile_id: int, most: int
) -> list[ProfilePlace]:
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    asked = {"project": project_id, "profile": profile_id, "most": most}
    rows: list[dict[str, Any]] = cursor.execute(PLACES.format(choice=choice), asked).fetchall()
    commits = read_commits(session, project_id, (row["commit_id"] for row in rows))
    return [ProfilePlace(commit=commits[row.pop("commit_id")], **row) for row in rows]
