"""What claims are judged by: runs, their results, and the newest results of other suites."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.claims.records import ClaimResult, JudgedRun
from backend.storage.catalogue.labels import read_labels
from backend.storage.engine import cursor_of, raw_connection

RUNS: LiteralString = """
select run.id, suite.name, run.testbed_id, run.branch_id, testbed.name, run.started_at,
       case when jsonb_typeof(fingerprint.attributes -> 'cores') = 'number'
            then (fingerprint.attributes ->> 'cores')::float8 end
from run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join branch on branch.project_id = run.project_id and branch.id = run.branch_id
left join fingerprint
  on fingerprint.project_id = run.project_id and fingerprint.id = run.fingerprint_id
where run.project_id = %s and run.id = any(%s::bigint[])
  and run.pull_request is null and branch.pull_request is null
order by run.started_at, run.id
"""
NEWEST_RUNS: LiteralString = """
select placed.id
from (
    select run.id, run.started_at,
           row_number() over (partition by run.suite_id, run.testbed_id
                              order by run.started_at desc, run.id desc) as place
    from run
    join suite on suite.project_id = run.project_id and suite.id = run.suite_id
    where run.project_id = %s and suite.name = any(%s::text[]) and run.pull_request is null
) as placed
where placed.place <= %s
order by placed.started_at, placed.id
"""
SERIES: LiteralString = """
select s.id, suite.name = %(suite)s
from unnest(%(suites)s::text[], %(benchmarks)s::text[], %(metrics)s::text[])
     as wanted (suite, benchmark, metric)
join suite on suite.project_id = %(project)s and suite.name = wanted.suite
join benchmark b
  on b.project_id = %(project)s and b.suite_id = suite.id and b.name = wanted.benchmark
join metric m
  on m.project_id = %(project)s and m.suite_id = suite.id and m.name = wanted.metric
join series s
  on s.project_id = %(project)s and s.benchmark_id = b.id and s.metric_id = m.id
 and s.testbed_id = %(testbed)s and s.branch_id = %(branch)s
"""
COLUMNS: LiteralString = """
r.series_id, r.run_id, r.basis, r.value, r.low, r.high, r.sd, r.n, r.samples, r.rounds,
r.histogram, r.histogram_scale, run.agent is not null
"""
OF_RUN: LiteralString = """
select {columns}
from result r
join run on run.project_id = r.project_id and run.id = r.run_id
where r.project_id = %(project)s and r.series_id = any(%(series)s::bigint[])
  and r.run_id = %(run)s
"""
NEWEST: LiteralString = """
select {columns}
from unnest(%(series)s::bigint[]) as one (id)
cross join lateral (
    select * from result
    where project_id = %(project)s and series_id = one.id and measured_at <= %(until)s
    order by position desc, run_id desc
    limit 1) as r
join run on run.project_id = %(project)s and run.id = r.run_id
"""

BESIDE: LiteralString = """
select s.id, r.series_id, r.value, r.low, r.high, r.histogram is not null
from series s
join series o
  on o.project_id = s.project_id and o.variant_id = s.variant_id and o.testbed_id = s.testbed_id
 and o.branch_id = s.branch_id
join result r on r.project_id = o.project_id and r.series_id = o.id and r.run_id = %(run)s
where s.project_id = %(project)s and s.id = any(%(series)s::bigint[])
order by o.metric_id, s.id
"""
BENCHMARKS: LiteralString = """
select b.id
from benchmark b
join suite on suite.project_id = b.project_id and suite.id = b.suite_id
where b.project_id = %s and suite.name = %s and b.name = %s
"""

FOREVER = datetime.max.replace(tzinfo=UTC)
Wanted = tuple[str, str, str]
"""Suite, benchmark and metric."""


def read_judged_runs(session: Session, project_id: int, run_ids: Sequence[int]) -> list[JudgedRun]:
    """Return these runs, the oldest first, without those of pull requests."""
    return cursor_of(session, JudgedRun).execute(RUNS, (project_id, list(run_ids))).fetchall()


def read_newest_run_ids(
    session: Session, project_id: int, suites: Sequence[str], most: int
) -> list[int]:
    """Return the newest runs of each suite and testbed, the oldest first."""
    asked = project_id, list(suites), most
    return [row[0] for row in raw_connection(session).execute(NEWEST_RUNS, asked)]


def read_claim_results(
    session: Session, project_id: int, run: JudgedRun, wanted: Sequence[Wanted]
) -> list[ClaimResult]:
    """Return what a run has of these, and of other suites the newest before it on its testbed."""
    found = _series(session, project_id, run, wanted)
    own = [id_ for id_, is_own in found if is_own]
    others = [id_ for id_, is_own in found if not is_own]
    rows = [
        *_rows(session, OF_RUN, {"project": project_id, "series": own, "run": run.id}),
        *_newest(session, project_id, others, run.started_at),
    ]
    return _results(session, project_id, rows)


def read_table_results(
    session: Session, project_id: int, run: JudgedRun, wanted: Sequence[Wanted]
) -> list[ClaimResult]:
    """Return what verdicts by a run rest on, and the newest results where it has none."""
    judged = read_claim_results(session, project_id, run, wanted)
    known = {one.series.id for one in judged}
    series = [id_ for id_, _ in _series(session, project_id, run, wanted) if id_ not in known]
    newest = _results(session, project_id, _newest(session, project_id, series, FOREVER))
    return [*judged, *newest]


def _series(
    session: Session, project_id: int, run: JudgedRun, wanted: Sequence[Wanted]
) -> list[tuple[int, bool]]:
    """Return the series of these on the testbed and branch of a run, and which its suite has."""
    if not wanted:
        return []
    suites, benchmarks, metrics = zip(*wanted, strict=True)
    asked = {
        "project": project_id,
        "suite": run.suite,
        "testbed": run.testbed_id,
        "branch": run.branch_id,
        "suites": list(suites),
        "benchmarks": list(benchmarks),
        "metrics": list(metrics),
    }
    return raw_connection(session).execute(SERIES, asked).fetchall()


def _newest(session: Session, project_id: int, series: Sequence[int], until: datetime) -> list[Any]:
    asked = {"project": project_id, "series": list(series), "until": until}
    return _rows(session, NEWEST, asked)


def _results(session: Session, project_id: int, rows: Sequence[Any]) -> list[ClaimResult]:
    labels = read_labels(session, project_id, [row[0] for row in rows])
    return [ClaimResult(labels[row[0]], *row[1:]) for row in rows]


def _rows(session: Session, query: LiteralString, asked: dict[str, Any]) -> list[Any]:
    if not asked["series"]:
        return []
    cursor = raw_connection(session).cursor(binary=True)
    return cursor.execute(query.format(columns=COLUMNS), asked).fetchall()


@dataclass(frozen=True, slots=True)
class OtherResult:
    """A further result of the variant of a series, from one run."""

    series_id: int
    label: SeriesLabel
    value: float
    low: float | None
    high: float | None
    is_histogram: bool


def read_other_results(
    session: Session, project_id: int, run_id: int, series_ids: Sequence[int]
) -> list[OtherResult]:
    """Return everything that a run has of the variants of some series."""
    asked = {"project": project_id, "run": run_id, "series": list(series_ids)}
    rows = raw_connection(session).execute(BESIDE, asked).fetchall()
    labels = read_labels(session, project_id, sorted({row[1] for row in rows}))
    return [OtherResult(row[0], labels[row[1]], *row[2:]) for row in rows]


def find_benchmark(session: Session, project_id: int, suite: str, benchmark: str) -> int | None:
    row = raw_connection(session).execute(BENCHMARKS, (project_id, suite, benchmark)).fetchone()
    return row[0] if row else None
