"""Histories of series, read as columns: one statement per series, one partition each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

import numpy as np
from psycopg import Cursor
from sqlalchemy.orm import Session

from backend.domain.histories import PointColumns
from backend.domain.labels import SeriesLabel
from backend.domain.timelines import BranchColumns
from backend.storage.binary_arrays import columnar_cursor
from backend.storage.branch_columns import SNAPSHOT, read_columns
from backend.storage.engine import raw_connection
from backend.storage.series_labels import read_labels

BRANCHES: LiteralString = """
select id, branch_id from series where project_id = %s and id = any(%s)
"""
POINTS: LiteralString = """
select array_agg(position), array_agg(value), array_agg(coalesce(low, 'NaN')),
       array_agg(coalesce(high, 'NaN')), array_agg(n), array_agg(run_id),
       array_agg(coalesce(fingerprint_id, 0))
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
where s.project_id = %s and s.id = any(%s)
group by s.id
"""


@dataclass(frozen=True, slots=True)
class Lines:
    """The series of a chart: their labels, their branches, and the commits of each branch."""

    labels: Mapping[int, SeriesLabel]
    branch_of: Mapping[int, int]
    branches: Mapping[int, BranchColumns]


def read_lines(session: Session, project_id: int, series_ids: Sequence[int]) -> Lines:
    """Return those of the series that exist."""
    connection = raw_connection(session)
    # asked first: whatever is remembered for this snapshot cannot be newer than what follows
    snapshot = connection.execute(SNAPSHOT).fetchone()
    labels = read_labels(session, project_id, series_ids)
    found = connection.execute(BRANCHES, (project_id, list(series_ids))).fetchall()
    branches = {
        branch_id: read_columns(connection, project_id, branch_id, snapshot and snapshot[0])
        for branch_id in sorted({branch_id for _, branch_id in found})
    }
    return Lines(labels, dict(found), branches)


@dataclass(frozen=True, slots=True)
class Window:
    """A range of positions on one branch, and whether anything was cut off before it."""

    first: int
    last: int
    is_cut: bool


def read_points(
    session: Session, project_id: int, windows: Mapping[int, Window]
) -> dict[int, tuple[PointColumns, int]]:
    """Return the points of each series within its window, and how many lie before it."""
    connection = raw_connection(session)
    cursor = columnar_cursor(connection)
    return {
        series_id: (
            _points(cursor, project_id, series_id, window),
            _earlier(cursor, project_id, series_id, window) if window.is_cut else 0,
        )
        for series_id, window in windows.items()
    }


def _points(
    cursor: Cursor[tuple[Any, ...]], project_id: int, series_id: int, window: Window
) -> PointColumns:
    row = cursor.execute(POINTS, (project_id, series_id, window.first, window.last)).fetchone()
    if row is None or row[0] is None:
        ints, floats = np.empty(0, np.int64), np.empty(0)
        return PointColumns(ints, floats, floats, floats, ints, ints, ints)
    return PointColumns(*row)


def _earlier(
    cursor: Cursor[tuple[Any, ...]], project_id: int, series_id: int, window: Window
) -> int:
    row = cursor.execute(EARLIER, (project_id, series_id, window.first)).fetchone()
    return int(row[0]) if row else 0


def read_failures(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, list[int]]:
    """Return the commits at which the variant of each series failed instead of giving a result."""
    rows = raw_connection(session).execute(FAILED, (project_id, list(series_ids))).fetchall()
    return dict(rows)
