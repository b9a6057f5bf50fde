"""Lists of series, a page at a time, in the order of suite, benchmark, and first sight."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from psycopg.rows import args_row
from sqlalchemy import Select, func, select, tuple_
from sqlalchemy.orm import Session

from backend.domain.labels import CommitRef, SeriesLabel
from backend.domain.pages import Page, next_cursor
from backend.domain.series_filters import SeriesFilters
from backend.domain.series_lists import LatestPoint, SeriesListing, newest_values
from backend.storage.commit_refs import read_commits
from backend.storage.engine import raw_connection
from backend.storage.series_filters import all_conditions
from backend.storage.series_labels import read_labels
from backend.storage.tables.series import SeriesRow
from backend.storage.tables.suites import BenchmarkRow, SuiteRow

SPARKLINE = 40
"""Values shown beside a series in a list."""

STATES: LiteralString = """
select series_id, n, last_value, last_low, last_high, last_n, last_commit_id, last_measured_at,
       open_changes, tail
from series_state
where project_id = %s and series_id = any(%s)
"""


@dataclass(frozen=True, slots=True)
class _State:
    series_id: int
    n: int
    value: float
    low: float | None
    high: float | None
    samples: int
    commit_id: int
    measured_at: datetime
    open_changes: int
    tail: bytes


def read_series_page(
    session: Session, project_id: int, filters: SeriesFilters, after: int | None, limit: int
) -> Page[SeriesListing]:
    """Return the series behind the series `after`, at most `limit`."""
    conditions = all_conditions(project_id, filters)
    total = session.scalar(select(func.count()).select_from(SeriesRow).where(*conditions)) or 0
    page = _ordered(project_id).where(*conditions).limit(limit + 1)
    place = _place(session, project_id, after)
    if place is not None:
        page = page.where(tuple_(SuiteRow.name, BenchmarkRow.name, SeriesRow.id) > place)
    ids = [row.id for row in session.execute(page)]
    return Page(read_listings(session, project_id, ids[:limit]), total, next_cursor(ids, limit))


def read_series_ids(
    session: Session, project_id: int, filters: SeriesFilters, most: int
) -> tuple[list[int], int]:
    """Return the first series that pass the filters, and how many there are in all."""
    conditions = all_conditions(project_id, filters)
    total = session.scalar(select(func.count()).select_from(SeriesRow).where(*conditions)) or 0
    found = session.execute(_ordered(project_id).where(*conditions).limit(most))
    return [row.id for row in found], total


def read_listings(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> list[SeriesListing]:
    """Return the series with these ids, in their order."""
    labels = read_labels(session, project_id, series_ids)
    cursor = raw_connection(session).cursor(row_factory=args_row(_State), binary=True)
    cursor.execute(STATES, (project_id, list(series_ids)))
    states = {state.series_id: state for state in cursor}
    commits = read_commits(session, project_id, (state.commit_id for state in states.values()))
    return [
        _listing(labels[series_id], states.get(series_id), commits)
        for series_id in series_ids
        if series_id in labels
    ]


def _listing(
    label: SeriesLabel, state: _State | None, commits: dict[int, CommitRef]
) -> SeriesListing:
    if state is None or state.commit_id not in commits:
        return SeriesListing(label, 0, None, 0, [])
    latest = LatestPoint(
        state.value,
        state.low,
        state.high,
        state.samples,
        commits[state.commit_id],
        state.measured_at,
    )
    sparkline = newest_values(state.tail, SPARKLINE)
    return SeriesListing(label, state.n, latest, state.open_changes, sparkline)


def _ordered(project_id: int) -> Select[int, str, str]:
    """Select series by the names of suite and benchmark; within one, in the order of first sight.

    First sight follows the order of the report, so that values of a parameter stay sorted.
    """
    return (
        select(SeriesRow.id, SuiteRow.name.label("suite"), BenchmarkRow.name.label("benchmark"))
        .join(
            BenchmarkRow,
            (BenchmarkRow.project_id == SeriesRow.project_id)
            & (BenchmarkRow.id == SeriesRow.benchmark_id),
        )
        .join(
            SuiteRow,
            (SuiteRow.project_id == SeriesRow.project_id) & (SuiteRow.id == SeriesRow.suite_id),
        )
        .where(SeriesRow.project_id == project_id)
        .order_by(SuiteRow.name, BenchmarkRow.name, SeriesRow.id)
    )


def _place(session: Session, project_id: int, after: int | None) -> tuple[str, str, int] | None:
    if after is None:
        return None
    found = session.execute(
        _ordered(project_id)
        .with_only_columns(SuiteRow.name, BenchmarkRow.name, SeriesRow.id)
        .where(SeriesRow.id == after)
    ).one_or_none()
    return (found[0], found[1], found[2]) if found else None
