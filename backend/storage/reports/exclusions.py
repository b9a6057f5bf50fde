"""Results that are left out of all baselines: they leave the table that every reader reads.

This is the one place of exclusion: histories, detection, comparisons, claims, sweeps, splits and
ladders read `result`, and what stands in `excluded_result` is in none of them.
"""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.reports.corrections import Exclusion, OneResult
from backend.storage.engine import raw_connection
from backend.storage.tables.series import ResultRow

_COLUMNS = ", ".join(ResultRow.__table__.columns.keys())
_EXCLUDE_RUNS = f"""
with gone as (
    delete from result where project_id = %(project)s and run_id = any(%(runs)s) returning *
)
insert into excluded_result ({_COLUMNS}, reason, excluded_by)
select {_COLUMNS}, %(reason)s, %(by)s from gone
returning series_id
"""  # noqa: S608  the columns are those of the table
_EXCLUDE_RESULTS = f"""
with gone as (
    delete from result using unnest(%(series)s::bigint[], %(runs)s::bigint[])
                          as wanted (series_id, run_id)
    where result.project_id = %(project)s and result.series_id = wanted.series_id
      and result.run_id = wanted.run_id
    returning result.*
)
insert into excluded_result ({_COLUMNS}, reason, excluded_by)
select {_COLUMNS}, %(reason)s, %(by)s from gone
returning series_id
"""  # noqa: S608
_INCLUDE_RUNS = f"""
with back as (
    delete from excluded_result where project_id = %(project)s and run_id = any(%(runs)s)
    returning *
)
insert into result ({_COLUMNS}) select {_COLUMNS} from back returning series_id
"""  # noqa: S608
_INCLUDE_RESULTS = f"""
with back as (
    delete from excluded_result using unnest(%(series)s::bigint[], %(runs)s::bigint[])
                                  as wanted (series_id, run_id)
    where excluded_result.project_id = %(project)s
      and excluded_result.series_id = wanted.series_id
      and excluded_result.run_id = wanted.run_id
    returning excluded_result.*
)
insert into result ({_COLUMNS}) select {_COLUMNS} from back returning series_id
"""  # noqa: S608
_MARK: LiteralString = """
insert into run_exclusion (project_id, run_id, reason, excluded_by)
select %(project)s, unnest(%(runs)s::bigint[]), %(reason)s, %(by)s
on conflict (project_id, run_id) do update
set reason = excluded.reason, excluded_by = excluded.excluded_by, excluded_at = now()
"""
_UNMARK: LiteralString = """
delete from run_exclusion where project_id = %(project)s and run_id = any(%(runs)s)
returning run_id
"""
_MARKED: LiteralString = """
select run_id, reason, excluded_by, excluded_at from run_exclusion
where project_id = %s and run_id = any(%s)
"""
_JUDGED: tuple[LiteralString, ...] = (
    "delete from claim_verdict where project_id = %(project)s and run_id = any(%(runs)s)",
    """delete from self_comparison where project_id = %(project)s
       and (run_id = any(%(runs)s) or baseline_run_id = any(%(runs)s))""",
)


def exclude_runs(
    session: Session, project_id: int, run_ids: Sequence[int], said: tuple[str, str]
) -> list[int]:
    """Take all results of runs out, for a reason and by somebody; returns the series of each."""
    asked = {"project": project_id, "runs": list(run_ids), "reason": said[0], "by": said[1]}
    connection = raw_connection(session)
    connection.execute(_MARK, asked)
    forget_judgements(session, project_id, run_ids)
    return [row[0] for row in connection.execute(_EXCLUDE_RUNS, asked)]


def include_runs(session: Session, project_id: int, run_ids: Sequence[int]) -> list[int]:
    """Put all results of runs back; returns the series of each."""
    asked = {"project": project_id, "runs": list(run_ids)}
    connection = raw_connection(session)
    connection.execute(_UNMARK, asked)
    return [row[0] for row in connection.execute(_INCLUDE_RUNS, asked)]


def exclude_results(
    session: Session, project_id: int, results: Sequence[OneResult], said: tuple[str, str]
) -> list[int]:
    """Take single results out; returns the series of each."""
    asked = _named(project_id, results) | {"reason": said[0], "by": said[1]}
    forget_judgements(session, project_id, [one.run for one in results])
    return [row[0] for row in raw_connection(session).execute(_EXCLUDE_RESULTS, asked)]


def include_results(session: Session, project_id: int, results: Sequence[OneResult]) -> list[int]:
    """Put single results back; a run of which one is back is no excluded run any more."""
    connection = raw_connection(session)
    asked = _named(project_id, results)
    connection.execute(_UNMARK, asked)
    return [row[0] for row in connection.execute(_INCLUDE_RESULTS, asked)]


def exclusions_of(
    session: Session, project_id: int, run_ids: Sequence[int]
) -> dict[int, Exclusion]:
    """Return why runs are excluded, those that are."""
    rows = raw_connection(session).execute(_MARKED, (project_id, list(run_ids)))
    return {run_id: Exclusion(*said) for run_id, *said in rows}


def forget_judgements(session: Session, project_id: int, run_ids: Sequence[int]) -> None:
    """Forget what was concluded from runs; it is concluded again where they come back."""
    asked = {"project": project_id, "runs": list(run_ids)}
    for statement in _JUDGED:
        raw_connection(session).execute(statement, asked)


def _named(project_id: int, results: Sequence[OneResult]) -> dict[str, object]:
    return {
        "project": project_id,
        "series": [one.series for one in results],
        "runs": [one.run for one in results],
    }
