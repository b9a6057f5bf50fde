"""Sweeps in the database: benchmarks with an axis, and the results along it in one run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.curves import SweepRow
from backend.domain.sweeps.results import SweepResult
from backend.domain.sweeps.sources import MeasuredRun
from backend.storage.engine import cursor_of, raw_connection

FEWEST_VALUES = 3
"""Numbers of one parameter that make an axis where the suite names none."""
RUNS = 50
LOOKED = 80
"""Newest results of each series among which the runs of a sweep are looked for."""

SWEEPS: LiteralString = """
with axis as (
    select v.benchmark_id, each.key as name, count(distinct each.value) as values
    from variant v, jsonb_each(v.parameters) as each
    where v.project_id = %(project)s and jsonb_typeof(each.value) = 'number'
    group by v.benchmark_id, each.key
), measured as (
    select s.benchmark_id, array_agg(distinct metric.name order by metric.name) as metrics,
           array_agg(distinct testbed.name order by testbed.name) as testbeds,
           max(state.last_measured_at) as latest
    from series s
    join metric on metric.project_id = s.project_id and metric.id = s.metric_id
    join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
    left join series_state state on state.project_id = s.project_id and state.series_id = s.id
    where s.project_id = %(project)s and not s.is_hidden
    group by s.benchmark_id
)
select b.id, suite.name, b.name, axis.name, axis.values, measured.metrics, measured.testbeds,
       measured.latest
from benchmark b
join suite on suite.project_id = b.project_id and suite.id = b.suite_id
join axis on axis.benchmark_id = b.id
join measured on measured.benchmark_id = b.id
where b.project_id = %(project)s
  and (axis.name = any(b.sweep_axes) or axis.values >= %(fewest)s)
order by measured.latest desc nulls last, suite.name, b.name, axis.name
"""
BENCHMARK: LiteralString = """
select suite.name, b.name
from benchmark b
join suite on suite.project_id = b.project_id and suite.id = b.suite_id
where b.project_id = %s and b.id = %s
"""
PLACES: LiteralString = """
select s.id, metric.name, metric.unit, metric.direction, testbed.name, branch.name,
       state.last_measured_at
from series s
join variant v on v.project_id = s.project_id and v.id = s.variant_id
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
left join series_state state on state.project_id = s.project_id and state.series_id = s.id
where s.project_id = %s and s.benchmark_id = %s and jsonb_typeof(v.parameters -> %s) = 'number'
  and not s.is_hidden
order by s.metric_id, s.id
"""
SWEPT: LiteralString = """
select s.id,
       (select name from suite where project_id = s.project_id and id = s.suite_id),
       (select name from benchmark where project_id = s.project_id and id = s.benchmark_id),
       v.parameters, metric.name, metric.unit, metric.direction, metric.noise, testbed.name,
       branch.name, s.suite_id, s.benchmark_id, state.last_measured_at
from series s
join variant v on v.project_id = s.project_id and v.id = s.variant_id
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
left join series_state state on state.project_id = s.project_id and state.series_id = s.id
where s.project_id = %s and s.benchmark_id = any(%s) and not s.is_hidden
order by s.metric_id, s.id
"""
MEASURED: LiteralString = """
select run.id
from (select distinct run_id from result where project_id = %s and series_id = any(%s)) as of
join run on run.project_id = %s and run.id = of.run_id
order by run.started_at desc, run.id desc
limit %s
"""
SWEPT_RUNS: LiteralString = """
with ends as (
    select asked.sweep, v.parameters - asked.axis as facet, s.id as series_id, r.run_id, r.position
    from unnest(%(series)s::bigint[], %(sweeps)s::int[], %(axes)s::text[])
         as asked (id, sweep, axis)
    join series s on s.project_id = %(project)s and s.id = asked.id
    join variant v on v.project_id = s.project_id and v.id = s.variant_id
    cross join lateral (
        select run_id, position from result
        where project_id = s.project_id and series_id = s.id
        order by position desc, run_id desc
        limit %(looked)s) as r
    where jsonb_typeof(v.parameters -> asked.axis) = 'number'
), several as (
    select sweep, run_id, position, array_agg(series_id) as held
    from (select *, count(*) over (partition by sweep, run_id, position, facet) as values
          from ends) as curves
    where values > 1
    group by sweep, run_id, position
)
select several.sweep, run.id, run.commit_id, several.position, run.started_at,
       run.agent is not null, several.held
from several
join run on run.project_id = %(project)s and run.id = several.run_id
order by several.sweep, run.started_at desc, run.id desc
"""
RESULTS: LiteralString = """
select r.run_id, r.series_id, r.value, r.low, r.high, r.sd, r.n, r.samples, r.rounds
from unnest(%(series)s::bigint[], %(runs)s::bigint[]) as asked (series_id, run_id)
join result r on r.project_id = %(project)s and r.series_id = asked.series_id
             and r.run_id = asked.run_id
order by r.run_id, r.series_id
"""
FAILED_VARIANTS: LiteralString = """
select v.parameters
from failed_result f
join variant v on v.project_id = f.project_id and v.id = f.variant_id
left join metric on metric.project_id = f.project_id and metric.id = f.metric_id
where f.project_id = %(project)s and f.run_id = any(%(runs)s) and v.benchmark_id = %(benchmark)s
  and jsonb_typeof(v.parameters -> %(axis)s) = 'number'
  and (f.metric_id is null or metric.name = %(metric)s)
order by f.id
"""
FAILED: LiteralString = """
select distinct (v.parameters ->> %(axis)s)::float8
from failed_result f
join variant v on v.project_id = f.project_id and v.id = f.variant_id
left join metric on metric.project_id = f.project_id and metric.id = f.metric_id
where f.project_id = %(project)s and f.run_id = any(%(runs)s) and v.benchmark_id = %(benchmark)s
  and jsonb_typeof(v.parameters -> %(axis)s) = 'number'
  and (f.metric_id is null or metric.name = %(metric)s)
order by 1
"""


@dataclass(frozen=True, slots=True)
class SweptSeries:
    """A series on an axis, where it was measured, and when last."""

    id: int
    metric: str
    unit: str
    direction: str
    testbed: str
    branch: str
    last_measured_at: datetime | None


def read_sweeps(session: Session, project_id: int) -> list[SweepRow]:
    """Return every benchmark and axis, the one measured last in front."""
    cursor = cursor_of(session, SweepRow)
    return cursor.execute(SWEEPS, {"project": project_id, "fewest": FEWEST_VALUES}).fetchall()


def read_benchmark(session: Session, project_id: int, benchmark_id: int) -> tuple[str, str] | None:
    """Return the names of suite and benchmark."""
    row = raw_connection(session).execute(BENCHMARK, (project_id, benchmark_id)).fetchone()
    return (row[0], row[1]) if row else None


def read_swept_series(
    session: Session, project_id: int, benchmark_id: int, axis: str
) -> list[SweptSeries]:
    cursor = cursor_of(session, SweptSeries)
    return cursor.execute(PLACES, (project_id, benchmark_id, axis)).fetchall()


def read_swept_benchmarks(
    session: Session, project_id: int, benchmark_ids: Sequence[int]
) -> list[tuple[SeriesLabel, SweptSeries]]:
    """Return all series of benchmarks, each with its label."""
    asked = project_id, list(benchmark_ids)
    rows = raw_connection(session).execute(SWEPT, asked).fetchall()
    return [_swept(SeriesLabel(*row[:-1]), row[-1]) for row in rows]


def _swept(label: SeriesLabel, latest: datetime | None) -> tuple[SeriesLabel, SweptSeries]:
    return label, SweptSeries(
        label.id, label.metric, label.unit, label.direction, label.testbed, label.branch, latest
    )


def read_run_ids(session: Session, project_id: int, series_ids: Sequence[int]) -> list[int]:
    """Return the runs with a result of any of the series, the newest first, at most 50."""
    asked = (project_id, list(series_ids), project_id, RUNS)
    return [row[0] for row in raw_connection(session).execute(MEASURED, asked)]


def read_measured_runs(
    session: Session, project_id: int, asked: Sequence[tuple[str, Sequence[int]]]
) -> list[list[MeasuredRun]]:
    """Return the runs that measured several values of a curve, the one started last first.

    `asked` is the axis and the series of each sweep.
    """
    places = [(id_, place, axis) for place, (axis, ids) in enumerate(asked) for id_ in ids]
    said = {
        "project": project_id,
        "series": [id_ for id_, _, _ in places],
        "sweeps": [place for _, place, _ in places],
        "axes": [axis for _, _, axis in places],
        "looked": LOOKED,
    }
    found: list[list[MeasuredRun]] = [[] for _ in asked]
    for place, *facts in raw_connection(session).execute(SWEPT_RUNS, said).fetchall():
        found[place].append(MeasuredRun(*facts))
    return found


def read_results(
    session: Session,
    project_id: int,
    labels: Mapping[int, SeriesLabel],
    wanted: Sequence[tuple[Sequence[int], Sequence[int]]],
) -> dict[int, list[SweepResult]]:
    """Return the results of each run, oldest run first; `wanted` are series and runs of them."""
    pairs = {(one, run) for ids, runs in wanted for one in ids for run in runs}
    asked = {
        "project": project_id,
        "series": [one for one, _ in pairs],
        "runs": [run for _, run in pairs],
    }
    cursor = raw_connection(session).cursor(binary=True)
    found: dict[int, list[SweepResult]] = {}
    for run_id, series_id, *numbers in cursor.execute(RESULTS, asked).fetchall():
        found.setdefault(run_id, []).append(_result(labels[series_id], *numbers))
    return found


def read_failed_variants(
    session: Session, project_id: int, run_ids: Sequence[int], asked: tuple[int, str, str]
) -> list[dict[str, Scalar]]:
    """Return the parameters of variants that failed; `asked` is benchmark, axis and metric."""
    names = _failed_names(project_id, run_ids, asked)
    return [row[0] for row in raw_connection(session).execute(FAILED_VARIANTS, names)]


def _result(  # noqa: PLR0913 - the columns of a result
    series: SeriesLabel,
    value: float,
    low: float | None,
    high: float | None,
    sd: float | None,
    n: int,
    samples: list[float] | None,
    rounds: list[int] | None,
) -> SweepResult:
    return SweepResult(series, value, low, high, sd, n, samples, rounds)


def read_failed_values(
    session: Session, project_id: int, run_ids: Sequence[int], asked: tuple[int, str, str]
) -> list[float]:
    """Return the axis values that failed in runs; `asked` is benchmark, axis and metric."""
    names = _failed_names(project_id, run_ids, asked)
    return [row[0] for row in raw_connection(session).execute(FAILED, names)]


def _failed_names(
    project_id: int, run_ids: Sequence[int], asked: tuple[int, str, str]
) -> dict[str, int | str | list[int]]:
    benchmark_id, axis, metric = asked
    return {
        "axis": axis,
        "project": project_id,
        "runs": list(run_ids),
        "benchmark": benchmark_id,
        "metric": metric,
    }
