"""One suite for people: what it measures, and what came of it lately."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.metric_order import ordered_metrics
from backend.domain.errors import NotFoundError
from backend.domain.filled import filled
from backend.domain.pages import PageRequest
from backend.domain.quantities import Quantity
from backend.domain.series.lists import SeriesListing
from backend.domain.views.catalogue_pages import SuiteBenchmark, SuiteDetail
from backend.storage.reports.profiles import read_profiles_of_run
from backend.storage.reports.run_lists import read_run_page
from backend.storage.reports.run_pages import read_failures_of_run
from backend.storage.series.lists import read_listings
from backend.storage.views import suite_pages
from backend.storage.views.suite_pages import Busiest, SuiteBenchmarkRow

RUNS = 20
MOST_FAILED = 50


def read_suite(session: Session, project_id: int, suite_id: int) -> SuiteDetail:
    """Return one suite; NotFoundError where the project has none with this id."""
    head = suite_pages.read_head(session, project_id, suite_id)
    if head is None:
        raise NotFoundError(f"there is no suite {suite_id} in this project")
    newest = suite_pages.find_newest_run(session, project_id, suite_id)
    goals = suite_pages.read_newest_goals(session, project_id, suite_id)
    profiled = suite_pages.find_profiled_run(session, project_id, suite_id)
    benchmarks = _benchmarks(session, project_id, suite_id)
    failed = read_failures_of_run(session, project_id, newest[0]) if newest else []
    return filled(
        SuiteDetail,
        head,
        version=newest[1] if newest else "",
        regressions=sum(one.regressions for one in benchmarks),
        improvements=sum(one.improvements for one in benchmarks),
        history=sum(one.history for one in benchmarks),
        metrics=suite_pages.read_metrics(session, project_id, suite_id),
        benchmarks=benchmarks,
        benchmark_total=suite_pages.count_benchmarks(session, project_id, suite_id),
        recent_runs=read_run_page(
            session, project_id, SeriesFilters(suite=[head.name]), PageRequest(None, RUNS)
        ).rows,
        failed=failed[:MOST_FAILED],
        goals_run=goals[0] if goals else None,
        goals=goals[1] if goals else [],
        profiles=read_profiles_of_run(session, project_id, profiled) if profiled else [],
    )


def _benchmarks(session: Session, project_id: int, suite_id: int) -> list[SuiteBenchmark]:
    rows = suite_pages.read_benchmarks(session, project_id, suite_id)
    ids = [row.id for row in rows]
    busiest = suite_pages.read_busiest(session, project_id, suite_id, ids)
    shown = {row.id: _shown(row, busiest) for row in rows}
    series = [one for one in shown.values() if one is not None]
    listings = {one.series.id: one for one in read_listings(session, project_id, series)}
    parameters = suite_pages.read_parameter_names(session, project_id, ids)
    return [
        _benchmark(row, parameters.get(row.id, []), listings.get(shown[row.id] or 0))
        for row in rows
    ]


def _shown(row: SuiteBenchmarkRow, busiest: Sequence[Busiest]) -> int | None:
    """Return the series of a benchmark's first metric."""
    own = [one for one in busiest if one.benchmark_id == row.id]
    metrics = (Quantity(one.metric, one.unit, one.direction) for one in own)
    first = next(iter(ordered_metrics(metrics, row.metrics)), None)
    return next((one.series_id for one in own if one.metric == first), None)


def _benchmark(
    row: SuiteBenchmarkRow, parameters: Sequence[str], listing: SeriesListing | None
) -> SuiteBenchmark:
    return filled(
        SuiteBenchmark,
        row,
        parameters=parameters,
        shown=listing.series if listing else None,
        values=listing.sparkline if listing else [],
        latest=listing.latest if listing else None,
    )
