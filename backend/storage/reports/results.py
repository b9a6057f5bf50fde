"""Results in the database: written by binary COPY, read back as columns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

import numpy as np
from numpy.typing import NDArray
from psycopg import Cursor
from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection
from backend.storage.packed_columns import floats, integers, versions_of
from backend.storage.reports.new_results import NewResult
from backend.storage.reports.result_rows import FIRST_COLUMNS, LAST_COLUMNS, packed

_COPY = f"""
copy result ({", ".join((*FIRST_COLUMNS, *LAST_COLUMNS))}) from stdin (format binary)
"""


def add(session: Session, project_id: int, results: Iterable[NewResult]) -> None:
    """Write results of runs that are new in this transaction."""
    with raw_connection(session).cursor() as cursor, cursor.copy(_COPY) as copy:
        for piece in packed(project_id, results):
            copy.write(piece)


@dataclass(frozen=True, slots=True)
class SeriesColumns:
    """The points of one series in order, as detection reads them."""

    value: NDArray[np.float64]
    position: NDArray[np.int64]
    commit: NDArray[np.int64]
    run: NDArray[np.int64]
    fingerprint: NDArray[np.int64]
    """0 where it is unknown."""
    version: NDArray[np.int64]
    """A number for each definition of the benchmark; 0 where none was given."""


_READ: LiteralString = """
select wanted.id, points.*
from unnest(%s::bigint[]) as wanted (id)
cross join lateral (
    select string_agg(float8send(value), ''), string_agg(int8send(position), ''),
           string_agg(int8send(commit_id), ''), string_agg(int8send(run_id), ''),
           string_agg(int8send(coalesce(fingerprint_id, 0)), ''),
           string_agg(int8send(coalesce(hashtextextended(benchmark_version, 0), 0)), '')
    from (
        select value, position, commit_id, run_id, fingerprint_id, benchmark_version
        from result where project_id = %s and series_id = wanted.id
        order by position, run_id
    ) as ordered
) as points
"""
_READ_INDEX: LiteralString = """
select wanted.id, points.*
from unnest(%s::bigint[]) as wanted (id)
cross join lateral (
    select string_agg(float8send(value), ''), string_agg(int8send(position), ''),
           string_agg(int8send(commit_id), ''), string_agg(int8send(run_id), ''),
           string_agg(int8send(coalesce(fingerprint_id, 0)), '')
    from (
        select value, position, commit_id, run_id, fingerprint_id
        from result where project_id = %s and series_id = wanted.id
        order by position, run_id
    ) as ordered
) as points
"""
"""What the index of the key holds. The rows themselves lie one by one where they arrived."""
_AT_ONCE = 32
"""Series read by one statement."""
_VERSIONS: LiteralString = """
select version, hashtextextended(version, 0) from unnest(%s::text[]) as version
"""
KnownStretches = Mapping[int, bytes]
"""By series: how the definition of its benchmark went with its points (`packed_stretches`)."""


def read_series(
    session: Session,
    project_id: int,
    series_ids: Sequence[int],
    known: KnownStretches | None = None,
) -> Iterator[tuple[int, SeriesColumns]]:
    """Yield the points of each series in commit order; runs at one commit in arrival order.

    Those whose definitions are known are read from the index alone.
    """
    cursor = raw_connection(session).cursor(binary=True)
    for start in range(0, len(series_ids), _AT_ONCE):
        some = list(series_ids[start : start + _AT_ONCE])
        found = _read_index(cursor, project_id, some, known or {})
        others = [id_ for id_ in some if id_ not in found]
        if others:
            rows = cursor.execute(_READ, (others, project_id)).fetchall()
            found |= {
                row[0]: SeriesColumns(floats(row[1]), *map(integers, row[2:])) for row in rows
            }
        yield from ((id_, found[id_]) for id_ in some)


def _read_index(
    cursor: Cursor[Any], project_id: int, series_ids: Sequence[int], known: KnownStretches
) -> dict[int, SeriesColumns]:
    """Return the series whose definitions are known of just the points that they have."""
    asked = [id_ for id_ in series_ids if id_ in known]
    found: dict[int, SeriesColumns] = {}
    if not asked:
        return found
    for series_id, values, *others in cursor.execute(_READ_INDEX, (asked, project_id)).fetchall():
        position, commit, run, fingerprint = map(integers, others)
        version = versions_of(known[series_id], position, run)
        if version is not None:
            found[series_id] = SeriesColumns(
                floats(values), position, commit, run, fingerprint, version
            )
    return found


def number_versions(session: Session, versions: Iterable[str]) -> dict[str, int]:
    """Return the number that stands for each definition of a benchmark in `SeriesColumns`."""
    named = list(versions)
    if not named:
        return {}
    return dict(raw_connection(session).execute(_VERSIONS, (named,)).fetchall())


_ASPECTS: LiteralString = """
select string_agg(float8send(coalesce(aspects[which], 'NaN')), '' order by position, run_id, which)
from result, generate_series(1, %s) as which where project_id = %s and series_id = %s
"""


def read_aspects(
    session: Session, project_id: int, series_id: int, count: int
) -> NDArray[np.float64]:
    """Return a row of aspects for each point of a series, in the order of `read_series`."""
    asked = (count, project_id, series_id)
    row = raw_connection(session).cursor(binary=True).execute(_ASPECTS, asked).fetchone()
    return floats(row[0] if row else None).reshape(-1, count)


@dataclass(frozen=True, slots=True)
class NewestPoint:
    """The last point of a series as lists show it."""

    fingerprint_id: int | None
    low: float | None
    high: float | None
    n: int
    measured_at: datetime


_POINTS: LiteralString = """
select wanted.series_id, fingerprint_id, low, high, n, measured_at
from unnest(%s::bigint[], %s::bigint[], %s::bigint[]) as wanted (series_id, position, run_id)
cross join lateral (
    select * from result where project_id = %s and series_id = wanted.series_id
       and position = wanted.position and run_id = wanted.run_id
) as point
"""


def read_points(
    session: Session, project_id: int, places: Sequence[tuple[int, int, int]]
) -> dict[int, NewestPoint]:
    """Return single points by series; `places` are series, position and run of each."""
    if not places:
        return {}
    columns = [list(column) for column in zip(*places, strict=True)]
    rows = raw_connection(session).execute(_POINTS, (*columns, project_id)).fetchall()
    return {series_id: NewestPoint(*facts) for series_id, *facts in rows}
