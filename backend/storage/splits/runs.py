"""What a split reads beside a comparison: runs around a commit, tags, and the runs of others."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.comparisons.sides import SideRun
from backend.domain.splits.stored import SideSubject, SplitSubject, of_one_environment
from backend.storage.engine import cursor_of, raw_connection

AROUND: LiteralString = """
select run.id, run.suite_id, run.testbed_id, run.commit_id, suite.name, testbed.name, commit.name,
       machine.name, run.machine_id, run.agent, run.seed, run.started_at, run.finished_at
from branch
join branch_commit boundary
  on boundary.project_id = branch.project_id and boundary.branch_id = branch.id
 and boundary.commit_id = (
     select id from commit where project_id = %(project)s and name = %(commit)s)
join branch_commit placed
  on placed.project_id = branch.project_id and placed.branch_id = branch.id
 and placed.position {side} boundary.position
join run on run.project_id = branch.project_id and run.branch_id = branch.id
        and run.commit_id = placed.commit_id
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
left join machine on machine.project_id = run.project_id and machine.id = run.machine_id
where branch.project_id = %(project)s and branch.name = any(%(branches)s::text[])
  and suite.name = any(%(suites)s::text[]) and testbed.name = any(%(testbeds)s::text[])
order by placed.position {order}, run.started_at {order}, run.id {order}
limit %(most)s
"""
ENVIRONMENTS: LiteralString = """
select id, environment_id, fingerprint_id from run
where project_id = %s and id = any(%s::bigint[])
"""
BEYOND: LiteralString = """
with boundary as (
    select placed.branch_id,
           min(placed.position) as first_position, max(placed.position) as last_position
    from commit
    join branch_commit placed
      on placed.project_id = commit.project_id and placed.commit_id = commit.id
    join branch on branch.project_id = placed.project_id and branch.id = placed.branch_id
    where commit.project_id = %(project)s and commit.name = any(%(commits)s::text[])
      and branch.name = any(%(branches)s::text[])
    group by placed.branch_id
)
, asked as (
    select s.id, s.benchmark_id, s.testbed_id, s.branch_id, boundary.first_position,
           boundary.last_position
    from boundary
    join series s on s.project_id = %(project)s and s.branch_id = boundary.branch_id
                 and s.id = any(%(series)s::bigint[])
), stretch as (
    select one.benchmark_id, one.testbed_id, one.branch_id,
           max(other.position) filter (where other.last_position < one.first_position) as low,
           min(other.position) filter (where other.first_position > one.last_position) as high
    from (select distinct benchmark_id, testbed_id, branch_id, first_position, last_position
          from asked) as one
    join series beside
      on beside.project_id = %(project)s and beside.benchmark_id = one.benchmark_id
     and beside.testbed_id = one.testbed_id and beside.branch_id = one.branch_id
    join change_point other
      on other.project_id = beside.project_id and other.series_id = beside.id
     and other.state in ('confirmed', 'fixed')
    group by 1, 2, 3
)
select asked.id, run.id
from asked
join stretch using (benchmark_id, testbed_id, branch_id)
join run on run.project_id = %(project)s and run.branch_id = asked.branch_id
        and run.testbed_id = asked.testbed_id and run.id = any(%(runs)s::bigint[])
join branch_commit placed
  on placed.project_id = run.project_id and placed.branch_id = run.branch_id
 and placed.commit_id = run.commit_id
where placed.position < stretch.low or placed.position >= stretch.high
"""
TAGS: LiteralString = """
select s.id, benchmark.tags || variant.tags
from series s
join benchmark on benchmark.project_id = s.project_id and benchmark.id = s.benchmark_id
join variant on variant.project_id = s.project_id and variant.id = s.variant_id
where s.project_id = %s and s.id = any(array(select unnest(%s::bigint[])))
"""
RECENT: LiteralString = """
select max(run.id), commit.name, commit.subject
from (
    select run.id, run.commit_id, run.started_at
    from suite
    cross join testbed
    cross join lateral (
        select id, commit_id, branch_id, started_at
        from run
        where project_id = %(project)s and suite_id = suite.id and testbed_id = testbed.id
          and started_at < coalesce(%(until)s::timestamptz, 'infinity')
        order by started_at desc
        limit %(looked)s
    ) as run
    where suite.project_id = %(project)s and suite.name = any(%(suites)s::text[])
      and testbed.project_id = %(project)s and testbed.name = any(%(testbeds)s::text[])
      and run.branch_id in (
          select id from branch
          where project_id = %(project)s and name = any(%(branches)s::text[]))
) as run
join commit on commit.project_id = %(project)s and commit.id = run.commit_id
group by commit.id, commit.name, commit.subject
order by max(run.started_at) desc
limit %(most)s
"""
BRANCHES: LiteralString = """
select distinct suite.name, testbed.name, branch.name
from run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join branch on branch.project_id = run.project_id and branch.id = run.branch_id
where run.project_id = %s and run.id = any(%s::bigint[])
"""

VALUES: LiteralString = """
select result.run_id, asked.id, result.value
from series asked
join series own
  on own.project_id = asked.project_id and own.variant_id = asked.variant_id
 and own.metric_id = asked.metric_id and own.testbed_id = asked.testbed_id
join result on result.project_id = own.project_id and result.series_id = own.id
where asked.project_id = %(project)s and asked.id = any(%(series)s::bigint[])
  and own.branch_id in (
      select branch_id from run where project_id = %(project)s and id = any(%(runs)s::bigint[]))
  and result.run_id = any(%(runs)s::bigint[])
"""


LOOKED_AT = 500
"""Newest runs of a suite on a testbed among which recent commits are looked for."""


@dataclass(frozen=True, slots=True)
class RecentRun:
    """The newest run of a commit."""

    id: int
    commit: str
    subject: str


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where runs were made."""

    suites: tuple[str, ...]
    testbeds: tuple[str, ...]
    branches: tuple[str, ...]


def find_runs_around(
    session: Session, project_id: int, subject: SplitSubject, side: SideSubject
) -> list[SideRun]:
    """Return the runs nearest to the commit of a side, the nearest first.

    They are of one environment if enough of them are: what a new compiler does is not the commit's.
    """
    kind, _, commit = side.text.partition(":")
    is_before = kind == "before"
    query = AROUND.format(side="<" if is_before else ">=", order="desc" if is_before else "asc")
    asked = {
        "project": project_id,
        "commit": commit,
        "branches": list(subject.branches),
        "suites": list(subject.suites),
        "testbeds": list(subject.testbeds),
        "most": side.runs,
    }
    runs = cursor_of(session, SideRun).execute(query, asked).fetchall()
    told = (project_id, [run.id for run in runs])
    found = raw_connection(session).execute(ENVIRONMENTS, told).fetchall()
    environments = {id_: (environment, machine) for id_, environment, machine in found}
    return of_one_environment([(run, environments[run.id]) for run in runs])


def read_beyond(
    session: Session,
    project_id: int,
    subject: SplitSubject,
    run_ids: Sequence[int],
    series_ids: Sequence[int],
) -> set[tuple[int, int]]:
    """Return series and run of results that another change parts from the commits of a split.

    What moved one series of a benchmark may have moved the others by less than shows, so it parts
    them all. A change whose own range meets these commits is the one that the split is about.
    """
    asked = {
        "project": project_id,
        "commits": [one.text.partition(":")[2] for one in (subject.baseline, subject.contender)],
        "branches": list(subject.branches),
        "runs": list(run_ids),
        "series": list(series_ids),
    }
    rows = raw_connection(session).execute(BEYOND, asked).fetchall()
    return {(series, run) for series, run in rows}


def read_tags(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, dict[str, str]]:
    """Return the tags of benchmark and variant by series."""
    rows = raw_connection(session).execute(TAGS, (project_id, list(series_ids)))
    return {row[0]: {name: str(value) for name, value in row[1].items()} for row in rows}


def read_recent_runs(
    session: Session,
    project_id: int,
    where: Whereabouts,
    limit: int,
    until: datetime | None = None,
) -> list[RecentRun]:
    """Return the newest run of each of the newest commits measured there, until then.

    They are looked for among the newest runs only, as a history may have a million.
    """
    asked = {
        "project": project_id,
        "suites": list(where.suites),
        "testbeds": list(where.testbeds),
        "branches": list(where.branches),
        "looked": LOOKED_AT,
        "most": limit,
        "until": until,
    }
    return cursor_of(session, RecentRun).execute(RECENT, asked).fetchall()


def read_whereabouts(session: Session, project_id: int, run_ids: Sequence[int]) -> Whereabouts:
    """Return the suites, testbeds and branches of some runs."""
    rows = raw_connection(session).execute(BRANCHES, (project_id, list(run_ids))).fetchall()
    columns = list(zip(*rows, strict=True)) or [(), (), ()]
    suites, testbeds, branches = (tuple(sorted(set(column))) for column in columns)
    return Whereabouts(suites, testbeds, branches)


def read_values(
    session: Session, project_id: int, run_ids: Sequence[int], series_ids: Sequence[int]
) -> dict[tuple[int, int], float]:
    """Return centres by run and series asked for, of its namesakes on other branches as well."""
    asked = {"project": project_id, "runs": list(run_ids), "series": list(series_ids)}
    rows = raw_connection(session).execute(VALUES, asked)
    return {(run, series): value for run, series, value in rows}
