"""A pivot table of the newest results of the series that pass the filters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import TAG, SeriesFilters
from backend.domain.comparisons.results import SeriesScatter
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
    series: Sequence[int] = ()
    """Of those that match only these; all where none is named."""


def read_pivot(
    session: Session, project_id: int, filters: SeriesFilters, asked: PivotRequest
) -> PivotTable:
    """Return the newest results in rows and columns; series without any are left out."""
    ids, matching = read_series_ids(session, project_id, filters, MOST_SERIES, asked.series)
    has_tags = any(facet.startswith(TAG) for facet in (asked.rows, asked.columns))
    tags = read_benchmark_tags(session, project_id) if has_tags else {}
    listed = [
        (one, one.latest)
        for one in read_listings(session, project_id, ids)
        if one.latest is not None
    ]
    noise: Mapping[int, SeriesScatter] = {}
    if asked.against is not None:
        noise = read_noise(session, project_id, ids).apart_from_labelled(
            [one.series for one, _ in listed], [latest.value for _, latest in listed]
        )
    series = [
        PivotSeries(
            one.series,
            tags.get(one.series.benchmark_id, {}),
            latest.value,
            latest.low,
            latest.high,
            latest.n,
            (one.series.suite, one.series.testbed, latest.commit.id, latest.measured_at),
            noise.get(one.series.id),
        )
        for one, latest in listed
    ]
    table = pivot_of(series, asked.rows, asked.columns, asked.against)
    return PivotTable(len(series), matching, table)
