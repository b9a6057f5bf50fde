"""Lists of series, a page at a time, by suite, benchmark, and what tells most."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Select,
    cast,
    func,
    select,
    true,
    tuple_,
)
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.pages import Page, PageRequest, next_cursor
from backend.domain.series.lists import LatestPoint, SeriesListing, newest_values
from backend.storage.catalogue.filters import all_conditions
from backend.storage.catalogue.labels import read_labels
from backend.storage.catalogue.metric_order import read_in_order
from backend.storage.changes.open_changes import COUNT_OF_SERIES
from backend.storage.commits.refs import read_commits
from backend.storage.engine import cursor_of
from backend.storage.series.facets import count_shown
from backend.storage.tables.catalogue import BenchmarkRow, MetricRow, SuiteRow
from backend.storage.tables.series import SeriesRow

SPARKLINE = 40
"""Values shown beside a series in a list."""
UNNAMED = 1_000
"""Place of a metric that its benchmark's manifest does not name."""

STATES: LiteralString = f"""
select series_id, n, last_value, last_low, last_high, last_n, last_commit_id, last_measured_at,
       {COUNT_OF_SERIES} as open_changes, tail
from series_state state
where project_id = %s and series_id = any(%s)
"""  # noqa: S608  a constant condition


@dataclass(frozen=True, slots=True)
class _ListPosition:
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
    session: Session, project_id: int, filters: SeriesFilters, page: PageRequest
) -> Page[SeriesListing]:
    """Return one page of the series that pass the filters."""
    conditions = all_conditions(project_id, filters)
    total = count_shown(session, project_id) if filters.is_empty else _count(session, conditions)
    asked = _ordered(session, project_id, conditions).limit(page.limit + 1)
    place = (
        page.after
        and session.execute(
            _ordered(session, project_id, [SeriesRow.id == page.after])
        ).one_or_none()
    )
    if place:
        asked = asked.where(tuple_(*asked.selected_columns) > tuple(place))
    ids = [row.id for row in session.execute(asked)]
    rows = read_listings(session, project_id, ids[: page.limit])
    return Page(rows, total, next_cursor(ids, page.limit))


def read_series_ids(
    session: Session,
    project_id: int,
    filters: SeriesFilters,
    most: int,
    among: Sequence[int] = (),
) -> tuple[list[int], int]:
    """Return the first series that pass the filters, and how many there are in all.

    Of those `among` only, where any are named.
    """
    conditions = all_conditions(project_id, filters)
    if among:
        conditions.append(SeriesRow.id.in_(among))
    total = _count(session, conditions)
    found = session.execute(_ordered(session, project_id, conditions).limit(most))
    return [row.id for row in found], total


def _count(session: Session, conditions: Sequence[ColumnElement[bool]]) -> int:
    return session.scalar(select(func.count()).select_from(SeriesRow).where(*conditions)) or 0


def read_listings(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> list[SeriesListing]:
    """Return the series with these ids, in their order."""
    labels = read_labels(session, project_id, series_ids)
    cursor = cursor_of(session, _ListPosition, binary=True)
    cursor.execute(STATES, (project_id, list(series_ids)))
    states = {state.series_id: state for state in cursor}
    commits = read_commits(session, project_id, (state.commit_id for state in states.values()))
    return [
        _listing(labels[series_id], states.get(series_id), commits)
        for series_id in series_ids
        if series_id in labels
    ]


def _listing(
    label: SeriesLabel, state: _ListPosition | None, commits: dict[int, CommitRef]
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


def _ordered(
    session: Session, project_id: int, conditions: Sequence[ColumnElement[bool]]
) -> Select[Any]:
    """Select series by suite, benchmark, and metric, that which tells most first.

    Series of one metric stand in the order of first sight, which follows that of the report, so
    that values of a parameter stay sorted. Suites are walked one by one, since a page ends in the
    first ones: joined at once, PostgreSQL names all series of a project before it sorts them.
    """
    suite = (
        select(SuiteRow.id, SuiteRow.name)
        .where(SuiteRow.project_id == project_id)
        .order_by(SuiteRow.name)
        .subquery("by_suite")
    )
    benchmark = (
        select(BenchmarkRow.id, BenchmarkRow.name, BenchmarkRow.metrics)
        .where(BenchmarkRow.project_id == project_id, BenchmarkRow.suite_id == suite.c.id)
        .order_by(BenchmarkRow.name)
        .lateral("by_benchmark")
    )
    order = read_in_order(session, project_id)
    ids, sections = (cast(each, ARRAY(BigInteger)) for each in (order.ids, order.sections))
    told = func.unnest(ids, sections).table_valued(
        "id", "section", with_ordinality="place", name="telling"
    )
    telling = told.render_derived()
    manifest = func.coalesce(func.array_position(benchmark.c.metrics, MetricRow.name), UNNAMED)
    named = telling.c.section * (UNNAMED + 1) + manifest
    places = suite.c.name, benchmark.c.name, named, telling.c.place, SeriesRow.id
    return (
        select(*places)
        .select_from(suite)
        .join(benchmark, true())
        .join(
            SeriesRow,
            (SeriesRow.project_id == project_id)
            & (SeriesRow.suite_id == suite.c.id)
            & (SeriesRow.benchmark_id == benchmark.c.id),
        )
        .join(
            MetricRow,
            (MetricRow.project_id == project_id) & (MetricRow.id == SeriesRow.metric_id),
        )
        .join(telling, telling.c.id == SeriesRow.metric_id)
        .where(*conditions)
        .order_by(*places)
    )
