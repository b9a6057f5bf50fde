"""One suite whole: its metrics, its benchmarks with a series each, and its newest runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

import msgspec
from sqlalchemy.orm import Session

from backend.domain.reports.conditions import SuiteGoal
from backend.domain.views.catalogue_pages import SuiteMetric
from backend.storage.catalogue.swept_axes import SWEPT_AXES
from backend.storage.changes.open_changes import IN_GROUP, IS_HISTORY, NOT_OF_PULL, STANDS
from backend.storage.engine import cursor_of, raw_connection

MOST_BENCHMARKS = 300

SUITE: LiteralString = """
select suite.id, suite.name, suite.summary, counted.runs, counted.last_run_at,
       (select count(*) from series s
        where s.project_id = suite.project_id and s.suite_id = suite.id and not s.is_hidden)
from suite
cross join lateral (
    select count(*) as runs, max(started_at) as last_run_at
    from run where run.project_id = suite.project_id and run.suite_id = suite.id
) as counted
where suite.project_id = %s and suite.id = %s
"""
METRICS: LiteralString = """
select metric.name, metric.unit, metric.direction, metric.noise, metric.summary, counted.series
from metric
join (
    select metric_id, count(*) as series
    from series where project_id = %(project)s and suite_id = %(suite)s and not is_hidden
    group by metric_id
) as counted on counted.metric_id = metric.id
where metric.project_id = %(project)s and metric.suite_id = %(suite)s
order by metric.name
"""
BENCHMARKS: LiteralString = """
with counted as (
    select benchmark_id, count(*) as series, count(distinct variant_id) as variants
    from series where project_id = %(project)s and suite_id = %(suite)s and not is_hidden
    group by benchmark_id
), changed as (
    select s.benchmark_id,
           count(*) filter (where c.verdict = 'regression' and not ({is_history})) as regressions,
           count(*) filter (where c.verdict = 'improvement' and not ({is_history}))
               as improvements,
           count(*) filter (where {is_history}) as history
    from change_point c
    join series s on s.project_id = c.project_id and s.id = c.series_id
    {in_group}
    where c.project_id = %(project)s and s.suite_id = %(suite)s and not s.is_hidden and {stands}
      and {not_of_pull}
    group by s.benchmark_id
)
select benchmark.id, benchmark.name, benchmark.summary, benchmark.tags, {swept},
       benchmark.metrics, counted.variants, counted.series, coalesce(changed.regressions, 0),
       coalesce(changed.improvements, 0), coalesce(changed.history, 0)
from benchmark
join counted on counted.benchmark_id = benchmark.id
left join changed on changed.benchmark_id = benchmark.id
where benchmark.project_id = %(project)s and benchmark.suite_id = %(suite)s
order by coalesce(changed.regressions, 0) desc, coalesce(changed.improvements, 0) desc,
         coalesce(changed.history, 0) desc, benchmark.name
limit %(most)s
"""
BUSIEST: LiteralString = """
select distinct on (s.benchmark_id, s.metric_id) s.benchmark_id, metric.name, metric.unit,
       metric.direction, s.id
from series s
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
left join series_state state on state.project_id = s.project_id and state.series_id = s.id
where s.project_id = %(project)s and s.suite_id = %(suite)s and not s.is_hidden
  and s.benchmark_id = any(%(benchmarks)s)
order by s.benchmark_id, s.metric_id, state.n desc nulls last, s.id
"""
PARAMETERS: LiteralString = """
select benchmark_id, array_agg(distinct name order by name)
from variant cross join lateral jsonb_object_keys(parameters) as name
where project_id = %s and benchmark_id = any(%s)
group by benchmark_id
"""
NEWEST: LiteralString = """
select id, suite_version from run where project_id = %s and suite_id = %s
order by started_at desc, id desc
limit 1
"""
# the newest of each testbed first: a run is read, not a history
GOALS: LiteralString = """
select id, conditions -> 'goals'
from (
    select id, conditions from run
    where project_id = %s and suite_id = %s
    order by started_at desc, id desc
    limit 20
) as newest
where jsonb_array_length(coalesce(conditions -> 'goals', '[]')) > 0
limit 1
"""
PROFILED: LiteralString = """
select newest.id
from (
    select id from run
    where project_id = %(project)s and suite_id = %(suite)s
    order by started_at desc, id desc
    limit 20
) as newest
where exists (select from profile
              where profile.project_id = %(project)s and profile.run_id = newest.id)
limit 1
"""


@dataclass(frozen=True, slots=True)
class SuiteHead:
    id: int
    name: str
    summary: str
    runs: int
    last_run_at: datetime | None
    series: int


@dataclass(frozen=True, slots=True)
class SuiteBenchmarkRow:
    id: int
    name: str
    summary: str
    tags: dict[str, str]
    sweep_axes: list[str]
    metrics: list[str]
    variants: int
    series: int
    regressions: int
    improvements: int
    history: int


@dataclass(frozen=True, slots=True)
class Busiest:
    """The series with the most points of one benchmark and metric."""

    benchmark_id: int
    metric: str
    unit: str
    direction: str
    series_id: int


def read_head(session: Session, project_id: int, suite_id: int) -> SuiteHead | None:
    return cursor_of(session, SuiteHead).execute(SUITE, (project_id, suite_id)).fetchone()


def read_metrics(session: Session, project_id: int, suite_id: int) -> list[SuiteMetric]:
    cursor = cursor_of(session, SuiteMetric)
    return cursor.execute(METRICS, {"project": project_id, "suite": suite_id}).fetchall()


def read_benchmarks(session: Session, project_id: int, suite_id: int) -> list[SuiteBenchmarkRow]:
    """Return the benchmarks of a suite, those with open changes first, then those with history."""
    asked = {"project": project_id, "suite": suite_id, "most": MOST_BENCHMARKS}
    query = BENCHMARKS.format(
        swept=SWEPT_AXES.format(benchmark="benchmark"),
        is_history=IS_HISTORY,
        in_group=IN_GROUP,
        stands=STANDS,
        not_of_pull=NOT_OF_PULL,
    )
    return cursor_of(session, SuiteBenchmarkRow).execute(query, asked).fetchall()


def count_benchmarks(session: Session, project_id: int, suite_id: int) -> int:
    query: LiteralString = "select count(*) from benchmark where project_id = %s and suite_id = %s"
    row = raw_connection(session).execute(query, (project_id, suite_id)).fetchone()
    return row[0] if row else 0


def read_busiest(
    session: Session, project_id: int, suite_id: int, benchmark_ids: Sequence[int]
) -> list[Busiest]:
    asked = {"project": project_id, "suite": suite_id, "benchmarks": list(benchmark_ids)}
    return cursor_of(session, Busiest).execute(BUSIEST, asked).fetchall()


def read_parameter_names(
    session: Session, project_id: int, benchmark_ids: Sequence[int]
) -> dict[int, list[str]]:
    rows = raw_connection(session).execute(PARAMETERS, (project_id, list(benchmark_ids)))
    return dict(rows.fetchall())


def find_newest_run(session: Session, project_id: int, suite_id: int) -> tuple[int, str] | None:
    """Return the newest run of a suite and the version that it printed."""
    return raw_connection(session).execute(NEWEST, (project_id, suite_id)).fetchone()


def read_newest_goals(
    session: Session, project_id: int, suite_id: int
) -> tuple[int, list[SuiteGoal]] | None:
    row = raw_connection(session).execute(GOALS, (project_id, suite_id)).fetchone()
    return (row[0], msgspec.convert(row[1], list[SuiteGoal])) if row else None


def find_profiled_run(session: Session, project_id: int, suite_id: int) -> int | None:
    asked = {"project": project_id, "suite": suite_id}
    row = raw_connection(session).execute(PROFILED, asked).fetchone()
    return row[0] if row else None
