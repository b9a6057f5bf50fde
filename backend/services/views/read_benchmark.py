"""One benchmark for people: what it is, its series, and what was found in them."""

import math
from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.metric_order import ordered_metrics
from backend.domain.errors import NotFoundError
from backend.domain.filled import filled
from backend.domain.machines.testbed_noise import FEWEST_POINTS, change_within
from backend.domain.pages import PageRequest
from backend.domain.quantities import Quantity
from backend.domain.views.catalogue_pages import (
    BenchmarkDetail,
    BenchmarkFailure,
    BenchmarkSeries,
    Definition,
)
from backend.storage.changes.lists import ChangeQuery, read_change_page
from backend.storage.commits.refs import read_commits
from backend.storage.reports.profiles import read_profiles_of_benchmark
from backend.storage.series.lists import read_listings
from backend.storage.views import benchmark_pages
from backend.storage.views.benchmark_pages import SeriesNoiseRow

MOST_SERIES = 200
MOST_CHANGES = 20
MOST_FAILURES = 20
MOST_PROFILES = 20


def read_benchmark(session: Session, project_id: int, benchmark_id: int) -> BenchmarkDetail:
    """Return one benchmark; NotFoundError where the project has none with this id."""
    head = benchmark_pages.read_head(session, project_id, benchmark_id)
    if head is None:
        raise NotFoundError(f"there is no benchmark {benchmark_id} in this project")
    known = benchmark_pages.read_series(session, project_id, head)
    told = (Quantity(one.metric, one.unit, one.direction) for one in known)
    metrics = ordered_metrics(told, head.metrics)
    known.sort(key=lambda one: (one.open_changes == 0, metrics.index(one.metric), -one.points))
    query = ChangeQuery(series=SeriesFilters(suite=[head.suite], benchmark=[head.name]))
    changes = read_change_page(session, project_id, query, PageRequest(None, MOST_CHANGES))
    failures = benchmark_pages.read_failures(session, project_id, benchmark_id, MOST_FAILURES)
    commits = read_commits(session, project_id, (one.commit for one in failures))
    return filled(
        BenchmarkDetail,
        head,
        metrics=metrics,
        definitions=_definitions(session, project_id, known),
        series=_series(session, project_id, known[:MOST_SERIES]),
        series_total=len(known),
        changes=changes.rows,
        change_total=changes.total,
        failures=[
            BenchmarkFailure(
                one.run, one.parameters, one.metric, one.kind, one.message, commits.get(one.commit)
            )
            for one in failures
        ],
        failure_total=failures[0].total if failures else 0,
        profiles=read_profiles_of_benchmark(session, project_id, benchmark_id, MOST_PROFILES),
    )


def _definitions(
    session: Session, project_id: int, known: Sequence[SeriesNoiseRow]
) -> list[Definition]:
    busiest = max(known, key=lambda one: one.points, default=None)
    if busiest is None:
        return []
    rows = benchmark_pages.read_definitions(session, project_id, busiest.id)
    commits = read_commits(
        session, project_id, (id_ for one in rows for id_ in (one.first_commit, one.last_commit))
    )
    return [
        filled(
            Definition, one, first=commits.get(one.first_commit), last=commits.get(one.last_commit)
        )
        for one in rows
    ]


def _series(
    session: Session, project_id: int, known: Sequence[SeriesNoiseRow]
) -> list[BenchmarkSeries]:
    rows = {one.id: one for one in known}
    return [
        filled(
            BenchmarkSeries,
            one,
            smallest_change=_smallest_change(rows[one.series.id]),
            is_of_pull=rows[one.series.id].is_of_pull,
        )
        for one in read_listings(session, project_id, list(rows))
    ]


def _smallest_change(row: SeriesNoiseRow) -> float | None:
    if not row.is_logarithmic or row.points < FEWEST_POINTS or not math.isfinite(row.sigma):
        return None
    change = change_within(row.sigma, row.rho, row.regime_n)
    return change if math.isfinite(change) else None
