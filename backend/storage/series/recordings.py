"""The samples and histograms behind the points of a series, for their percentiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import cursor_of, raw_connection
from backend.storage.series.histories import Window

COUNT: LiteralString = """
select count(*) from result
where project_id = %s and series_id = %s and position between %s and %s
"""
# the keys are read from the index alone; only every so-manyth result is read whole, the newest too
RECORDINGS: LiteralString = """
select r.position, r.run_id, coalesce(r.fingerprint_id, 0), r.samples, r.histogram,
       r.histogram_scale
from (
    select project_id, series_id, position, run_id,
           row_number() over (order by position desc, run_id desc) - 1 as place
    from result
    where project_id = %s and series_id = %s and position between %s and %s
) as key
join result r using (project_id, series_id, position, run_id)
where key.place %% %s = 0
order by r.position, r.run_id
"""


@dataclass(frozen=True, slots=True)
class StoredRecording:
    """One result with everything that was recorded; `scale` is base units per integer."""

    position: int
    run: int
    environment: int
    samples: Sequence[float] | None
    histogram: str | None
    scale: float | None


def count_recordings(session: Session, project_id: int, series_id: int, window: Window) -> int:
    """Return how many results a series has within a window."""
    asked = (project_id, series_id, window.first, window.last)
    row = raw_connection(session).execute(COUNT, asked).fetchone()
    return int(row[0]) if row else 0


def read_recordings(
    session: Session, project_id: int, series_id: int, window: Window, stride: int
) -> list[StoredRecording]:
    """Return every `stride`-th result of a series within a window, in the order of its points."""
    asked = (project_id, series_id, window.first, window.last, stride)
    return cursor_of(session, StoredRecording, binary=True).execute(RECORDINGS, asked).fetchall()
