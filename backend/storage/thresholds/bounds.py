"""What references and budgets are held against: the newest results, and commits by their tags."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

import numpy as np
from sqlalchemy.orm import Session

from backend.storage.engine import cursor_of, raw_connection

_NEWEST: LiteralString = """
select state.series_id, commit.name, state.last_measured_at, state.last_value, state.last_low,
       state.last_high, state.scatter, state.is_logarithmic, state.tail
from series_state state
join series s on s.project_id = state.project_id and s.id = state.series_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
join commit on commit.project_id = state.project_id and commit.id = state.last_commit_id
where state.project_id = %(project)s and branch.pull_request is null
  and (state.last_run_id = any(%(runs)s::bigint[])
       or state.series_id = any(%(series)s::bigint[]))
order by state.series_id
"""
_LAST_RUNS: LiteralString = """
select distinct state.last_run_id from series_state state where state.project_id = %s order by 1
"""
_TAGGED: LiteralString = """
select commit.name
from run
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
where run.project_id = %(project)s and run.pull_request is null
  and (commit.name like %(pattern)s
       or exists (select from jsonb_each_text(run.tags) tag where tag.value like %(pattern)s))
order by commit.time desc nulls last, run.started_at desc, run.id desc
limit 1
"""
_PLACES: LiteralString = """
select distinct on (suite.name, testbed.name) suite.name, testbed.name, commit.name
from run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
where run.project_id = %s and run.pull_request is null
order by suite.name, testbed.name, run.started_at desc, run.id desc
limit %s
"""


@dataclass(frozen=True, slots=True)
class NewestResult:
    """The newest result of a series, and what is remembered of those before it."""

    series_id: int
    commit: str
    measured_at: datetime
    value: float
    low: float | None
    high: float | None
    scatter: float
    is_logarithmic: bool
    tail: bytes

    @property
    def values(self) -> list[float]:
        """Return the newest results that are remembered, the newest first."""
        before = np.frombuffer(self.tail, dtype="<f8")[-2::-1]
        return [self.value, *before[np.isfinite(before)].tolist()]


@dataclass(frozen=True, slots=True)
class SuitePlace:
    """A suite on a testbed, and the commit that its newest run measured."""

    suite: str
    testbed: str
    commit: str


def read_newest(
    session: Session, project_id: int, runs: Sequence[int] = (), series: Sequence[int] = ()
) -> list[NewestResult]:
    """Return the newest results that are of these runs, or of these series; of no pull request."""
    asked = {"project": project_id, "runs": list(runs), "series": list(series)}
    return cursor_of(session, NewestResult).execute(_NEWEST, asked).fetchall()


def read_last_runs(session: Session, project_id: int) -> list[int]:
    """Return the runs that hold the newest result of any series."""
    return [row[0] for row in raw_connection(session).execute(_LAST_RUNS, (project_id,))]


def find_tagged(session: Session, project_id: int, pattern: str) -> str | None:
    """Return the newest measured commit that a pattern with * and ? names."""
    plain = pattern.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    asked = {"project": project_id, "pattern": plain.replace("*", "%").replace("?", "_")}
    row = raw_connection(session).execute(_TAGGED, asked).fetchone()
    return row[0] if row else None


def read_places(session: Session, project_id: int, most: int) -> list[SuitePlace]:
    """Return what was measured where, each with its newest commit."""
    return cursor_of(session, SuitePlace).execute(_PLACES, (project_id, most)).fetchall()
