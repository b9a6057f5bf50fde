"""What ingestion remembers of each series: enough to screen a new point without its history."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, LiteralString

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from backend.stats.aspects import ASPECTS
from backend.storage.commits.series_writes import note_write
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import packed_offsets, unpacked_offsets
from backend.storage.tables.base import array_type
from backend.storage.tables.series import SeriesStateRow

TAIL = 64
"""Newest centres kept per series."""
_DOUBLE = np.dtype("<f8")


@dataclass(slots=True)
class SeriesState:
    """One row of `series_state` by its columns; `tail` has TAIL doubles, NaN before the first."""

    series_id: int
    n: int
    regime_n: int
    analysed_n: int
    sigma: float
    rho: float
    scatter: float
    """That of the newest stretch which is long enough to show it, and how many points it has."""
    scatter_n: int
    is_logarithmic: bool
    tail: NDArray[np.float64]
    last_position: int
    last_run_id: int
    last_commit_id: int
    last_fingerprint_id: int | None
    last_value: float
    last_low: float | None
    last_high: float | None
    last_n: int
    last_measured_at: datetime
    open_changes: int = 0
    slope: float = 0.0
    due_at: int | None = None
    stretches: bytes | None = None
    """From which points on the benchmark had which definition (`packed_stretches`).

    None where that is not known: nothing was analysed yet, or the history was corrected.
    """
    bands: NDArray[np.float64] | None = None
    """Low and high between which each aspect is as its level, for each of `machine_offsets`.

    One machine where there are none; None without aspects.
    """
    machine_offsets: dict[int, float] = field(default_factory=dict)
    """Offset of each machine that takes turns, by fingerprint; empty where only one measures."""


_COLUMNS = tuple(SeriesState.__dataclass_fields__)
_LOCK = f"""
select {", ".join(_COLUMNS)} from series_state
where project_id = %s and series_id = any(%s) order by series_id for update
"""  # noqa: S608  the columns are the fields above
_CASTS = ", ".join(f"%s::{array_type(SeriesStateRow, name)}" for name in _COLUMNS)
_WRITE = f"""
insert into series_state (project_id, {", ".join(_COLUMNS)})
select %s, * from unnest({_CASTS})
on conflict (project_id, series_id) do update
set {", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[1:])}
"""  # noqa: S608


_AFRESH: LiteralString = """
update series_state set analysed_n = 0, stretches = null
where project_id = %s and series_id = any(%s)
"""
_FORGET: LiteralString = """
delete from series_state where project_id = %s and series_id = any(%s)
"""


def lock(session: Session, project_id: int, series_ids: Sequence[int]) -> dict[int, SeriesState]:
    """Read the states of series and hold them until the transaction ends; new series have none."""
    with raw_connection(session).cursor(binary=True) as cursor:
        cursor.execute(_LOCK, (project_id, sorted(series_ids)))
        return {row[0]: _state(row) for row in cursor}


def write(session: Session, project_id: int, states: Sequence[SeriesState]) -> None:
    """Store states, whether they were there or not."""
    note_write(session, project_id)
    if not states:
        return
    ordered = sorted(states, key=lambda state: state.series_id)
    columns: list[list[Any]] = [[getattr(state, name) for state in ordered] for name in _COLUMNS]
    columns[_COLUMNS.index("tail")] = [
        np.ascontiguousarray(state.tail, dtype=_DOUBLE).tobytes() for state in ordered
    ]
    columns[_COLUMNS.index("machine_offsets")] = [
        packed_offsets(state.machine_offsets) for state in ordered
    ]
    columns[_COLUMNS.index("bands")] = [
        None if state.bands is None else state.bands.astype(_DOUBLE).tobytes() for state in ordered
    ]
    with raw_connection(session).cursor() as cursor:
        cursor.execute(_WRITE, (project_id, *columns))


def empty_tail() -> NDArray[np.float64]:
    return np.full(TAIL, np.nan)


def fresh_state(series_id: int, measured_at: datetime) -> SeriesState:
    """Return the state of a series before its first point."""
    return SeriesState(
        series_id=series_id,
        n=0,
        regime_n=0,
        analysed_n=0,
        sigma=math.nan,
        scatter=math.nan,
        scatter_n=0,
        rho=0.0,
        is_logarithmic=True,
        tail=empty_tail(),
        last_position=-(2**62),
        last_run_id=0,
        last_commit_id=0,
        last_fingerprint_id=None,
        last_value=math.nan,
        last_low=None,
        last_high=None,
        last_n=0,
        last_measured_at=measured_at,
    )


def begin(session: Session, project_id: int, series_ids: Sequence[int]) -> None:
    """Give the series a state that have none: their points came back; detection fills it."""
    known = lock(session, project_id, series_ids)
    now = datetime.now(UTC)
    write(session, project_id, [fresh_state(id_, now) for id_ in series_ids if id_ not in known])


def begin_again(session: Session, project_id: int, series_ids: Sequence[int]) -> None:
    """Let series without points remember none: later ones must not be added to those of before."""
    now = datetime.now(UTC)
    write(session, project_id, [fresh_state(id_, now) for id_ in series_ids])


def forget_analyses(session: Session, project_id: int, series_ids: Sequence[int]) -> None:
    """Let nothing that was told of series stand by itself: their histories were corrected."""
    if not series_ids:
        return
    note_write(session, project_id)
    raw_connection(session).execute(_AFRESH, (project_id, list(series_ids)))


def forget(session: Session, project_id: int, series_ids: Sequence[int]) -> None:
    """Forget the series that have no points any more."""
    note_write(session, project_id)
    raw_connection(session).execute(_FORGET, (project_id, list(series_ids)))


def _state(row: Sequence[Any]) -> SeriesState:
    at = _COLUMNS.index("tail")
    tail = np.frombuffer(row[at], dtype=_DOUBLE).copy()
    bands = None
    if row[-2] is not None:
        bands = np.frombuffer(row[-2], dtype=_DOUBLE).reshape(-1, len(ASPECTS), 2)
    return SeriesState(*(*row[:at], tail, *row[at + 1 : -2], bands, unpacked_offsets(row[-1])))
