"""The runs of one side of a comparison, by whatever it was named."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

from psycopg.types.json import Jsonb
from sqlalchemy.orm import Session

from backend.domain.comparisons.sides import SideRun
from backend.storage.engine import cursor_of, raw_connection

MOST_RUNS = 200
"""Runs of one side: more would say no more, and take their time."""
MOST_NAMESAKES = 6
"""Commits that a beginning of a name is looked up for."""

# each `offset 0` lets runs be found by their commit first: by its counts of rows in a project on
# the average the planner would look through all runs of each suite of a large one
PLACES: LiteralString = """
cross join lateral (
    select name from suite where project_id = run.project_id and id = run.suite_id offset 0
) as suite
cross join lateral (
    select name from testbed where project_id = run.project_id and id = run.testbed_id offset 0
) as testbed
"""
RUNS: LiteralString = """
select run.id, run.suite_id, run.testbed_id, run.commit_id, suite.name, testbed.name, commit.name,
       machine.name, run.machine_id, run.agent, run.seed, run.started_at, run.finished_at
from run
{places}
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
left join machine on machine.project_id = run.project_id and machine.id = run.machine_id
where run.project_id = %(project)s and {choice}
order by run.started_at desc, run.id desc
limit %(most)s
"""
MEASURED: LiteralString = """
exists (
    select from run
    {places}
    where run.project_id = %(project)s and run.commit_id = placed.commit_id
      and run.branch_id = placed.branch_id and {scope})
"""
SCOPE: LiteralString = """
(%(suites)s::text[] is null or suite.name = any(%(suites)s::text[]))
and (%(testbeds)s::text[] is null or testbed.name = any(%(testbeds)s::text[]))
"""
ON_BRANCHES: LiteralString = """
(%(branches)s::text[] is null or run.branch_id in (
    select id from branch where project_id = %(project)s and name = any(%(branches)s::text[])))
"""
PINNED: LiteralString = """
(%(pinned)s::text is null or run.commit_id = (
    select id from commit where project_id = %(project)s and name = %(pinned)s))
"""
OF_COMMIT: LiteralString = """
run.commit_id = (select id from commit where project_id = %(project)s and name = %(name)s)
and {branches} and {scope}
"""
NEWEST: LiteralString = """
(run.commit_id, run.branch_id) = (
    select placed.commit_id, placed.branch_id
    from branch_commit placed
    join branch
      on branch.project_id = placed.project_id and branch.id = placed.branch_id
    where placed.project_id = %(project)s and {branch} and {measured}
    order by placed.position desc
    limit 1)
"""
FORKED: LiteralString = """
select forked.base_branch_id, coalesce(forked.fork_commit_id, (
    select own.commit_id
    from branch_commit own
    join branch_commit base
      on base.project_id = own.project_id and base.commit_id = own.commit_id
     and base.branch_id = forked.base_branch_id
    where own.project_id = forked.project_id and own.branch_id = forked.id
    order by own.position desc
    limit 1)) as commit_id
from branch forked
where forked.project_id = %(project)s
  and (forked.name = %(name)s or forked.pull_request::text = %(name)s)
order by forked.id desc
limit 1
"""
AT_FORK: LiteralString = """
(run.commit_id, run.branch_id) = (
    select placed.commit_id, placed.branch_id
    from ({forked}) as fork
    join branch_commit point
      on point.project_id = %(project)s and point.branch_id = fork.base_branch_id
     and point.commit_id = fork.commit_id
    join branch_commit placed
      on placed.project_id = %(project)s and placed.branch_id = fork.base_branch_id
     and placed.position <= point.position
    where {measured}
    order by placed.position desc
    limit 1)
"""
TAGGED: LiteralString = """
run.tags @> %(tag)s and (run.commit_id, run.branch_id) = (
    select run.commit_id, run.branch_id
    from run
    join suite on suite.project_id = run.project_id and suite.id = run.suite_id
    join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
    where run.project_id = %(project)s and run.tags @> %(tag)s and {scope} and {branches}
      and {pinned}
    order by run.started_at desc
    limit 1)
"""
BESIDE: LiteralString = """
testbed.name = %(name)s and run.commit_id = (
    select run.commit_id
    from run
    join suite on suite.project_id = run.project_id and suite.id = run.suite_id
    join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
    where run.project_id = %(project)s and testbed.name = %(name)s and {branches}
      and (%(suites)s::text[] is null or suite.name = any(%(suites)s::text[]))
      and {pinned}
      and (%(commits)s::bigint[] is null or run.commit_id = any(%(commits)s::bigint[]))
      and (%(other)s::text is null or exists (
          select from run same
          join testbed there
            on there.project_id = same.project_id and there.id = same.testbed_id
          where same.project_id = run.project_id and same.commit_id = run.commit_id
            and same.suite_id = run.suite_id and there.name = %(other)s))
    order by run.started_at desc
    limit 1)
and (%(suites)s::text[] is null or suite.name = any(%(suites)s::text[]))
"""
CHOICES: Mapping[str, LiteralString] = {
    "run": "run.id = %(run)s",
    "commit": OF_COMMIT.format(branches=ON_BRANCHES, scope=SCOPE),
    "branch": NEWEST.format(
        branch="branch.name = %(name)s", measured=MEASURED.format(places=PLACES, scope=SCOPE)
    )
    + f" and {SCOPE}",
    "pull": NEWEST.format(
        branch="branch.pull_request::text = %(name)s",
        measured=MEASURED.format(places=PLACES, scope=SCOPE),
    )
    + f" and {SCOPE}",
    "fork": AT_FORK.format(forked=FORKED, measured=MEASURED.format(places=PLACES, scope=SCOPE))
    + f" and {SCOPE}",
    "tag": TAGGED.format(scope=SCOPE, branches=ON_BRANCHES, pinned=PINNED) + f" and {SCOPE}",
    "testbed": BESIDE.format(branches=ON_BRANCHES, pinned=PINNED) + f" and {ON_BRANCHES}",
}
KNOWN: Mapping[str, LiteralString] = {
    "commit": "select exists (select from commit where project_id = %(project)s"
    " and name = %(name)s)",
    "branch": "select exists (select from branch where project_id = %(project)s"
    " and name = %(name)s)",
    "pull": "select exists (select from branch where project_id = %(project)s"
    " and pull_request::text = %(name)s)",
    "fork": "select exists (select from branch where project_id = %(project)s"
    " and (name = %(name)s or pull_request::text = %(name)s))",
    "tag": "select exists (select from run where project_id = %(project)s and tags @> %(tag)s)",
    "testbed": "select exists (select from testbed where project_id = %(project)s"
    " and name = %(name)s)",
}
FORK: LiteralString = """
select commit.name
from ({forked}) as fork
join commit on commit.project_id = %(project)s and commit.id = fork.commit_id
"""
NAMESAKES: LiteralString = """
select name from commit
where project_id = %s and starts_with(name, %s)
order by is_reported desc, name
limit %s
"""
MEASURED_ON: LiteralString = """
select distinct testbed.name
from run
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
where run.project_id = %s and commit.name = %s
order by 1
"""


@dataclass(frozen=True, slots=True)
class RunScope:
    """Where runs of a side are looked for; None: everywhere.

    `commits` and `other` say what stands on the other side of a testbed: its commits, or the
    testbed that it is. `pinned` is the commit that a tag or testbed is held to.
    """

    suites: Sequence[str] | None = None
    testbeds: Sequence[str] | None = None
    branches: Sequence[str] | None = None
    commits: Sequence[int] | None = None
    other: str | None = None
    pinned: str | None = None


def find_runs(
    session: Session, project_id: int, choice: tuple[str, str], scope: RunScope
) -> list[SideRun]:
    """Return the newest runs of a side, one more than MOST_RUNS at most; `choice` is (kind, name).

    A branch, a pull request and a tag stand for their newest commit that was measured within the
    scope, a fork for the newest one measured at or before the fork point, a testbed for the
    commit of the other side, or the newest that both testbeds measured.
    """
    asked = _asked(project_id, choice) | {
        "suites": _list(scope.suites),
        "testbeds": _list(scope.testbeds),
        "branches": _list(scope.branches),
        "commits": _list(scope.commits),
        "other": scope.other,
        "pinned": scope.pinned,
        "most": MOST_RUNS + 1,
    }
    cursor = cursor_of(session, SideRun)
    return cursor.execute(RUNS.format(places=PLACES, choice=CHOICES[choice[0]]), asked).fetchall()


def _asked(project_id: int, choice: tuple[str, str]) -> dict[str, Any]:
    kind, name = choice
    asked: dict[str, Any] = {"project": project_id, "name": name}
    if kind == "run":
        asked["run"] = int(name)
    if kind == "tag":
        key, _, value = name.partition("=")
        asked["tag"] = Jsonb({key: value})
    return asked


def _list(names: Sequence[Any] | None) -> list[Any] | None:
    return None if names is None else list(names)


def is_known(session: Session, project_id: int, kind: str, name: str) -> bool:
    """Say whether the project has a commit, branch, … of that name."""
    row = raw_connection(session).execute(KNOWN[kind], _asked(project_id, (kind, name))).fetchone()
    return bool(row and row[0])


def read_fork(session: Session, project_id: int, name: str) -> str | None:
    """Return the commit at which a branch or pull request left its base, if that is known."""
    asked = _asked(project_id, ("fork", name))
    row = raw_connection(session).execute(FORK.format(forked=FORKED), asked).fetchone()
    return row[0] if row else None


def read_namesakes(session: Session, project_id: int, beginning: str) -> list[str]:
    """Return some commits whose names begin like this, measured ones first."""
    asked = (project_id, beginning, MOST_NAMESAKES)
    return [row[0] for row in raw_connection(session).execute(NAMESAKES, asked)]


def read_testbeds_of_commit(session: Session, project_id: int, commit: str) -> list[str]:
    """Return the names of the testbeds that measured a commit."""
    return [row[0] for row in raw_connection(session).execute(MEASURED_ON, (project_id, commit))]
