"""The samples or the histogram of one result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import cursor_of, raw_connection

SAMPLES: LiteralString = """
select samples, histogram, histogram_scale
from result
where project_id = %(project)s and series_id = %(series)s and run_id = %(run)s
union all
select samples, histogram, histogram_scale
from excluded_result
where project_id = %(project)s and series_id = %(series)s and run_id = %(run)s
"""
OF_RUN: LiteralString = """
select series_id, basis, value, n, samples, rounds, histogram, histogram_scale
from result
where project_id = %s and series_id = any(%s) and run_id = %s
"""
OF_NAMESAKE: LiteralString = """
select r.series_id, r.basis, r.value, r.n, r.samples, r.rounds, r.histogram, r.histogram_scale
from series s
join series other
  on other.project_id = s.project_id and other.variant_id = s.variant_id
 and other.metric_id = s.metric_id and other.testbed_id = s.testbed_id
join result r on r.project_id = other.project_id and r.series_id = other.id and r.run_id = %s
where s.project_id = %s and s.id = %s
"""
FOREIGN_CPU: LiteralString = """
select r.samples
from series s
join metric m on m.project_id = s.project_id and m.name = 'foreign_cpu'
join series other
  on other.project_id = s.project_id and other.variant_id = s.variant_id
 and other.metric_id = m.id and other.testbed_id = s.testbed_id and other.branch_id = s.branch_id
join result r
  on r.project_id = other.project_id and r.series_id = other.id and r.run_id = %s
where s.project_id = %s and s.id = %s and other.id <> s.id
"""


@dataclass(frozen=True, slots=True)
class StoredSamples:
    """In base units; `scale` is the base units of one integer that the histogram counts."""

    samples: Sequence[float] | None
    histogram: str | None
    scale: float | None


@dataclass(frozen=True, slots=True)
class RunSamples:
    """One result of a run with all that it rests on, in base units."""

    series_id: int
    basis: int
    value: float
    n: int
    samples: Sequence[float] | None
    rounds: Sequence[int] | None
    histogram: str | None
    scale: float | None


def read_samples_of_run(
    session: Session, project_id: int, run_id: int, series_ids: Sequence[int]
) -> dict[int, RunSamples]:
    """Return those of the results that the run has, by series."""
    cursor = cursor_of(session, RunSamples, binary=True)
    rows = cursor.execute(OF_RUN, (project_id, list(series_ids), run_id))
    return {row.series_id: row for row in rows}


def read_namesake_of_run(
    session: Session, project_id: int, run_id: int, series_id: int
) -> RunSamples | None:
    """Return what the run has of a series, on whichever branch the run is."""
    cursor = cursor_of(session, RunSamples, binary=True)
    return cursor.execute(OF_NAMESAKE, (run_id, project_id, series_id)).fetchone()


def read_samples(
    session: Session, project_id: int, series_id: int, run_id: int
) -> StoredSamples | None:
    cursor = cursor_of(session, StoredSamples, binary=True)
    asked = {"project": project_id, "series": series_id, "run": run_id}
    return cursor.execute(SAMPLES, asked).fetchone()


def read_foreign_cpu(
    session: Session, project_id: int, series_id: int, run_id: int
) -> list[float] | None:
    """Return what others used of the machine during each sample, where it was measured."""
    cursor = raw_connection(session).cursor(binary=True)
    row = cursor.execute(FOREIGN_CPU, (run_id, project_id, series_id)).fetchone()
    return row[0] if row else None
