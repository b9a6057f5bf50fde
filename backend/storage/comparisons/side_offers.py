"""Runs, commits, branches, … whose names hold a text."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.comparisons.side_offers import OfferKind, SideOffer, sought
from backend.storage.catalogue.counting_runs import COUNTS
from backend.storage.commits.words import SHORT
from backend.storage.engine import cursor_of

MOST = 8
"""Of each kind."""
RECENT = 2_000
"""Newest runs and commits that are looked through by their words, and runs for their tags."""

MOST_DIGITS = 18

RUNS: LiteralString = """
select 'run', run.id::text,
       concat_ws(' ', suite.name, 'at', {commit}, 'on', testbed.name || ',',
                 branch.name, nullif(commit.subject, '')),
       run.started_at
from (
    (select project_id, id, suite_id, testbed_id, branch_id, commit_id, started_at
     from run where project_id = %(project)s and {counts}
     order by started_at desc limit %(recent)s)
    union
    (select project_id, id, suite_id, testbed_id, branch_id, commit_id, started_at
     from run where project_id = %(project)s and id = %(number)s)
) as run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join branch on branch.project_id = run.project_id and branch.id = run.branch_id
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
where (%(beside)s::bigint is null
       or run.suite_id = (select suite_id from run
                          where project_id = %(project)s and id = %(beside)s)
          and run.id <> %(beside)s)
  and (run.id = %(number)s
   or concat_ws(' ', suite.name, testbed.name, branch.name, commit.name, commit.subject)
      ilike %(like)s)
order by run.started_at desc
limit %(most)s
"""
COMMITS: LiteralString = """
select 'commit', name, concat_ws(', ', nullif(subject, ''), nullif(author_name, '')), time
from (
    select name, subject, author_name, time, is_reported
    from commit where project_id = %(project)s order by id desc limit %(recent)s
) as commit
where is_reported and concat_ws(' ', name, subject) ilike %(like)s
order by time desc nulls last
limit %(most)s
"""
BRANCHES: LiteralString = """
select 'branch', name, '', null::timestamptz
from branch
where project_id = %(project)s and pull_request is null and archived_at is null
  and name ilike %(like)s
order by base_branch_id nulls first, created_at desc
limit %(most)s
"""
PULLS: LiteralString = """
select 'pull', pull_request::text, branch.name, coalesce(newest.time, branch.created_at) as at
from branch
left join lateral (
    select commit.time
    from branch_commit own
    join commit on commit.project_id = own.project_id and commit.id = own.commit_id
    where own.project_id = branch.project_id and own.branch_id = branch.id
    order by own.position desc
    limit 1) as newest on true
where branch.project_id = %(project)s and pull_request is not null and archived_at is null
  and concat_ws(' ', pull_request, branch.name) ilike %(like)s
order by at desc, pull_request desc
limit %(most)s
"""
TAGS: LiteralString = """
select 'tag', pair.key || '=' || pair.value, '', max(run.started_at)
from (
    select tags, started_at from run
    where project_id = %(project)s
    order by started_at desc
    limit %(recent)s) as run
cross join lateral jsonb_each_text(run.tags) as pair
where pair.key || '=' || pair.value ilike %(like)s
group by 2
order by 4 desc
limit %(most)s
"""
TESTBEDS: LiteralString = """
select 'testbed', name, '', null::timestamptz
from testbed
where project_id = %(project)s and archived_at is null and name ilike %(like)s
order by name
limit %(most)s
"""
EACH: tuple[tuple[OfferKind, LiteralString], ...] = (
    ("pull", PULLS),
    ("branch", BRANCHES),
    ("run", RUNS.format(commit=SHORT.format("commit.name"), counts=COUNTS)),
    ("commit", COMMITS),
    ("testbed", TESTBEDS),
    ("tag", TAGS),
)


def read_offers(
    session: Session, project_id: int, text: str, beside: int | None = None
) -> list[SideOffer]:
    """Return at most MOST of each kind whose names hold the text, the newest first.

    `beside` is the run of the other side: only runs of its suite can be compared with it.
    """
    cursor = cursor_of(session, SideOffer)
    return [
        offer
        for kind, query in EACH
        for offer in cursor.execute(
            query, _asked(project_id, sought(text, kind), beside)
        ).fetchall()
    ]


def _asked(project_id: int, text: str, beside: int | None) -> dict[str, object]:
    return {
        "beside": beside,
        "project": project_id,
        "number": int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None,
        "like": f"%{_escaped(text)}%",
        "most": MOST,
        "recent": RECENT,
    }


def _escaped(text: str) -> str:
    """Return a text of which no letter is a wildcard."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
