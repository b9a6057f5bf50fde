"""What references and budgets are held against: the newest results, and commits by their tags."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.notifications.outages import LOOKED_BACK
from backend.storage.engine import cursor_of, raw_connection

_NEWEST: LiteralString = """
select state.series_id, commit.name, state.last_measured_at, state.last_value, state.last_low,
       state.last_high, state.scatter, state.is_logarithmic, state.tail
from series_state state
join series s on s.project_id = state.project_id and s.id = state.series_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
join commit on commit.project_id = state.project_id and commit.id = state.last_commit_id
where state.project_id = %(project)s and branch.pull_request is null
  and {chosen}
order by state.series_id
"""
_OF_SERIES = _NEWEST.format(chosen="state.series_id = any(%(series)s::bigint[])")
_CURRENT: LiteralString = "not s.is_hidden and state.last_measured_at > now() - %(lately)s"
# the series of runs are found by their results: states are many, and have no index of runs
_OF_BOTH: LiteralString = """
  {current}
  and (state.series_id = any(%(series)s::bigint[])
       or state.last_run_id = any(%(runs)s::bigint[]))
  and state.series_id = any(array(
      select unnest(%(series)s::bigint[])
      union
      select series_id from result
      where project_id = %(project)s and run_id = any(%(runs)s::bigint[])))
"""
_CURRENT_OF = _NEWEST.format(chosen=_OF_BOTH.format(current=_CURRENT))
_LAST: LiteralString = """
select distinct state.last_run_id
from series_state state
join series s on s.project_id = state.project_id and s.id = state.series_id
where state.project_id = %(project)s and {current}
order by 1
"""
_LAST_RUNS = _LAST.format(current=_CURRENT)
TAGGED_RUNS = 20_000
"""Newest runs among which a tag is looked for."""
_TAGGED: LiteralString = """
select commit.name
from (
    select project_id, commit_id, tags, started_at, id
    from run
    where project_id = %(project)s and pull_request is null
    order by started_at desc, id desc
    limit %(most)s
) run
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
where (commit.name like %(pattern)s
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


def read_newest(session: Session, project_id: int, series: Sequence[int]) -> list[NewestResult]:
    """Return the newest results of these series; of no pull request."""
    asked = {"project": project_id, "series": list(series)}
    return cursor_of(session, NewestResult).execute(_OF_SERIES, asked).fetchall()


def read_current(
    session: Session, project_id: int, runs: Sequence[int] = (), series: Sequence[int] = ()
) -> list[NewestResult]:
    """Return those that are of these runs, or of these series, and shown, and measured lately."""
    asked = {
        "project": project_id,
        "runs": list(runs),
        "series": list(series),
        "lately": LOOKED_BACK,
    }
    return cursor_of(session, NewestResult).execute(_CURRENT_OF, asked).fetchall()


def read_last_runs(session: Session, project_id: int) -> list[int]:
    """Return the runs that hold such a result."""
    asked = {"project": project_id, "lately": LOOKED_BACK}
    return [row[0] for row in raw_connection(session).execute(_LAST_RUNS, asked)]


def find_tagged(session: Session, project_id: int, pattern: str) -> str | None:
    """Return the newest measured commit that a pattern with * and ? names."""
    plain = pattern.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    like = plain.replace("*", "%").replace("?", "_")
    asked = {"project": project_id, "pattern": like, "most": TAGGED_RUNS}
    row = raw_connection(session).execute(_TAGGED, asked).fetchone()
    return row[0] if row else None


def read_places(session: Session, project_id: int) -> list[SuitePlace]:
    """Return what was measured where, each with its newest commit."""
    return cursor_of(session, SuitePlace).execute(_PLACES, (project_id,)).fetchall()
