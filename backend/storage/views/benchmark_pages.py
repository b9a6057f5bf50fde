"""One benchmark whole: its definitions, its series, its failures."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.domain.views.catalogue_pages import BenchmarkHead
from backend.storage.catalogue.swept_axes import SWEPT_AXES
from backend.storage.changes.open_changes import COUNT_OF_SERIES
from backend.storage.engine import cursor_of

MOST_POINTS = 2_000
"""Newest points of one series that definitions are read from."""

BENCHMARK: LiteralString = """
select benchmark.id, benchmark.name, benchmark.summary, suite.name, suite.id, benchmark.tags,
       {swept}, benchmark.version_hash, benchmark.metrics,
       (select count(*) from variant v
        where v.project_id = benchmark.project_id and v.benchmark_id = benchmark.id)
from benchmark
join suite on suite.project_id = benchmark.project_id and suite.id = benchmark.suite_id
where benchmark.project_id = %s and benchmark.id = %s
"""
SERIES: LiteralString = f"""
select s.id, metric.name, metric.unit, metric.direction, coalesce(state.n, 0),
       {COUNT_OF_SERIES} as open_changes,
       coalesce(state.sigma, 'NaN'), coalesce(state.rho, 'NaN'), coalesce(state.regime_n, 0),
       coalesce(state.is_logarithmic, false), branch.pull_request is not null
from series s
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
left join series_state state on state.project_id = s.project_id and state.series_id = s.id
where s.project_id = %s and s.suite_id = %s and s.benchmark_id = %s and not s.is_hidden
order by open_changes desc, state.n desc nulls last, s.id
"""  # noqa: S608  a constant condition
DEFINITIONS: LiteralString = """
select benchmark_version, count(*), min(measured_at), max(measured_at),
       (array_agg(commit_id order by position, run_id))[1],
       (array_agg(commit_id order by position desc, run_id desc))[1]
from (
    select benchmark_version, measured_at, commit_id, position, run_id
    from result
    where project_id = %s and series_id = %s
    order by position desc, run_id desc
    limit %s
) as newest
where benchmark_version is not null
group by benchmark_version
order by min(position)
"""
FAILURES: LiteralString = """
select f.run_id, variant.parameters, metric.name, f.kind, f.message, f.commit_id,
       count(*) over ()
from variant
join failed_result f on f.project_id = variant.project_id and f.variant_id = variant.id
left join metric on metric.project_id = f.project_id and metric.id = f.metric_id
where variant.project_id = %s and variant.benchmark_id = %s and f.kind <> 'unavailable'
order by f.run_id desc, f.id
limit %s
"""


@dataclass(frozen=True, slots=True)
class SeriesNoiseRow:
    """What lists know of one series."""

    id: int
    metric: str
    unit: str
    direction: str
    points: int
    open_changes: int
    sigma: float
    rho: float
    regime_n: int
    is_logarithmic: bool
    is_of_pull: bool


@dataclass(frozen=True, slots=True)
class DefinitionRow:
    hash: str
    points: int
    first_at: datetime
    last_at: datetime
    first_commit: int
    last_commit: int


@dataclass(frozen=True, slots=True)
class FailureRow:
    run: int
    parameters: Mapping[str, Any]
    metric: str | None
    kind: str
    message: str
    commit: int
    total: int


def read_head(session: Session, project_id: int, benchmark_id: int) -> BenchmarkHead | None:
    return (
        cursor_of(session, BenchmarkHead)
        .execute(
            BENCHMARK.format(swept=SWEPT_AXES.format(benchmark="benchmark")),
            (project_id, benchmark_id),
        )
        .fetchone()
    )


def read_series(session: Session, project_id: int, head: BenchmarkHead) -> list[SeriesNoiseRow]:
    """Return all series of a benchmark, those with open changes and many points first."""
    cursor = cursor_of(session, SeriesNoiseRow)
    return cursor.execute(SERIES, (project_id, head.suite_id, head.id)).fetchall()


def read_definitions(session: Session, project_id: int, series_id: int) -> list[DefinitionRow]:
    """Return the versions that the newest points of a series were measured with, oldest first."""
    cursor = cursor_of(session, DefinitionRow)
    return cursor.execute(DEFINITIONS, (project_id, series_id, MOST_POINTS)).fetchall()


def read_failures(
    session: Session, project_id: int, benchmark_id: int, most: int
) -> list[FailureRow]:
    """Return the newest failures of a benchmark; what a machine cannot measure is none."""
    cursor = cursor_of(session, FailureRow)
    return cursor.execute(FAILURES, (project_id, benchmark_id, most)).fetchall()
