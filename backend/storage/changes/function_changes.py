"""Histories of profiles by variant, testbed and branch, and the functions that changed in them."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, LiteralString, NamedTuple

from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from sqlalchemy.orm import Session

from backend.domain.reports.function_changes import FunctionDifference
from backend.storage.commits.refs import read_commits
from backend.storage.engine import cursor_of, raw_connection

# those whose profiles are gone have changes that must go too
_HISTORIES: LiteralString = """
select profile.variant_id, run.testbed_id, run.branch_id
from profile join run on run.project_id = profile.project_id and run.id = profile.run_id
where profile.project_id = %(project)s
  and (profile.variant_id = any(%(variants)s) or profile.run_id = any(%(runs)s))
  and profile.kind = 'cpu' and run.pull_request is null
union
select variant_id, testbed_id, branch_id from function_change
where project_id = %(project)s and variant_id = any(%(variants)s)
"""
_OWN: LiteralString = """
select profile.variant_id, run.testbed_id, run.branch_id
from profile join run on run.project_id = profile.project_id and run.id = profile.run_id
where profile.project_id = %s and profile.id = %s
"""
# another machine has other shares, so that its profiles begin a history of their own
_PROFILES: LiteralString = """
with own as (
    select profile.id, run.commit_id, place.position, profile.samples, profile.facts,
           profile.functions, profile.content_hash, run.fingerprint_id
    from profile
    join run on run.project_id = profile.project_id and run.id = profile.run_id
    join branch_commit place on place.project_id = run.project_id
        and place.branch_id = run.branch_id and place.commit_id = run.commit_id
    where profile.project_id = %(project)s and profile.variant_id = %(variant)s
      and profile.kind = 'cpu' and run.testbed_id = %(testbed)s and run.branch_id = %(branch)s
      and run.pull_request is null
      and not exists (select from run_exclusion gone
                      where gone.project_id = run.project_id and gone.run_id = run.id)
    order by place.position desc, profile.id desc
    limit %(most)s
)
select own.id, own.commit_id, own.position, own.samples, (own.facts ->> 'cpu_s')::float8,
       (own.facts ->> 'repetitions')::float8, own.functions, content.body
from own
left join profile_content content on own.functions is null
    and content.project_id = %(project)s and content.hash = own.content_hash
where own.fingerprint_id is not distinct from (select fingerprint_id from own limit 1)
order by own.position, own.id
"""
_STORE: LiteralString = "update profile set functions = %s where project_id = %s and id = %s"
# the commit may have another position than when its change was found
_REPORTED: LiteralString = """
select f.name, f.is_module, place.position from function_change f
join branch_commit place on place.project_id = f.project_id
    and place.branch_id = f.branch_id and place.commit_id = f.commit_id
where f.project_id = %s and f.variant_id = %s and f.testbed_id = %s and f.branch_id = %s
"""
_FORGET: LiteralString = """
delete from function_change
where project_id = %s and variant_id = %s and testbed_id = %s and branch_id = %s
"""
_ADD: LiteralString = """
insert into function_change (project_id, variant_id, testbed_id, branch_id, name, is_module,
    others, commit_id, position, first_position, last_position, before, after, ratio, low, high,
    cost)
values (%(project)s, %(variant)s, %(testbed)s, %(branch)s, %(name)s, %(is_module)s, %(others)s,
    %(commit_id)s, %(position)s, %(first_position)s, %(last_position)s, %(before)s, %(after)s,
    %(ratio)s, %(low)s, %(high)s, %(cost)s)
"""
_SHOWN: LiteralString = """
select f.name, f.is_module, f.others, f.commit_id, f.before, f.after,
       nullif(f.ratio, 'nan') as ratio, nullif(f.low, 'nan') as low, nullif(f.high, 'nan') as high,
       f.cost
from function_change f
"""
_AT_CHANGE: LiteralString = (
    _SHOWN
    + """
join change_point c on c.project_id = f.project_id and c.id = %s
join series s on s.project_id = c.project_id and s.id = c.series_id
    and s.variant_id = f.variant_id and s.testbed_id = f.testbed_id and s.branch_id = f.branch_id
where f.project_id = %s and c.first_position <= f.last_position
  and f.first_position <= c.last_position
order by abs(f.after - f.before) desc, f.name
limit %s
"""
)
_OF_PROFILE: LiteralString = (
    _SHOWN
    + """
join profile p on p.project_id = f.project_id and p.id = %s and p.variant_id = f.variant_id
join run on run.project_id = p.project_id and run.id = p.run_id
    and run.testbed_id = f.testbed_id and run.branch_id = f.branch_id
where f.project_id = %s and p.kind = 'cpu'
order by f.position desc, abs(f.after - f.before) desc, f.name
limit %s
"""
)
_PROFILED_SERIES: LiteralString = """
select distinct s.variant_id from series s
join profile p on p.project_id = s.project_id and p.variant_id = s.variant_id and p.kind = 'cpu'
where s.project_id = %s and s.id = any(%s)
"""
_HOLD: LiteralString = "select pg_advisory_xact_lock(%s, %s::int)"
_JUDGING = 0x6675_6E63
"""First half of the advisory lock's key; the project is the other half."""


class ProfileHistory(NamedTuple):
    """Whose profiles form one history."""

    variant: int
    testbed: int
    branch: int


@dataclass(frozen=True, slots=True)
class StoredProfile:
    """A profile of a history; its stacks where its functions were not added up yet."""

    id: int
    commit_id: int
    position: int
    samples: int
    cpu_s: float | None
    repetitions: float | None
    functions: dict[str, Any] | None
    stacks: bytes | None


class ReportedFunction(NamedTuple):
    """A change that people may know of."""

    name: str
    is_module: bool
    position: int


@dataclass(frozen=True, slots=True)
class NewFunctionChange:
    """A change of a function on its way into the database."""

    name: str
    is_module: bool
    others: list[str]
    commit_id: int
    position: int
    first_position: int
    last_position: int
    before: float
    after: float
    ratio: float
    low: float
    high: float
    cost: float | None


def hold_judging(session: Session, project_id: int) -> None:
    """Let nobody else replace function changes meanwhile: both would add theirs."""
    raw_connection(session).execute(_HOLD, (_JUDGING, project_id))


def histories_of(
    session: Session, project_id: int, variant_ids: Sequence[int], run_ids: Sequence[int]
) -> list[ProfileHistory]:
    """Return all histories of some variants, and those that the profiles of some runs are in."""
    cursor = cursor_of(session, ProfileHistory)
    asked = {"project": project_id, "variants": list(variant_ids), "runs": list(run_ids)}
    return cursor.execute(_HISTORIES, asked).fetchall()


def profiled_variants(session: Session, project_id: int, series_ids: Collection[int]) -> list[int]:
    """Return the variants of some series that have profiles."""
    found = raw_connection(session).execute(_PROFILED_SERIES, (project_id, list(series_ids)))
    return [row[0] for row in found]


def find_history(session: Session, project_id: int, profile_id: int) -> ProfileHistory | None:
    """Return the history that a profile belongs to."""
    return cursor_of(session, ProfileHistory).execute(_OWN, (project_id, profile_id)).fetchone()


def read_history(
    session: Session, project_id: int, history: ProfileHistory, most: int
) -> list[StoredProfile]:
    """Return the newest profiles that were taken on the machine of the last one, oldest first."""
    asked = {"project": project_id, "most": most} | history._asdict()
    return cursor_of(session, StoredProfile).execute(_PROFILES, asked).fetchall()


def store_functions(
    session: Session, project_id: int, profile_id: int, functions: dict[str, Any]
) -> None:
    raw_connection(session).execute(_STORE, (Jsonb(functions), project_id, profile_id))


def read_reported(
    session: Session, project_id: int, history: ProfileHistory
) -> list[ReportedFunction]:
    return (
        cursor_of(session, ReportedFunction).execute(_REPORTED, (project_id, *history)).fetchall()
    )


def replace_changes(
    session: Session,
    project_id: int,
    history: ProfileHistory,
    found: Sequence[NewFunctionChange],
) -> None:
    """Store what a history shows now in place of what it showed before."""
    connection = raw_connection(session)
    connection.execute(_FORGET, (project_id, *history))
    common = {"project": project_id} | history._asdict()
    for one in found:
        connection.execute(_ADD, common | asdict(one))


def read_at_change(
    session: Session, project_id: int, change_id: int, most: int
) -> list[FunctionDifference]:
    """Return the functions that changed where a change point lies, the largest part first."""
    return _read(session, project_id, _AT_CHANGE, change_id, most)


def read_of_profile(
    session: Session, project_id: int, profile_id: int, most: int
) -> list[FunctionDifference]:
    """Return the functions that changed in the history of a profile, the newest first."""
    return _read(session, project_id, _OF_PROFILE, profile_id, most)


def _read(
    session: Session, project_id: int, query: LiteralString, of: int, most: int
) -> list[FunctionDifference]:
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    rows: list[dict[str, Any]] = cursor.execute(query, (of, project_id, most)).fetchall()
    commits = read_commits(session, project_id, (row["commit_id"] for row in rows))
    return [FunctionDifference(commit=commits[row.pop("commit_id")], **row) for row in rows]
