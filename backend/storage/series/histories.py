"""Histories of series, read as columns: one statement per series, one partition each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.commits.timelines import BranchColumns
from backend.domain.reports.corrections import Exclusion
from backend.domain.series.histories import PointColumns, StoredExcluded
from backend.storage.commits.branch_columns import read_columns
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import floats, integers

# One question for all that is small, and whether the rest is worth asking for. Names are looked up
# one by one: PostgreSQL takes ten times as long to plan the seven joins, on every connection again.
LINES: LiteralString = """
select s.id,
       (select name from suite where project_id = s.project_id and id = s.suite_id),
       benchmark.name,
       (select parameters from variant where project_id = s.project_id and id = s.variant_id),
       metric.name, metric.unit, metric.direction, metric.noise,
       (select name from testbed where project_id = s.project_id and id = s.testbed_id),
       (select name from branch where project_id = s.project_id and id = s.branch_id),
       s.suite_id, s.benchmark_id,
       benchmark.tags, s.branch_id,
       exists (select from change_point c
               where c.project_id = s.project_id and c.series_id = s.id),
       exists (select from failed_result f
               where f.project_id = s.project_id and f.variant_id = s.variant_id),
       exists (select from excluded_result e
               where e.project_id = s.project_id and e.series_id = s.id),
       case when pg_current_xact_id_if_assigned() is null
            then coalesce((select string_agg(w.stamp::text, ' ' order by w.backend)
                           from series_write w where w.project_id = s.project_id),
                          pg_current_snapshot()::text)
                 || (select p.catalogue_revision || ' ' || coalesce(p.repository_url, '')
                     from project p where p.id = s.project_id) end
from series s
cross join lateral (
    select name, tags from benchmark where project_id = s.project_id and id = s.benchmark_id
    offset 0
) as benchmark
cross join lateral (
    select name, unit, direction, noise from metric
    where project_id = s.project_id and id = s.metric_id
    offset 0
) as metric
where s.project_id = %s and s.id = any(array(select unnest(%s::bigint[])))
"""
POINTS: LiteralString = """
select string_agg(int8send(position), ''), string_agg(float8send(value), ''),
       string_agg(float8send(coalesce(low, 'NaN')), ''),
       string_agg(float8send(coalesce(high, 'NaN')), ''),
       string_agg(int8send(n), ''), string_agg(int8send(run_id), ''),
       string_agg(int8send(coalesce(fingerprint_id, 0)), '')
from (
    select position, value, low, high, n, run_id, fingerprint_id
    from result
    where project_id = %s and series_id = %s and position between %s and %s
    order by position, run_id
) as points
"""
EARLIER: LiteralString = """
select count(*) from result where project_id = %s and series_id = %s and position < %s
"""
FAILED: LiteralString = """
select s.id, array_agg(distinct f.commit_id)
from series s
join failed_result f
  on f.project_id = s.project_id and f.variant_id = s.variant_id and f.branch_id = s.branch_id
 and f.testbed_id = s.testbed_id and (f.metric_id is null or f.metric_id = s.metric_id)
where s.project_id = %s and s.id = any(array(select unnest(%s::bigint[])))
group by s.id
"""
IN_TURN: LiteralString = """
select id from run
where project_id = %s and id = any(array(select unnest(%s::bigint[])))
order by trigger = 'job', started_at, id
"""
EXCLUDED: LiteralString = """
select series_id, position, value, run_id, reason, excluded_by, excluded_at
from excluded_result
where project_id = %s and series_id = any(%s)
order by series_id, position desc, run_id desc
limit 2000
"""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A series of a chart, and whether it has change points or failures to ask for."""

    label: SeriesLabel
    tags: Mapping[str, str]
    branch_id: int
    may_have_changes: bool
    may_have_failures: bool
    has_excluded: bool


@dataclass(frozen=True, slots=True)
class Lines:
    """The series of a chart by id, and the commits of their branches by id."""

    series: Mapping[int, HistoryLine]
    branches: Mapping[int, BranchColumns]


@dataclass(frozen=True, slots=True)
class Window:
    """A range of positions on one branch, and whether anything was cut off before it."""

    first: int
    last: int
    is_cut: bool


def read_lines(session: Session, project_id: int, series_ids: Sequence[int]) -> Lines:
    """Return those of the series that exist."""
    connection = raw_connection(session)
    rows = connection.execute(LINES, (project_id, list(series_ids))).fetchall()
    lines = {row[0]: HistoryLine(SeriesLabel(*row[:12]), *row[12:17]) for row in rows}
    # whatever is remembered of this state cannot be newer than what is read from now on
    states = {line.branch_id: row[17] for line, row in zip(lines.values(), rows, strict=True)}
    branches = {
        branch_id: read_columns(connection, project_id, branch_id, state)
        for branch_id, state in states.items()
    }
    return Lines(lines, branches)


def read_points(
    session: Session, project_id: int, windows: Mapping[int, Window]
) -> dict[int, tuple[PointColumns, int]]:
    """Return the points of each series within its window, and how many lie before it."""
    # one statement per series: each prunes to one partition, and all share a prepared plan; all are
    # sent before the first answer is waited for
    connection = raw_connection(session)
    with connection.pipeline():
        points = {
            series_id: connection.cursor(binary=True).execute(
                POINTS, (project_id, series_id, window.first, window.last)
            )
            for series_id, window in windows.items()
        }
        earlier = {
            series_id: connection.cursor(binary=True).execute(
                EARLIER, (project_id, series_id, window.first)
            )
            for series_id, window in windows.items()
            if window.is_cut
        }
    return {
        series_id: (
            _columns(cursor.fetchone()),
            _count(earlier[series_id].fetchone()) if series_id in earlier else 0,
        )
        for series_id, cursor in points.items()
    }


def _columns(row: tuple[Any, ...] | None) -> PointColumns:
    position, value, low, high, n, run, fingerprint = row or (None,) * 7
    return PointColumns(
        positions=integers(position),
        value=floats(value),
        low=floats(low),
        high=floats(high),
        n=integers(n),
        run=integers(run),
        environment=integers(fingerprint),
    )


def _count(row: tuple[Any, ...] | None) -> int:
    return int(row[0]) if row else 0


def read_in_turn(session: Session, project_id: int, runs: Sequence[int]) -> list[int]:
    """Return the runs so that the first one of a commit stands for it; runs of jobs come last."""
    found = raw_connection(session).execute(IN_TURN, (project_id, list(runs)))
    return [run for (run,) in found]


def read_excluded(
    session: Session, project_id: int, windows: Mapping[int, Window]
) -> dict[int, list[StoredExcluded]]:
    """Return the results of each series within its window that were left out of the baselines."""
    if not windows:
        return {}
    found: dict[int, list[StoredExcluded]] = {}
    rows = raw_connection(session).execute(EXCLUDED, (project_id, list(windows)))
    for series_id, position, value, run, *said in rows:
        if windows[series_id].first <= position <= windows[series_id].last:
            one = StoredExcluded(position, value, run, Exclusion(*said))
            found.setdefault(series_id, []).append(one)
    return found


def read_failures(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, list[int]]:
    """Return the commits at which the variant of each series failed instead of giving a result."""
    if not series_ids:
        return {}
    rows = raw_connection(session).execute(FAILED, (project_id, list(series_ids))).fetchall()
    return dict(rows)
