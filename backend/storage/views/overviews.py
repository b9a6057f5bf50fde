"""What the first page of a project counts and draws."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.domain.changes.states import State
from backend.domain.series.lists import newest_values
from backend.domain.views.overviews import (
    ReportCounts,
    Sparkline,
    SuiteCounts,
    Totals,
    starts_of,
    worst,
)
from backend.storage.catalogue.counting_runs import COUNTS
from backend.storage.catalogue.labels import read_labels
from backend.storage.catalogue.metric_order import read_in_order
from backend.storage.changes.lists import ChangeQuery, count_changes
from backend.storage.changes.open_changes import IS_HISTORY, NOT_OF_PULL, STANDS
from backend.storage.commits.series_writes import WriteMemory
from backend.storage.engine import cursor_of, raw_connection


@dataclass(frozen=True, slots=True)
class ProjectSizes:
    """Runs, results, series and commits of a project, and what `SuiteCounts` says of its suites."""

    totals: tuple[int, int, int, int]
    suites: Mapping[int, Sequence[Any]]


_SIZES: WriteMemory[ProjectSizes] = WriteMemory()
_FIRSTS: WriteMemory[Mapping[int, Sequence[int]]] = WriteMemory()
_CHANGED: WriteMemory[Mapping[int, Sequence[int]]] = WriteMemory(with_changes=True)
_SUSPECTED: WriteMemory[int] = WriteMemory(with_changes=True)
_SPARKLINES: WriteMemory[Mapping[int, Sequence[Sparkline]]] = WriteMemory(with_changes=True)
SPARKLINES = 6
"""Series drawn per suite."""
VALUES = 60
"""Values drawn per series."""
UNCHANGED = (0, 0, 0)
LEAST_BEFORE = 10
"""Values before a step without which it is not seen as one."""

TOTALS: LiteralString = """
select ran.runs, ran.results,
       (select count(*) from series where project_id = %(project)s and not is_hidden),
       (select count(*) from commit where project_id = %(project)s and is_reported)
from (
    select count(*) as runs, coalesce(sum(result_count), 0)::bigint as results
    from run where project_id = %(project)s
) as ran
"""
MACHINES: LiteralString = """
select count(*) from machine where project_id = %s and archived_at is null
"""
REPORTS: LiteralString = """
select count(*) filter (where state = 'accepted'), count(*) filter (where state = 'failed')
from report
where project_id = %s and state in ('accepted', 'failed')
"""
SIZES: LiteralString = f"""
with counted as (
    select s.suite_id, count(*) as series, count(distinct s.benchmark_id) as benchmarks,
           coalesce(max(state.n), 0) as longest,
           percentile_disc(0.5) within group (order by coalesce(state.n, 0)) as typical
    from series s
    left join series_state state on state.project_id = s.project_id and state.series_id = s.id
    where s.project_id = %(project)s and not s.is_hidden group by s.suite_id
), ran as (
    select suite_id, count(*) as runs, max(started_at) as last_run_at
    from run where project_id = %(project)s and {COUNTS} group by suite_id
)
select suite_id, coalesce(benchmarks, 0), coalesce(series, 0), coalesce(runs, 0),
       coalesce(longest, 0), coalesce(typical, 0), last_run_at
from counted full join ran using (suite_id)
"""  # noqa: S608  a constant condition
SUITES: LiteralString = """
select id, name, summary from suite
where project_id = %(project)s and archived_at is null order by name
"""
# whether a group is history is asked once for each group, not for each change in it
CHANGES: LiteralString = f"""
with open_group as materialized (
    select g.id, {IS_HISTORY} as is_history from alert_group g
    where g.project_id = %(project)s and g.state = 'open'
)
select s.suite_id,
       count(*) filter (where c.verdict = 'regression' and not is_history),
       count(*) filter (where c.verdict = 'improvement' and not is_history),
       count(*) filter (where is_history)
from open_group
join alert_member m on m.project_id = %(project)s and m.group_id = open_group.id
join change_point c on c.project_id = %(project)s and c.id = m.change_id
join series s on s.project_id = %(project)s and s.id = c.series_id
where {STANDS} and not s.is_hidden and {NOT_OF_PULL}
group by s.suite_id
"""  # noqa: S608  a constant condition
ABSENT: LiteralString = f"""
select asked.id, said.message
from unnest(%(suites)s::bigint[]) as asked (id)
cross join lateral (
    select id from run
    where project_id = %(project)s and suite_id = asked.id and {COUNTS}
    order by started_at desc limit 1) as newest
cross join lateral (
    select message from failed_result
    where project_id = %(project)s and run_id = newest.id and kind in ('unavailable', 'needs')
    group by message order by count(*) desc limit 1) as said
"""  # noqa: S608  a constant condition
# of the series that changed those of the largest changes, what got worse in front
CHANGED: LiteralString = """
select suite_id, id from (
    select s.suite_id, s.id, row_number() over (
        partition by s.suite_id
        order by bool_or(c.verdict = 'regression') desc,
                 max(abs(ln(nullif(nullif(greatest(c.ratio, 0), 0), 'NaN')))) desc nulls last, s.id
    ) as place
    from change_point c
    join series s on s.project_id = c.project_id and s.id = c.series_id
    where c.project_id = %(project)s and c.state = 'confirmed' and not c.same_code
      and c.aspect = '' and not s.is_hidden
    group by s.suite_id, s.id
) as changed
where place <= %(most)s
order by suite_id, place
"""
# of each benchmark the first series of its primary metric: by its manifest, else in the order given
FIRSTS: LiteralString = """
select benchmark.suite_id, one.id
from (
    select id, suite_id, metrics, row_number() over (partition by suite_id order by id) as place
    from benchmark where project_id = %(project)s
) as benchmark
cross join lateral (
    select s.id
    from series s
    join metric on metric.project_id = s.project_id and metric.id = s.metric_id
    where s.project_id = %(project)s and s.suite_id = benchmark.suite_id
      and s.benchmark_id = benchmark.id and not s.is_hidden
    order by (%(sections)s::bigint[])[array_position(%(telling)s::bigint[], metric.id)],
             array_position(benchmark.metrics, metric.name),
             array_position(%(telling)s::bigint[], metric.id), s.id
    limit 1) as one
where benchmark.place <= %(most)s
order by benchmark.suite_id, benchmark.place
"""
TAILS: LiteralString = """
select series_id, tail from series_state where project_id = %s and series_id = any(%s)
"""
STARTS: LiteralString = f"""
select c.series_id, case when g.id is not null and not ({IS_HISTORY}) then c.verdict end,
       (select count(*) from (
            select from result r
            where r.project_id = c.project_id and r.series_id = c.series_id
              and r.position >= c.position
            limit %(more)s) as shown)
from change_point c
left join (alert_member m join alert_group g
           on g.project_id = m.project_id and g.id = m.group_id and g.state = 'open')
  on m.project_id = c.project_id and m.change_id = c.id
where c.series_id = any(%(ids)s) and c.project_id = %(project)s and {STANDS} and c.aspect = ''
"""  # noqa: S608  a constant condition
AROUND: LiteralString = """
select c.id,
       array(select value from (
           select r.position, r.run_id, r.value from result r
           where r.project_id = c.project_id and r.series_id = c.series_id
             and r.position < c.position
           order by r.position desc, r.run_id desc limit %(half)s) as before
           order by position, run_id),
       array(select r.value from result r
             where r.project_id = c.project_id and r.series_id = c.series_id
               and r.position >= c.position
             order by r.position, r.run_id limit %(most)s)
from change_point c
where c.project_id = %(project)s and c.id = any(%(ids)s)
"""


def read_totals(session: Session, project_id: int) -> Totals:
    connection = raw_connection(session)
    ((machines,),) = connection.execute(MACHINES, (project_id,)).fetchall()
    return Totals(*read_sizes(session, project_id).totals, machines)


def read_report_counts(session: Session, project_id: int) -> ReportCounts:
    cursor = cursor_of(session, ReportCounts)
    return cursor.execute(REPORTS, (project_id,)).fetchone() or ReportCounts(0, 0)


def count_suspected(session: Session, project_id: int) -> int:
    """Return how many steps of the code are suspected, outside of pull requests."""
    query = ChangeQuery((State.SUSPECTED,), steps_of_code=True, is_of_pull=False)
    return _SUSPECTED.ask(session, project_id, lambda: count_changes(session, project_id, query))


def read_sizes(session: Session, project_id: int) -> ProjectSizes:
    """Return how much a project holds, counted once after each write of it."""
    return _SIZES.ask(session, project_id, lambda: _count(session, project_id))


def _count(session: Session, project_id: int) -> ProjectSizes:
    connection, asked = raw_connection(session), {"project": project_id}
    ((runs, results, series, commits),) = connection.execute(TOTALS, asked).fetchall()
    rows = connection.execute(SIZES, asked).fetchall()
    return ProjectSizes((runs, results, series, commits), {row[0]: row[1:] for row in rows})


def read_suite_counts(session: Session, project_id: int) -> list[SuiteCounts]:
    """Return the suites, the one that ran last first."""
    connection, asked = raw_connection(session), {"project": project_id}

    def count() -> Mapping[int, Sequence[int]]:
        return {row[0]: row[1:] for row in connection.execute(CHANGES, asked)}

    sizes = read_sizes(session, project_id).suites
    changed = _CHANGED.ask(session, project_id, count)
    found = [
        SuiteCounts(*suite, *sizes[suite[0]], *changed.get(suite[0], UNCHANGED))
        for suite in connection.execute(SUITES, asked).fetchall()
        if suite[0] in sizes
    ]
    return sorted(found, key=_last_run_first)


def _last_run_first(suite: SuiteCounts) -> tuple[bool, float]:
    last = suite.last_run_at
    return last is None, -last.timestamp() if last else 0.0


def read_sparklines(session: Session, project_id: int) -> Mapping[int, Sequence[Sparkline]]:
    """Return the series of each suite to look at: those that changed, then one a benchmark."""
    return _SPARKLINES.ask(session, project_id, lambda: _sparklines(session, project_id))


def _sparklines(session: Session, project_id: int) -> Mapping[int, Sequence[Sparkline]]:
    chosen = _chosen(session, project_id)
    lines = read_lines(session, project_id, [one for found in chosen.values() for one in found])
    return {
        suite_id: [lines[series_id] for series_id in found if series_id in lines]
        for suite_id, found in chosen.items()
    }


def read_lines(session: Session, project_id: int, ids: Sequence[int]) -> dict[int, Sparkline]:
    """Return the newest values of series by their ids; one without results is left out."""
    connection = raw_connection(session)
    labels = read_labels(session, project_id, ids)
    cursor = connection.cursor(binary=True)
    tails = dict(cursor.execute(TAILS, (project_id, list(ids))).fetchall())
    verdicts: Mapping[int, list[str]] = defaultdict(list)
    starts: Mapping[int, list[int]] = defaultdict(list)
    asked = {"project": project_id, "ids": list(ids), "more": VALUES + 1}
    for series_id, verdict, count in connection.execute(STARTS, asked):
        verdicts[series_id] += [verdict] if verdict else []
        starts[series_id].append(count)
    return {
        series_id: Sparkline(
            labels[series_id],
            values := newest_values(tail, VALUES),
            starts_of(starts[series_id], len(values)),
            worst(verdicts[series_id]),
        )
        for series_id, tail in tails.items()
    }


def read_around(
    session: Session, project_id: int, changes: Sequence[int]
) -> dict[int, tuple[list[float], list[int]]]:
    """Return the values around changes, and where the step lies among them, by their ids.

    Those that the newest values of their series show with what was before are left out.
    """
    half = VALUES // 2
    asked = {"project": project_id, "ids": list(changes), "half": half, "most": VALUES}
    return {
        change: ([*before, *after[:half]], [len(before)])
        for change, before, after in raw_connection(session).execute(AROUND, asked)
        if len(after) > VALUES - LEAST_BEFORE
    }


def _chosen(session: Session, project_id: int) -> dict[int, list[int]]:
    """Return the series of each suite that changed, then one of each benchmark."""
    firsts = _FIRSTS.ask(session, project_id, lambda: _firsts(session, project_id))
    found: dict[int, dict[int, None]] = {}
    asked = {"project": project_id, "most": SPARKLINES}
    for suite_id, series_id in raw_connection(session).execute(CHANGED, asked):
        found.setdefault(suite_id, {})[series_id] = None
    for suite_id, ids in firsts.items():
        found.setdefault(suite_id, {}).update(dict.fromkeys(ids))
    return {suite_id: list(ids)[:SPARKLINES] for suite_id, ids in found.items()}


def _firsts(session: Session, project_id: int) -> Mapping[int, Sequence[int]]:
    order = read_in_order(session, project_id)
    asked = {
        "project": project_id, "most": SPARKLINES,
        "telling": list(order.ids), "sections": list(order.sections),
    }  # fmt: skip
    found: dict[int, list[int]] = {}
    for suite_id, series_id in raw_connection(session).execute(FIRSTS, asked):
        found.setdefault(suite_id, []).append(series_id)
    return found


def read_absences(session: Session, project_id: int, suite_ids: Sequence[int]) -> dict[int, str]:
    """Return what the newest run of suites says is missing; nothing where it says nothing."""
    asked = {"project": project_id, "suites": list(suite_ids)}
    return dict(raw_connection(session).execute(ABSENT, asked).fetchall())
