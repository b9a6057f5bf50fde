"""One run whole: its results beside what came before, its failures, and what it ran in."""

from collections.abc import Mapping
from statistics import median
from typing import Any, LiteralString

import msgspec
from psycopg.rows import dict_row
from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.reports.conditions import Conditions
from backend.domain.reports.corrections import Exclusion
from backend.domain.reports.run_pages import (
    BasisName,
    FailedResult,
    RunOrigin,
    RunResult,
    RunSurroundings,
)
from backend.storage.catalogue.labels import read_labels
from backend.storage.engine import cursor_of, raw_connection

HISTORY = 30
"""Points before a result that its median is taken over."""
BASES: tuple[BasisName, ...] = ("samples", "summary", "histogram")

ORIGIN: LiteralString = """
select coalesce(report.public_id::text, ''), run.agent, run.seed, base.name,
       run.conditions, report.agent_key_id
from run
left join report on report.project_id = run.project_id and report.id = run.report_id
join branch on branch.project_id = run.project_id and branch.id = run.branch_id
left join branch base on base.project_id = branch.project_id and base.id = branch.base_branch_id
where run.project_id = %s and run.id = %s
"""
SURROUNDINGS: LiteralString = """
select environment.attributes, coalesce(fingerprint.attributes, '{}')
from run
join environment
  on environment.project_id = run.project_id and environment.id = run.environment_id
left join fingerprint
  on fingerprint.project_id = run.project_id and fingerprint.id = run.fingerprint_id
where run.project_id = %s and run.id = %s
"""
PREVIOUS: LiteralString = """
select before.id
from run
join run before
  on before.project_id = run.project_id and before.suite_id = run.suite_id
 and before.testbed_id = run.testbed_id
 and (before.started_at, before.id) < (run.started_at, run.id)
where run.project_id = %s and run.id = %s
order by before.started_at desc, before.id desc
limit 1
"""
BASE: LiteralString = """
with this as (
    select run.*, place.position
    from run
    left join branch_commit place on place.project_id = run.project_id
     and place.branch_id = run.branch_id and place.commit_id = run.commit_id
    where run.project_id = %(project)s and run.id = %(run)s
)
select before.id
from this
join run before
  on before.project_id = this.project_id and before.suite_id = this.suite_id
 and before.testbed_id = this.testbed_id and before.branch_id = this.branch_id
 and before.commit_id <> this.commit_id
join branch_commit place on place.project_id = before.project_id
 and place.branch_id = before.branch_id and place.commit_id = before.commit_id
 and place.position < this.position
where not exists (
    select from run_exclusion
    where project_id = before.project_id and run_id = before.id)
order by place.position desc, before.trigger = 'job', before.started_at, before.id
limit 1
"""
RESULTS: LiteralString = """
select r.series_id, r.basis, r.value, r.low, r.high, r.sd, r.n,
       r.spread, r.spread_low, r.spread_high, earlier.newest_first,
       r.reason, r.excluded_by, r.excluded_at
from (
    select series_id, position, run_id, basis, value, low, high, sd, n, project_id,
           spread, spread_low, spread_high,
           null as reason, null as excluded_by, null::timestamptz as excluded_at
    from result where project_id = %(project)s and run_id = %(run)s
    union all
    select series_id, position, run_id, basis, value, low, high, sd, n, project_id,
           spread, spread_low, spread_high, reason, excluded_by, excluded_at
    from excluded_result where project_id = %(project)s and run_id = %(run)s
) as r
cross join lateral (
    select array_agg(value order by position desc, run_id desc) as newest_first
    from (
        select p.value, p.position, p.run_id
        from result p
        where p.project_id = r.project_id and p.series_id = r.series_id
          and (p.position, p.run_id) < (r.position, r.run_id)
        order by p.position desc, p.run_id desc
        limit %(most)s
    ) as newest
) as earlier
"""
FAILED: LiteralString = """
select benchmark.name, variant.parameters, metric.name, f.kind, f.message
from failed_result f
join variant on variant.project_id = f.project_id and variant.id = f.variant_id
join benchmark on benchmark.project_id = f.project_id and benchmark.id = variant.benchmark_id
left join metric on metric.project_id = f.project_id and metric.id = f.metric_id
where f.project_id = %s and f.run_id = %s
order by benchmark.name, f.id
"""


def read_origin(session: Session, project_id: int, run_id: int) -> RunOrigin | None:
    row = raw_connection(session).execute(ORIGIN, (project_id, run_id)).fetchone()
    if row is None:
        return None
    report, agent, seed, base_branch, conditions, key = row
    return RunOrigin(
        report, agent, seed, base_branch, msgspec.convert(conditions, Conditions | None), key
    )


def read_surroundings(session: Session, project_id: int, run_id: int) -> RunSurroundings | None:
    cursor = cursor_of(session, RunSurroundings)
    return cursor.execute(SURROUNDINGS, (project_id, run_id)).fetchone()


def find_previous_run(session: Session, project_id: int, run_id: int) -> int | None:
    """Return the run of the same suite on the same testbed that started before, if there is one."""
    row = raw_connection(session).execute(PREVIOUS, (project_id, run_id)).fetchone()
    return row[0] if row else None


def find_base_run(session: Session, project_id: int, run_id: int) -> int | None:
    """Return the first run of the commit measured before on the branch: same suite and testbed.

    The rule of every page that compares with the commit before (`runBefore` in the explorer):
    further runs are mostly of jobs, with builds of their own, or chosen for what they show. A job
    measures a part; its run is taken where the commit has no other.
    """
    asked = {"project": project_id, "run": run_id}
    row = raw_connection(session).execute(BASE, asked).fetchone()
    return row[0] if row else None


def read_results(session: Session, project_id: int, run_id: int) -> list[RunResult]:
    """Return all results of a run, ordered by benchmark, in the order of first sight within it."""
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    asked = {"most": HISTORY, "project": project_id, "run": run_id}
    rows = cursor.execute(RESULTS, asked).fetchall()
    labels = read_labels(session, project_id, [row["series_id"] for row in rows])
    rows.sort(key=lambda row: (labels[row["series_id"]].benchmark, row["series_id"]))
    return [_result(row, labels) for row in rows]


def _result(row: dict[str, Any], labels: Mapping[int, SeriesLabel]) -> RunResult:
    earlier = row["newest_first"] or []
    return RunResult(
        series=labels[row["series_id"]],
        basis=BASES[row["basis"]],
        value=row["value"],
        low=row["low"],
        high=row["high"],
        sd=row["sd"],
        spread=row["spread"],
        spread_low=row["spread_low"],
        spread_high=row["spread_high"],
        n=row["n"],
        previous=earlier[0] if earlier else None,
        median_of_history=median(earlier) if earlier else None,
        excluded=_exclusion(row),
    )


def _exclusion(row: dict[str, Any]) -> Exclusion | None:
    if row["reason"] is None:
        return None
    return Exclusion(row["reason"], row["excluded_by"], row["excluded_at"])


def read_failures_of_run(session: Session, project_id: int, run_id: int) -> list[FailedResult]:
    return cursor_of(session, FailedResult).execute(FAILED, (project_id, run_id)).fetchall()
