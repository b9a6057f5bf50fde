"""Two things of one kind become one: what their runs gave moves from one to the other, and back.

Nothing is removed. What a series of the one is in the other is found, or made, by its key; so the
way back is the same with both changed over, for the runs that were moved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

from psycopg.types.json import Jsonb
from sqlalchemy.orm import Session

from backend.domain.catalogue.corrections import NamedKind
from backend.storage.catalogue import suite_pairs
from backend.storage.engine import raw_connection

IN_RUN = frozenset({NamedKind.SUITE, NamedKind.TESTBED, NamedKind.BRANCH, NamedKind.MACHINE})
REFERRING: dict[NamedKind, tuple[tuple[str, str], ...]] = {
    NamedKind.SUITE: (("alert_mute", "suite_id"),),
    NamedKind.BENCHMARK: (("alert_mute", "benchmark_id"),),
    NamedKind.TESTBED: (("machine", "testbed_id"), ("alert_mute", "testbed_id"),
                        ("job", "testbed_id")),
    NamedKind.BRANCH: (("alert_mute", "branch_id"), ("branch", "base_branch_id")),
    NamedKind.MACHINE: (("agent", "machine_id"), ("job", "machine_id"),
                        ("machine_quarantine", "machine_id")),
}  # fmt: skip
"""Columns besides those of runs and results by which rows are of a thing."""


@dataclass(frozen=True, slots=True)
class NameMove:
    """What is moved: runs, from one thing of a kind to another."""

    project_id: int
    kind: NamedKind
    old: int
    new: int
    runs: Sequence[int]

    @property
    def asked(self) -> dict[str, Any]:
        return {"project": self.project_id, "old": self.old, "new": self.new, "runs": [*self.runs]}


_RUNS = "select id from run where project_id = %(project)s and {kind}_id = %(old)s order by id"
_RUNS_OF_BENCHMARK: LiteralString = """
select r.run_id from series s
join (select project_id, series_id, run_id from result
      union all select project_id, series_id, run_id from excluded_result) r
     on r.project_id = s.project_id and r.series_id = s.id
where s.project_id = %(project)s and s.benchmark_id = %(old)s
union
select f.run_id from failed_result f
join variant v on v.project_id = f.project_id and v.id = f.variant_id
where f.project_id = %(project)s and v.benchmark_id = %(old)s
order by 1
"""
_SERIES = """
select distinct s.id from series s
join (select project_id, series_id, run_id from result
      union all select project_id, series_id, run_id from excluded_result) r
     on r.project_id = s.project_id and r.series_id = s.id and r.run_id = any(%(runs)s)
where s.project_id = %(project)s {of_kind}
"""
_COUNT: LiteralString = """
select count(*) from result
where project_id = %(project)s and series_id = any(%(series)s) and run_id = any(%(runs)s)
"""
_VARIANT = """
join variant v on v.project_id = s.project_id and v.id = s.variant_id
join variant nv on nv.project_id = s.project_id and nv.key = v.key
"""
_IN_SUITE = f"""
join {suite_pairs.BENCHMARK_PAIRS} nb on nb.old = s.benchmark_id and nb.new = nv.benchmark_id
join {suite_pairs.METRIC_PAIRS} nm on nm.old = s.metric_id
"""
KEY = ("variant", "metric", "testbed", "branch", "suite", "benchmark")
NEW_KEYS: dict[NamedKind, tuple[str, dict[str, str]]] = {
    NamedKind.TESTBED: ("", {"testbed": "%(new)s::bigint"}),
    NamedKind.BRANCH: ("", {"branch": "%(new)s::bigint"}),
    NamedKind.BENCHMARK: (
        f"{_VARIANT} and nv.benchmark_id = %(new)s",
        {"variant": "nv.id", "benchmark": "%(new)s::bigint"},
    ),
    NamedKind.SUITE: (
        f"{_VARIANT} {_IN_SUITE}",
        {"variant": "nv.id", "metric": "nm.new", "suite": "%(new)s::bigint", "benchmark": "nb.new"},
    ),
}
"""Joins that find what a series is called in the other thing, and the ids that differ."""
_ADD_SERIES = """
insert into series (project_id, {columns})
select s.project_id, {values} from series s {joins}
where s.project_id = %(project)s and s.id = any(%(series)s)
on conflict do nothing
"""
_PAIRS = """
select s.id, n.id from series s {joins}
join series n on n.project_id = s.project_id and n.variant_id = {variant}
    and n.metric_id = {metric} and n.testbed_id = {testbed} and n.branch_id = {branch}
where s.project_id = %(project)s and s.id = any(%(series)s)
"""
_USED: LiteralString = """(
    select variant_id, metric_id from series
    where project_id = %(project)s and id = any(%(series)s)
    union select variant_id, metric_id from failed_result
    where project_id = %(project)s and run_id = any(%(runs)s)
    union select variant_id, metric_id from time_course
    where project_id = %(project)s and run_id = any(%(runs)s)
    union select variant_id, null from profile
    where project_id = %(project)s and run_id = any(%(runs)s))"""
_ADD_IN_SUITE = (
    f"""insert into benchmark (project_id, suite_id, name, summary, tags, sweep_axes,
                               sweep_defaults, metrics, version_hash)
        select project_id, %(new)s, name, summary, tags, sweep_axes, sweep_defaults, metrics,
               version_hash
        from benchmark where project_id = %(project)s and suite_id = %(old)s
        and id not in (select old from {suite_pairs.BENCHMARK_PAIRS} pair)
        and id in (select v.benchmark_id from {_USED} used
                   join variant v on v.project_id = %(project)s and v.id = used.variant_id)""",  # noqa: S608
    f"""insert into metric (project_id, suite_id, name, unit, direction, noise, summary)
        select project_id, %(new)s, name, unit, direction, noise, summary
        from metric where project_id = %(project)s and suite_id = %(old)s
        and id not in (select old from {suite_pairs.METRIC_PAIRS} pair)
        and id in (select metric_id from {_USED} used)""",  # noqa: S608
)
BENCHMARKS: dict[NamedKind, str] = {
    NamedKind.BENCHMARK: "(select %(old)s::bigint as old, %(new)s::bigint as new)",
    NamedKind.SUITE: suite_pairs.BENCHMARK_PAIRS,
}
_ADD_VARIANTS = f"""
insert into variant (project_id, benchmark_id, key, parameters, tags)
select v.project_id, pair.new, v.key, v.parameters, v.tags from variant v
join {{benchmarks}} pair on pair.old = v.benchmark_id
where v.project_id = %(project)s and v.id in (select variant_id from {_USED} used)
on conflict do nothing
"""  # noqa: S608
_VARIANTS = """
update {table} t set variant_id = nv.id from variant v
join {benchmarks} pair on pair.old = v.benchmark_id
join variant nv on nv.project_id = v.project_id and nv.benchmark_id = pair.new and nv.key = v.key
where t.project_id = %(project)s and t.run_id = any(%(runs)s)
  and v.project_id = %(project)s and v.id = t.variant_id
"""
_METRICS = f"""
update {{table}} t set metric_id = pair.new from {suite_pairs.METRIC_PAIRS} pair
where t.project_id = %(project)s and t.run_id = any(%(runs)s) and t.metric_id = pair.old
"""  # noqa: S608
# a branch has its own order: the place follows the branch of the run
_RESULTS = """
update {table} t set series_id = pair.new, position = place.position
from unnest(%(series)s::bigint[], %(others)s::bigint[]) as pair (old, new), run,
     branch_commit place
where t.project_id = %(project)s and t.series_id = pair.old and t.run_id = any(%(runs)s)
  and run.project_id = %(project)s and run.id = t.run_id
  and place.project_id = %(project)s and place.branch_id = run.branch_id
  and place.commit_id = run.commit_id
"""
_RUNGS: LiteralString = """
update rung set series_id = pair.new
from unnest(%(series)s::bigint[], %(others)s::bigint[]) as pair (old, new)
where project_id = %(project)s and series_id = pair.old and run_id = any(%(runs)s)
"""
_OF_RUNS = """
update {table} set {kind}_id = %(new)s
where project_id = %(project)s and {key} = any(%(runs)s) and {kind}_id = %(old)s
"""
OF_RUNS: dict[NamedKind, tuple[tuple[str, str], ...]] = {
    NamedKind.SUITE: (("run", "id"),),
    NamedKind.TESTBED: (("run", "id"), ("failed_result", "run_id"), ("self_comparison", "run_id")),
    NamedKind.BRANCH: (("run", "id"), ("failed_result", "run_id")),
    NamedKind.MACHINE: (("run", "id"), ("machine_reading", "run_id")),
}
"""Tables that say of each run what it is of, and their columns with its id."""
_ADD_FINGERPRINTS: LiteralString = """
insert into fingerprint (project_id, machine_id, hash, attributes, revision, first_seen_at)
select f.project_id, %(new)s, f.hash, f.attributes, last.revision + row_number() over (order by
       f.revision), f.first_seen_at
from fingerprint f, (select coalesce(max(revision), 0) as revision from fingerprint
                     where project_id = %(project)s and machine_id = %(new)s) last
where f.project_id = %(project)s and f.machine_id = %(old)s
  and f.id in (
    select fingerprint_id from run where project_id = %(project)s and id = any(%(runs)s)
    union select fingerprint_id from result
    where project_id = %(project)s and run_id = any(%(runs)s)
    union select fingerprint_id from excluded_result
    where project_id = %(project)s and run_id = any(%(runs)s))
  and not exists (select from fingerprint there where there.project_id = f.project_id
                                                  and there.machine_id = %(new)s
                                                  and there.hash = f.hash)
"""
_FINGERPRINTS = """
update {table} t set fingerprint_id = nf.id from fingerprint f
join fingerprint nf on nf.project_id = f.project_id and nf.machine_id = %(new)s
                    and nf.hash = f.hash
where t.project_id = %(project)s and t.{key} = any(%(runs)s)
  and f.project_id = %(project)s and f.machine_id = %(old)s and f.id = t.fingerprint_id
"""
_REFER = """
update {table} set {column} = %(new)s
where project_id = %(project)s and {column} = %(old)s {apart}
  and (%(ids)s::bigint[] is null or id = any(%(ids)s::bigint[]))
returning id
"""
_MACHINE_ALIASES: LiteralString = """
update name_alias set suite_id = %(new)s
where project_id = %(project)s and kind = 'machine' and target_id = any(%(ids)s)
"""
_COMMITS: LiteralString = """
select commit_id from branch_commit
where project_id = %(project)s and branch_id = %(old)s and commit_id not in (
    select commit_id from branch_commit where project_id = %(project)s and branch_id = %(new)s)
"""
_DROP_COMMITS: LiteralString = """
delete from branch_commit place
where project_id = %(project)s and branch_id = %(old)s and commit_id = any(%(commits)s)
  and not exists (select from run where run.project_id = place.project_id
                    and run.branch_id = place.branch_id and run.commit_id = place.commit_id)
"""
_BOTH: dict[NamedKind, str] = {
    NamedKind.SUITE: suite_pairs.COLLISIONS,
    NamedKind.TESTBED: """
        with called (testbed_id, name) as (
            select testbed_id, name from machine where project_id = %(project)s
            union select suite_id, name from name_alias
                  where project_id = %(project)s and kind = 'machine')
        select 'machine ' || name || ' is of both: rename one of them first' from called
        where testbed_id in (%(old)s, %(new)s) group by name having count(*) > 1 order by name""",
    # what came from which could not be said afterwards, so such a merge could not be taken back
    NamedKind.BENCHMARK: """
        with given (project_id, run_id, benchmark_id) as (
            select s.project_id, r.run_id, s.benchmark_id from series s
            join (select project_id, series_id, run_id from result union all
                  select project_id, series_id, run_id from excluded_result) r
                 on r.project_id = s.project_id and r.series_id = s.id
            where s.project_id = %(project)s and s.benchmark_id in (%(old)s, %(new)s)
            union select v.project_id, f.run_id, v.benchmark_id from variant v
            join failed_result f on f.project_id = v.project_id and f.variant_id = v.id
            where v.project_id = %(project)s and v.benchmark_id in (%(old)s, %(new)s))
        select case when count(*) > 0 then count(*) || ' runs measured both benchmarks: they are'
               ' not one; delete those runs first' end
        from (select run_id from given group by run_id having count(distinct benchmark_id) > 1)
             both_of""",
}
_SAVE: LiteralString = """
insert into deleted_row (project_id, deletion_id, relation, content)
values (%(project)s, %(deletion)s, 'merge', %(content)s)
"""
_SAVED: LiteralString = """
select content from deleted_row
where project_id = %s and deletion_id = %s and relation = 'merge'
"""


def runs_of(session: Session, project_id: int, kind: NamedKind, id_: int) -> list[int]:
    """Return the runs that gave results of a thing."""
    asked = _RUNS.format(kind=kind) if kind in IN_RUN else _RUNS_OF_BENCHMARK
    found = raw_connection(session).execute(asked, {"project": project_id, "old": id_})
    return [row[0] for row in found]


def series_of(session: Session, move: NameMove) -> list[int]:
    """Return the series of the old thing that have results of the runs."""
    is_own = move.kind is not NamedKind.MACHINE
    asked = _SERIES.format(of_kind=f"and s.{move.kind}_id = %(old)s" if is_own else "")
    return [row[0] for row in raw_connection(session).execute(asked, move.asked)]


def count_results(session: Session, move: NameMove, series: Sequence[int]) -> int:
    asked = move.asked | {"series": [*series]}
    ((count,),) = raw_connection(session).execute(_COUNT, asked).fetchall()
    return int(count)


def collisions(session: Session, move: NameMove) -> list[str]:
    """Say what stands against a merge, one sentence each."""
    asked = _BOTH.get(move.kind)
    rows = raw_connection(session).execute(asked, move.asked).fetchall() if asked else []
    return [said for (said,) in rows if said]


def missing_commits(session: Session, move: NameMove) -> list[int]:
    """Return the commits that the new branch does not know."""
    return [row[0] for row in raw_connection(session).execute(_COMMITS, move.asked)]


def drop_commits(session: Session, move: NameMove, commits: Sequence[int]) -> None:
    """Let the old branch forget commits of which it has no run."""
    asked = move.asked | {"commits": [*commits]}
    raw_connection(session).execute(_DROP_COMMITS, asked)


def carry_over(session: Session, move: NameMove, series: Sequence[int]) -> list[int]:
    """Move what the runs gave; returns the series in which it is now."""
    connection = raw_connection(session)
    for table, key in OF_RUNS.get(move.kind, ()):
        asked = _OF_RUNS.format(table=table, key=key, kind=move.kind)
        connection.execute(asked, move.asked)
    if move.kind is NamedKind.MACHINE:
        connection.execute(_ADD_FINGERPRINTS, move.asked)
        for table, key in (("run", "id"), ("result", "run_id"), ("excluded_result", "run_id")):
            connection.execute(_FINGERPRINTS.format(table=table, key=key), move.asked)
        return list(series)
    given = move.asked | {"series": [*series]}
    _carry_variants(session, move, given)
    joins, differing = NEW_KEYS[move.kind]
    new = {name: differing.get(name, f"s.{name}_id") for name in KEY}
    columns = ", ".join(f"{name}_id" for name in KEY)
    values = ", ".join(new[name] for name in KEY)
    connection.execute(_ADD_SERIES.format(columns=columns, values=values, joins=joins), given)
    pairs = connection.execute(_PAIRS.format(joins=joins, **new), given).fetchall()
    given |= {"series": [old for old, _ in pairs], "others": [other for _, other in pairs]}
    for table in ("result", "excluded_result"):
        connection.execute(_RESULTS.format(table=table), given)
    connection.execute(_RUNGS, given)
    return [other for _, other in pairs]


def _carry_variants(session: Session, move: NameMove, given: dict[str, Any]) -> None:
    """Let benchmarks, metrics and variants that runs used be there, and move what is of them."""
    benchmarks = BENCHMARKS.get(move.kind)
    if benchmarks is None:
        return
    connection = raw_connection(session)
    if move.kind is NamedKind.SUITE:
        for statement in _ADD_IN_SUITE:
            connection.execute(statement, given)
        for table in ("failed_result", "time_course"):
            connection.execute(_METRICS.format(table=table), move.asked)
    connection.execute(_ADD_VARIANTS.format(benchmarks=benchmarks), given)
    for table in ("failed_result", "time_course", "profile"):
        asked = _VARIANTS.format(table=table, benchmarks=benchmarks)
        connection.execute(asked, move.asked)


def refer(
    session: Session, move: NameMove, only: dict[str, list[int]] | None = None
) -> dict[str, list[int]]:
    """Let other rows be of the new thing, all or those named; returns which, by table."""
    moved: dict[str, list[int]] = {}
    connection = raw_connection(session)
    for table, column in REFERRING[move.kind]:
        asked = move.asked | {"ids": None if only is None else only.get(table, [])}
        apart = "and id <> %(new)s" if table == move.kind else ""
        rows = connection.execute(_REFER.format(table=table, column=column, apart=apart), asked)
        moved[table] = [row[0] for row in rows]
    if move.kind is NamedKind.TESTBED:
        connection.execute(_MACHINE_ALIASES, move.asked | {"ids": moved["machine"]})
    return moved


def save(session: Session, project_id: int, deletion_id: int, content: dict[str, Any]) -> None:
    """Keep with a deletion what takes a merge back."""
    asked = {"project": project_id, "deletion": deletion_id, "content": Jsonb(content)}
    raw_connection(session).execute(_SAVE, asked)


def find_saved(session: Session, project_id: int, deletion_id: int) -> dict[str, Any] | None:
    """Return what takes a merge back; None for a deletion that is none."""
    row = raw_connection(session).execute(_SAVED, (project_id, deletion_id)).fetchone()
    return row[0] if row else None
