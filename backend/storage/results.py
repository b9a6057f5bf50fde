"""Results in the database: written by binary COPY, read back as columns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import LiteralString

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from backend.storage.binary_arrays import columnar_cursor
from backend.storage.engine import raw_connection


class Basis(IntEnum):
    """What a result rests on."""

    SAMPLES = 0
    SUMMARY = 1
    HISTOGRAM = 2


@dataclass(slots=True)
class NewResult:
    """A result on its way into the database; numbers are in base units."""

    series_id: int
    position: int
    run_id: int
    commit_id: int
    fingerprint_id: int | None
    measured_at: datetime
    value: float
    low: float | None
    high: float | None
    sd: float | None
    n: int
    basis: Basis
    samples: list[float] | None = None
    histogram: str | None = None
    histogram_scale: float | None = None
    binary_hash: str | None = None
    benchmark_version: str | None = None


_COPY = """
copy result (project_id, series_id, position, run_id, commit_id, fingerprint_id, measured_at,
             value, low, high, sd, n, basis, samples, histogram, histogram_scale, binary_hash,
             benchmark_version)
from stdin (format binary)
"""
_TYPES = [
    "int8", "int8", "int8", "int8", "int8", "int8", "timestamptz",
    "float8", "float8", "float8", "float8", "int4", "int2", "float8[]", "text", "float8", "text",
    "text",
]  # fmt: skip


def add(session: Session, project_id: int, results: Iterable[NewResult]) -> None:
    """Write results of runs that are new in this transaction."""
    with raw_connection(session).cursor() as cursor, cursor.copy(_COPY) as copy:
        copy.set_types(_TYPES)
        for one in results:
            copy.write_row(
                (
                    project_id,
                    one.series_id,
                    one.position,
                    one.run_id,
                    one.commit_id,
                    one.fingerprint_id,
                    one.measured_at,
                    one.value,
                    one.low,
                    one.high,
                    one.sd,
                    one.n,
                    int(one.basis),
                    one.samples,
                    one.histogram,
                    one.histogram_scale,
                    one.binary_hash,
                    one.benchmark_version,
                )
            )


@dataclass(frozen=True, slots=True)
class SeriesColumns:
    """The points of one series in order, as detection reads them."""

    value: NDArray[np.float64]
    position: NDArray[np.int64]
    commit: NDArray[np.int64]
    run: NDArray[np.int64]
    fingerprint: NDArray[np.int64]
    """0 where it is unknown."""


_READ: LiteralString = """
select wanted.id, points.*
from unnest(%s::bigint[]) as wanted (id)
cross join lateral (
    select array_agg(value), array_agg(position), array_agg(commit_id), array_agg(run_id),
           array_agg(coalesce(fingerprint_id, 0))
    from (
        select value, position, commit_id, run_id, fingerprint_id
        from result where project_id = %s and series_id = wanted.id
        order by position, run_id
    ) as ordered
) as points
"""
_AT_ONCE = 32
"""Series read by one statement."""


def read_series(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> Iterator[tuple[int, SeriesColumns]]:
    """Yield the points of each series in commit order; runs at one commit in arrival order."""
    cursor = columnar_cursor(raw_connection(session))
    for start in range(0, len(series_ids), _AT_ONCE):
        some = list(series_ids[start : start + _AT_ONCE])
        for series_id, *columns in cursor.execute(_READ, (some, project_id)).fetchall():
            yield series_id, SeriesColumns(*columns) if columns[0] is not None else _nothing()


def _nothing() -> SeriesColumns:
    none = np.empty(0, np.int64)
    return SeriesColumns(np.empty(0), none, none, none, none)


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
