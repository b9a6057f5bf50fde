"""Names that can be corrected: each old one stays an alias by which reports find the thing."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.catalogue.corrections import ARCHIVED, IN_SUITE, NamedKind, NamedThing
from backend.storage.engine import cursor_of, raw_connection

_READ = """
select k.id, k.name, coalesce(suite.name, ''), {scope},
       coalesce((select array_agg(a.name order by a.name) from name_alias a
                 where a.project_id = k.project_id and a.kind = %(kind)s and a.target_id = k.id),
                '{{}}'),
       {archived},
       (select count(*) from series s where s.project_id = k.project_id and s.{series})
from {kind} k
left join suite on suite.project_id = k.project_id and suite.id = {suite}
where k.project_id = %(project)s and (%(id)s::bigint is null or k.id = %(id)s)
  and (%(name)s::text is null or k.name = %(name)s)
  and not exists (select from name_alias other
                  where other.project_id = k.project_id and other.kind = %(kind)s
                    and other.suite_id = {scope} and other.name = k.name
                    and other.target_id <> k.id)
  and not exists (select from name_alias other
                  where other.project_id = k.project_id and other.kind = 'suite'
                    and other.name = suite.name and other.target_id <> suite.id)
order by suite.name nulls first, k.name, k.id
limit %(most)s
"""
_TAKEN = """
select k.id from {kind} k
where k.project_id = %(project)s and k.name = %(name)s and {scope} = %(suite)s
  and k.id <> %(id)s
union all
select target_id from name_alias
where project_id = %(project)s and kind = %(kind)s and suite_id = %(suite)s and name = %(name)s
  and target_id <> %(id)s
"""
_RENAME = "update {kind} set name = %(name)s where project_id = %(project)s and id = %(id)s"
_ARCHIVE = """
update {kind} set archived_at = case when %(archived)s then coalesce(archived_at, now()) end
where project_id = %(project)s and id = %(id)s
"""
_ALIAS: LiteralString = """
insert into name_alias (project_id, kind, suite_id, name, target_id)
values (%(project)s, %(kind)s, %(suite)s, %(old)s, %(id)s)
on conflict (project_id, kind, suite_id, name) do update set target_id = excluded.target_id
"""
_UNALIAS: LiteralString = """
delete from name_alias
where project_id = %(project)s and kind = %(kind)s and suite_id = %(suite)s and name = %(name)s
"""
_ALIASES: LiteralString = """
select kind, suite_id, name, target_id from name_alias where project_id = %s
"""
_GIVE_ALIASES: LiteralString = """
update name_alias set target_id = %(new)s
where project_id = %(project)s and kind = %(kind)s and target_id = %(old)s
  and (%(names)s::text[] is null or name = any(%(names)s::text[]))
returning name
"""
_ONE_TESTBED: LiteralString = """
select id from (
    select id, name from testbed where project_id = %(project)s and name = any(%(names)s)
    union
    select target_id, name from name_alias
    where project_id = %(project)s and kind = 'testbed' and name = any(%(names)s)
) as called (id, name)
group by id having count(*) = 2
"""
_CALLED: LiteralString = """
with own (id) as (
    select id from testbed where project_id = %(project)s and name = %(name)s
    union
    select target_id from name_alias
    where project_id = %(project)s and kind = 'testbed' and name = %(name)s
)
select name from testbed where project_id = %(project)s and id in (select id from own)
union
select name from name_alias
where project_id = %(project)s and kind = 'testbed' and target_id in (select id from own)
"""
MOST = 2_000
AliasKey = tuple[str, int, str]
"""Kind, suite (0 for what is of none, of a machine its testbed) and name."""


def read_names(
    session: Session, project_id: int, kind: NamedKind, name: str | None = None
) -> list[NamedThing]:
    """Return what is of a kind, by suite and name; only what has the name, where one is given."""
    return _named(session, project_id, kind, name=name)


def find_named(session: Session, project_id: int, kind: NamedKind, id_: int) -> NamedThing | None:
    found = _named(session, project_id, kind, id_=id_)
    return found[0] if found else None


def _named(
    session: Session,
    project_id: int,
    kind: NamedKind,
    *,
    id_: int | None = None,
    name: str | None = None,
) -> list[NamedThing]:
    query = _READ.format(
        kind=kind,
        suite="k.suite_id" if kind in IN_SUITE else "0",
        scope=_scope(kind),
        archived="k.archived_at" if kind in ARCHIVED else "null::timestamptz",
        series="testbed_id = k.testbed_id" if kind is NamedKind.MACHINE else f"{kind}_id = k.id",
    )
    asked = {"project": project_id, "kind": kind.value, "id": id_, "name": name, "most": MOST}
    return cursor_of(session, NamedThing).execute(query, asked).fetchall()


def _scope(kind: NamedKind) -> LiteralString:
    """Return within what a name is unique: a suite, of a machine its testbed, else the project."""
    if kind is NamedKind.MACHINE:
        return "k.testbed_id"
    return "k.suite_id" if kind in IN_SUITE else "0"


def is_taken(
    session: Session, project_id: int, kind: NamedKind, thing: NamedThing, name: str
) -> bool:
    """Tell whether something else of the kind has the name, or had it."""
    asked = {"project": project_id, "kind": kind.value, "suite": thing.suite_id, "name": name}
    query = _TAKEN.format(kind=kind, scope=_scope(kind))
    found = raw_connection(session).execute(query, asked | {"id": thing.id}).fetchone()
    return found is not None


def rename(
    session: Session, project_id: int, kind: NamedKind, thing: NamedThing, name: str
) -> None:
    """Give something another name; the old one stays an alias."""
    asked = {
        "project": project_id, "kind": kind.value, "suite": thing.suite_id, "id": thing.id,
        "old": thing.name, "name": name,
    }  # fmt: skip
    connection = raw_connection(session)
    connection.execute(_UNALIAS, asked)
    connection.execute(_ALIAS, asked)
    connection.execute(_RENAME.format(kind=kind), asked)


def archive(
    session: Session, project_id: int, kind: NamedKind, id_: int, *, is_archived: bool
) -> None:
    asked = {"project": project_id, "id": id_, "archived": is_archived}
    raw_connection(session).execute(_ARCHIVE.format(kind=kind), asked)


def give_aliases(
    session: Session,
    project_id: int,
    kind: NamedKind,
    pair: tuple[int, int],
    only: Sequence[str] | None = None,
) -> list[str]:
    """Let names that something had lead to another thing, all or those named; returns them."""
    asked = {"project": project_id, "kind": kind.value, "old": pair[0], "new": pair[1],
             "names": None if only is None else [*only]}  # fmt: skip
    return [row[0] for row in raw_connection(session).execute(_GIVE_ALIASES, asked)]


def set_alias(
    session: Session, project_id: int, kind: NamedKind, said: tuple[int, str], target: int | None
) -> None:
    """Let a name of a suite lead to another thing than what has it; None: to that again."""
    asked = {"project": project_id, "kind": kind.value, "suite": said[0], "name": said[1],
             "old": said[1], "id": target}  # fmt: skip
    raw_connection(session).execute(_UNALIAS if target is None else _ALIAS, asked)


def read_aliases(session: Session, project_id: int) -> dict[AliasKey, int]:
    """Return what each alias of a project stands for."""
    rows: Sequence[tuple[str, int, str, int]] = (
        raw_connection(session).execute(_ALIASES, (project_id,)).fetchall()
    )
    return {(kind, suite_id, name): target for kind, suite_id, name, target in rows}


def is_one_testbed(session: Session, project_id: int, name: str, other: str) -> bool:
    """Tell whether two different names are of one testbed, which was renamed."""
    asked = {"project": project_id, "names": [name, other]}
    return raw_connection(session).execute(_ONE_TESTBED, asked).fetchone() is not None


def testbed_names(session: Session, project_id: int, name: str) -> list[str]:
    """Return all names of the testbed that one name is of; that name alone where there is none."""
    asked = {"project": project_id, "name": name}
    found = {row[0] for row in raw_connection(session).execute(_CALLED, asked)}
    return sorted(found | {name})
