"""What a ladder can be made of: results of runs, and parameters whose values make rungs."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.ladders.records import RungResult
from backend.storage.engine import cursor_of, raw_connection

NEWEST_RUNS = 30
"""Runs whose results are offered, and as many again that a text names."""
MOST_RESULTS = 60
MOST_RUNS_OF_COMMIT = 20
FEWEST_VALUES = 3
MOST_SOURCES = 50

RESULTS: LiteralString = """
with named as (
    select run.id, run.suite_id, run.started_at,
           concat_ws(' ', 'run', run.id, suite.name, commit.name, commit.subject,
                     testbed.name) as text
    from run
    join commit on commit.project_id = run.project_id and commit.id = run.commit_id
    join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
    join suite on suite.project_id = run.project_id and suite.id = run.suite_id
    where run.project_id = %(project)s and (%(run)s::bigint is null or run.id = %(run)s)
      and (%(suite)s::text is null or suite.name = %(suite)s)
      and run.suite_id in (
          select suite_id from metric
          where project_id = %(project)s and unit = %(unit)s and direction = %(direction)s)
), chosen as (
    (select * from named order by started_at desc, id desc limit %(runs)s)
    union
    (select * from named where text ilike all(%(words)s::text[])
     order by started_at desc, id desc limit %(runs)s)
)
select r.series_id, r.run_id
from chosen
join result r on r.project_id = %(project)s and r.run_id = chosen.id
join series s on s.project_id = %(project)s and s.id = r.series_id
join metric m on m.project_id = %(project)s and m.id = s.metric_id
join benchmark b on b.project_id = %(project)s and b.id = s.benchmark_id
join variant v on v.project_id = %(project)s and v.id = s.variant_id
where m.unit = %(unit)s and m.direction = %(direction)s and r.value > 0
  and (%(metric)s::text is null or m.name = %(metric)s)
  and concat_ws(' ', chosen.text, b.name, v.parameters::text, m.name) ilike all(%(words)s::text[])
order by (r.series_id = %(like)s) desc, chosen.started_at desc, r.run_id desc,
         (b.name = %(benchmark)s) desc, r.series_id
limit %(most)s
"""
PARAMETERS: LiteralString = """
with named as (
    select v.benchmark_id, each.key as parameter
    from variant v, jsonb_each(v.parameters) as each
    where v.project_id = %(project)s and jsonb_typeof(each.value) = 'string'
    group by v.benchmark_id, each.key
    having count(distinct each.value) >= %(fewest)s
), latest as (
    select distinct on (s.benchmark_id) s.benchmark_id, state.last_run_id as run_id,
           state.last_measured_at
    from series s
    join series_state state on state.project_id = s.project_id and state.series_id = s.id
    where s.project_id = %(project)s and s.benchmark_id in (select benchmark_id from named)
    order by s.benchmark_id, state.last_measured_at desc, state.last_run_id desc
)
select named.benchmark_id, suite.name, b.name, named.parameter,
       coalesce(%(run)s::bigint, latest.run_id)
from named
join latest on latest.benchmark_id = named.benchmark_id
join benchmark b on b.project_id = %(project)s and b.id = named.benchmark_id
join suite on suite.project_id = b.project_id and suite.id = b.suite_id
order by latest.last_measured_at desc, b.name, named.parameter
limit %(most)s
"""
SERIES_OF_RUNS: LiteralString = """
select r.run_id, r.series_id
from unnest(%(runs)s::bigint[]) as wanted (run_id)
join result r on r.project_id = %(project)s and r.run_id = wanted.run_id
join series s on s.project_id = %(project)s and s.id = r.series_id
join metric m on m.project_id = %(project)s and m.id = s.metric_id
where s.benchmark_id = any(%(benchmarks)s) and m.direction <> 'unknown' and r.value > 0
order by r.run_id, r.series_id
"""
RUNS_OF_COMMIT: LiteralString = """
select run.id from run
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
where run.project_id = %(project)s and commit.name = %(commit)s
  and (%(suite)s::text is null or suite.name = %(suite)s)
  and run.suite_id in (
      select suite_id from metric
      where project_id = %(project)s and unit = %(unit)s and direction = %(direction)s)
order by exists (select from result r where r.project_id = run.project_id
                   and r.series_id = %(like)s and r.run_id = run.id) desc,
         run.started_at desc, run.id desc
limit %(most)s
"""
BODY: LiteralString = """
select report.body from run
join report on report.project_id = run.project_id and report.id = run.report_id
where run.project_id = %s and run.id = %s
"""


@dataclass(frozen=True, slots=True)
class WantedResults:
    """Which results are asked for: of one quantity, those most like the baseline's in front."""

    unit: str
    direction: str
    metric: str | None = None
    suite: str | None = None
    benchmark: str | None = None
    like: int | None = None
    """Series of the baseline."""
    run_id: int | None = None
    words: Sequence[str] = ()

    def is_met_by(self, result: RungResult) -> bool:
        """Say whether a result is of the quantity; all else is for the search."""
        series = result.series
        same = (series.unit, series.direction) == (self.unit, self.direction)
        named = self.metric in (None, series.metric) and self.suite in (None, series.suite)
        return same and named and result.value > 0.0


@dataclass(frozen=True, slots=True)
class ParameterSource:
    """A parameter of a benchmark with texts for values, and the run that measured it last."""

    benchmark_id: int
    suite: str
    benchmark: str
    parameter: str
    run_id: int


def find_results(session: Session, project_id: int, wanted: WantedResults) -> list[tuple[int, int]]:
    """Return (series, run) of results that a rung could rest on."""
    asked = {
        "project": project_id,
        "unit": wanted.unit,
        "direction": wanted.direction,
        "metric": wanted.metric,
        "suite": wanted.suite,
        "benchmark": wanted.benchmark,
        "like": wanted.like,
        "run": wanted.run_id,
        "words": [f"%{_literal(word)}%" for word in wanted.words],
        "runs": NEWEST_RUNS,
        "most": MOST_RESULTS,
    }
    return [(row[0], row[1]) for row in raw_connection(session).execute(RESULTS, asked)]


def _literal(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def read_parameters(
    session: Session, project_id: int, run_id: int | None = None
) -> list[ParameterSource]:
    """Return the parameters with three or more texts for values, the newest measured in front."""
    asked = {
        "project": project_id,
        "run": run_id,
        "fewest": FEWEST_VALUES,
        "most": MOST_SOURCES,
    }
    return cursor_of(session, ParameterSource).execute(PARAMETERS, asked).fetchall()


def read_series_of_runs(
    session: Session, project_id: int, runs: Sequence[int], benchmarks: Sequence[int]
) -> list[tuple[int, int]]:
    """Return (run, series) of the results of some benchmarks in some runs."""
    asked = {"project": project_id, "runs": sorted(set(runs)), "benchmarks": list(benchmarks)}
    rows = raw_connection(session).execute(SERIES_OF_RUNS, asked)
    return [(row[0], row[1]) for row in rows]


def read_runs_of_commit(
    session: Session, project_id: int, commit: str, wanted: WantedResults
) -> list[int]:
    """Return runs of a commit that may have what is asked for, the likeliest in front."""
    asked = {
        "project": project_id,
        "commit": commit,
        "suite": wanted.suite,
        "unit": wanted.unit,
        "direction": wanted.direction,
        "like": wanted.like,
        "most": MOST_RUNS_OF_COMMIT,
    }
    return [row[0] for row in raw_connection(session).execute(RUNS_OF_COMMIT, asked)]


def read_document(session: Session, project_id: int, run_id: int) -> bytes | None:
    """Return the report that became a run, as it was uploaded."""
    row = raw_connection(session).execute(BODY, (project_id, run_id)).fetchone()
    return zlib.decompress(row[0]) if row else None
