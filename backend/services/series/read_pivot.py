"""A pivot table of the newest results of the series that pass the filters."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import TAG, SeriesFilters
from backend.domain.series.pivots import Pivot, PivotSeries, pivot_of
from backend.storage.catalogue.suites import read_benchmark_tags
from backend.storage.comparisons.sides import read_noise
from backend.storage.series.lists import read_listings, read_series_ids

MOST_SERIES = 5_000


@dataclass(frozen=True, slots=True)
class PivotTable:
    """The table, and how many of the series that match are in it."""

    series: int
    matching: int
    table: Pivot


@dataclass(frozen=True, slots=True)
class PivotRequest:
    rows: str
    columns: str
    against: str | None
    """Value of the column that the others are divided by."""


def read_pivot(
    session: Session, project_id: int, filters: SeriesFilters, asked: PivotRequest
) -> PivotTable:
    """Return the newest results in rows and columns; series without any are left out."""
    ids, matching = read_series_ids(session, project_id, filters, MOST_SERIES)
    has_tags = any(facet.startswith(TAG) for facet in (asked.rows, asked.columns))
    tags = read_benchmark_tags(session, project_id) if has_tags else {}
    noise = read_noise(session, project_id, ids) if asked.against is not None else {}
    series = [
        PivotSeries(
            one.series,
            tags.get(one.series.benchmark_id, {}),
            one.latest.value,
            one.latest.low,
            one.latest.high,
            one.latest.n,
            (one.series.suite, one.series.testbed, one.latest.commit.id, one.latest.measured_at),
            noise.get(one.series.id),
        )
        for one in read_listings(session, project_id, ids)
        if one.latest is not None
    ]
    table = pivot_of(series, asked.rows, asked.columns, asked.against)
    return PivotTable(len(series), matching, table)
