"""Results in the database: written by binary COPY, read back as columns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

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


_READ = """
select array_agg(value order by position, run_id), array_agg(position order by position, run_id),
       array_agg(commit_id order by position, run_id), array_agg(run_id order by position, run_id),
       array_agg(coalesce(fingerprint_id, 0) order by position, run_id)
from (select * from result where project_id = %s and series_id = %s
      order by position, run_id) as points
"""


def read_series(session: Session, project_id: int, series_id: int) -> SeriesColumns:
    """Read the points of one series in commit order; several runs at a commit in arrival order."""
    with raw_connection(session).cursor(binary=True) as cursor:
        row = cursor.execute(_READ, (project_id, series_id)).fetchone()
    value, position, commit, run, fingerprint = row if row and row[0] else ([], [], [], [], [])
    return SeriesColumns(
        np.array(value, dtype=np.float64),
        _integers(position),
        _integers(commit),
        _integers(run),
        _integers(fingerprint),
    )


def _integers(column: Sequence[int]) -> NDArray[np.int64]:
    return np.array(column, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class NewestPoint:
    """The last point of a series as lists show it."""

    fingerprint_id: int | None
    low: float | None
    high: float | None
    n: int
    measured_at: datetime


def read_point(
    session: Session, project_id: int, series_id: int, position: int, run_id: int
) -> NewestPoint | None:
    with raw_connection(session).cursor() as cursor:
        row = cursor.execute(
            "select fingerprint_id, low, high, n, measured_at from result "
            "where project_id = %s and series_id = %s and position = %s and run_id = %s",
            (project_id, series_id, position, run_id),
        ).fetchone()
    return NewestPoint(*row) if row else None
