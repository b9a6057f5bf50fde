"""Names that contain words; every kind reads a bounded number of rows in any project."""

from collections.abc import Mapping, Sequence
from typing import LiteralString

from psycopg.rows import args_row
from sqlalchemy.orm import Session

from backend.domain.views.searches import SearchHit, SearchKind, following, pattern_of
from backend.storage.catalogue.counting_runs import COUNTS
from backend.storage.catalogue.swept_axes import SWEPT_AXES
from backend.storage.commits.words import SHORT
from backend.storage.engine import raw_connection

NEWEST = 2_000
"""Commits, runs, changes and splits that are looked through by their words, the newest ones."""
SHORT_NAME: LiteralString = SHORT.format("k.name")

# benchmarks are walked in their order, by an index, until there are enough: the names of the suites
# are read once, and only hits are held against the series. The planner expects half of the rows to
# meet a condition in a `case`. Without it, it expects none, and sorts all of them first
BENCHMARKS: LiteralString = """
with named as materialized (
    select jsonb_object_agg(id, name) as suites
    from suite where project_id = %(project)s and archived_at is null
)
select 'benchmark', b.id, b.name, b.suite, null
from (
    select id, suite_id, name, length(name) as length,
           (select suites from named) ->> suite_id::text as suite
    from benchmark where project_id = %(project)s and archived_at is null
    order by length(name), name, id
) b
cross join lateral (
    select from series where project_id = %(project)s and suite_id = b.suite_id
                         and benchmark_id = b.id and not is_hidden limit 1
) as measured
where case when b.suite || ' ' || b.name ilike all(%(words)s) then true else false end
order by b.length, b.name, b.id limit %(limit)s
"""
SUITES: LiteralString = f"""
select 'suite', id, name, summary, null
from suite where project_id = %(project)s and archived_at is null and name ilike all(%(words)s)
  and exists (select from run where run.project_id = suite.project_id and run.suite_id = suite.id
              and {COUNTS})
order by length(name), name limit %(limit)s
"""  # noqa: S608  a constant condition
SWEEPS: LiteralString = """
select 'sweep', b.id, b.name || ' over ' || axis, s.name, axis
from benchmark b join suite s on s.project_id = b.project_id and s.id = b.suite_id
cross join unnest({swept}) as axis
where b.project_id = %(project)s and b.sweep_axes <> '{{}}'
  and exists (select from series r where r.project_id = b.project_id
                and r.suite_id = b.suite_id and r.benchmark_id = b.id and not r.is_hidden)
  and s.name || ' ' || b.name || ' ' || axis ilike all(%(words)s)
order by length(b.name), b.name, axis limit %(limit)s
""".format(swept=SWEPT_AXES.format(benchmark="b"))
# each `offset 0` lets the planner find by ids alone: by its counts of rows in a project on the
# average it would read all benchmarks of a large one for each change. They are sorted before their
# names are read, so that no more are named than the first hits need
CHANGES: LiteralString = """
select 'change', c.id, b.name || ' ' || m.name || ': ' || c.verdict,
       c.state || ', since ' || {commit} || ' ' || k.subject, null
from (
    select * from (
        select id, series_id, commit_id, state, verdict from change_point
        where project_id = %(project)s and kind <> 'environment'
          and state in ('confirmed', 'suspected')
        order by id desc limit %(newest)s
    ) as newest
    order by state, id desc
) c
cross join lateral (
    select benchmark_id, metric_id from series
    where project_id = %(project)s and id = c.series_id and not is_hidden offset 0
) r
cross join lateral (
    select name from benchmark where project_id = %(project)s and id = r.benchmark_id offset 0
) b
cross join lateral (
    select name from metric where project_id = %(project)s and id = r.metric_id offset 0
) m
cross join lateral (
    select name, subject from commit where project_id = %(project)s and id = c.commit_id offset 0
) k
where b.name || ' ' || m.name || ' ' || k.name || ' ' || k.subject ilike all(%(words)s)
order by c.state, c.id desc limit %(limit)s
"""
SPLITS: LiteralString = """
select 'split', id, coalesce(nullif(name, ''), change), coalesce(summary->>'headline', ''), null
from (
    select * from split where project_id = %(project)s order by id desc limit %(newest)s
) s
where name || ' ' || change || ' ' || coalesce(summary->>'headline', '') ilike all(%(words)s)
order by state = 'open' desc, id desc limit %(limit)s
"""
LADDERS: LiteralString = """
select 'ladder', id, name, metric, null
from ladder where project_id = %(project)s and removed_at is null and name ilike all(%(words)s)
order by length(name), name limit %(limit)s
"""
VIEWS: LiteralString = """
select 'view', id, name, note, address
from saved_view where project_id = %(project)s and removed_at is null
  and name || ' ' || note ilike all(%(words)s)
order by is_pinned desc, length(name), name limit %(limit)s
"""
MACHINES: LiteralString = """
select 'machine', m.id, m.name, t.name, null
from machine m join testbed t on t.project_id = m.project_id and t.id = m.testbed_id
where m.project_id = %(project)s and m.archived_at is null and t.archived_at is null
  and m.name || ' ' || t.name ilike all(%(words)s)
order by length(m.name), m.name limit %(limit)s
"""
COMMITS: LiteralString = """
select 'commit', id, name, subject, name
from (
    select id, name, subject, author_name, is_reported from commit
    where project_id = %(project)s order by id desc limit %(newest)s
) c
where is_reported and name || ' ' || subject || ' ' || author_name ilike all(%(words)s)
order by id desc limit %(limit)s
"""
COMMITS_BY_NAME: LiteralString = """
select 'commit', id, name, subject, name
from commit
where project_id = %(project)s and name >= %(first)s and name < %(beyond)s and is_reported
order by name limit %(limit)s
"""
# names are looked up in documents, not joined: by its counts of rows in a project on the average
# the planner would read all suites of a large one again for each run
RUNS: LiteralString = f"""
with newest as materialized (
    (select id, suite_id, testbed_id, commit_id, started_at
     from run where project_id = %(project)s and {COUNTS}
     order by started_at desc limit %(newest)s)
    union
    (select id, suite_id, testbed_id, commit_id, started_at
     from run where project_id = %(project)s and id = %(number)s)
), named as materialized (
    select (select jsonb_object_agg(id, name) from suite where project_id = %(project)s) as suites,
           (select jsonb_object_agg(id, name) from testbed
            where project_id = %(project)s) as testbeds,
           (select jsonb_object_agg(id, name || ' ' || subject) from commit
            where project_id = %(project)s
              and id = any(array(select distinct commit_id from newest))) as commits
)
select 'run', r.id, 'run ' || r.id || ': ' || s.name || ' on ' || t.name,
       {SHORT_NAME} || ' ' || k.subject, null
from (
    select * from newest
    where id = %(number)s
       or 'run ' || ((select suites from named) ->> suite_id::text)
          || ' ' || ((select testbeds from named) ->> testbed_id::text)
          || ' ' || ((select commits from named) ->> commit_id::text) ilike all(%(words)s)
    order by id = %(number)s desc, started_at desc limit %(limit)s
) r
cross join lateral (
    select name from suite where project_id = %(project)s and id = r.suite_id offset 0
) s
cross join lateral (
    select name from testbed where project_id = %(project)s and id = r.testbed_id offset 0
) t
cross join lateral (
    select name, subject from commit where project_id = %(project)s and id = r.commit_id offset 0
) k
order by r.id = %(number)s desc, r.started_at desc
"""  # noqa: S608  constant conditions
QUERIES: Sequence[LiteralString] = (
    BENCHMARKS,
    SUITES,
    SWEEPS,
    CHANGES.format(commit=SHORT_NAME),
    SPLITS,
    LADDERS,
    VIEWS,
    MACHINES,
    COMMITS,
    RUNS,
)
MOST_DIGITS = 18


def search(session: Session, project_id: int, words: Sequence[str], limit: int) -> list[SearchHit]:
    """Return at most `limit` hits of each kind whose names hold all words, in any case."""
    connection = raw_connection(session)
    asked = _asked(project_id, words, limit)
    queries = [*QUERIES, *([COMMITS_BY_NAME] if len(words) == 1 else [])]
    found: dict[tuple[str, int], SearchHit] = {}
    with connection.pipeline():
        cursors = [
            connection.cursor(row_factory=args_row(_hit)).execute(query, asked) for query in queries
        ]
    for cursor in cursors:
        for hit in cursor.fetchall():
            found.setdefault((hit.kind, hit.id), hit)
    order = list(SearchKind)
    return sorted(found.values(), key=lambda hit: order.index(hit.kind))


def _asked(project_id: int, words: Sequence[str], limit: int) -> Mapping[str, object]:
    first = words[0]
    is_number = len(words) == 1 and first.isdecimal() and len(first) <= MOST_DIGITS
    return {
        "project": project_id,
        "words": [pattern_of(word) for word in words],
        "first": first,
        "beyond": first[:-1] + following(first[-1]),
        "number": int(first) if is_number else None,
        "newest": NEWEST,
        "limit": limit,
    }


def _hit(kind: str, row_id: int, title: str, detail: str, key: str | None) -> SearchHit:
    return SearchHit(SearchKind(kind), row_id, title, detail, key)
