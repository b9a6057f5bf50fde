"""What runs belong to: suites, pull requests and commits that a correction of them concerns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

OF_RUNS: LiteralString = """
select distinct run.suite_id, run.pull_request, commit.name
from run
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
where run.project_id = %s and run.id = any(%s)
"""


PROFILED: LiteralString = """
select distinct variant_id from profile where project_id = %s and run_id = any(%s)
"""


@dataclass(frozen=True, slots=True)
class Affected:
    suites: set[int]
    pull_requests: set[int]
    """Their numbers."""
    commits: set[str]
    """Their names."""
    profiled: set[int]
    """The variants that they have profiles of."""


def read_affected(session: Session, project_id: int, run_ids: Sequence[int]) -> Affected:
    rows = raw_connection(session).execute(OF_RUNS, (project_id, list(run_ids))).fetchall()
    profiled = read_profiled(session, project_id, run_ids)
    return Affected(
        {row[0] for row in rows},
        {row[1] for row in rows if row[1] is not None},
        {row[2] for row in rows},
        set(profiled),
    )


def read_profiled(session: Session, project_id: int, run_ids: Sequence[int]) -> list[int]:
    """Return the variants that some runs have profiles of."""
    found = raw_connection(session).execute(PROFILED, (project_id, list(run_ids)))
    return [row[0] for row in found]
