"""Benchmarks and metrics of two suites that become one: what is the same in both, by any name."""

from collections.abc import Mapping
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

# what was merged into another thing has its name no more
_CALLED: LiteralString = """(
    select a.suite_id, a.name, a.target_id as id from name_alias a
    where a.project_id = %(project)s and a.kind = '{kind}' and a.suite_id in (%(old)s, %(new)s)
    union
    select k.suite_id, k.name, k.id from {kind} k
    where k.project_id = %(project)s and k.suite_id in (%(old)s, %(new)s) and not exists (
        select from name_alias other
        where other.project_id = k.project_id and other.kind = '{kind}'
          and other.suite_id = k.suite_id and other.name = k.name and other.target_id <> k.id))"""
_PAIRS = f"""(
    select distinct o.id as old, n.id as new from {_CALLED} o
    join {_CALLED} n on n.suite_id = %(new)s and n.name = o.name
    where o.suite_id = %(old)s)"""  # noqa: S608
BENCHMARK_PAIRS = _PAIRS.format(kind="benchmark")
METRIC_PAIRS = _PAIRS.format(kind="metric")
_SEVERAL = f"""
select '{{kind}}s ' || string_agg(k.name, ' and ' order by k.name)
       || ' are one in the other suite{{remedy}}'
from (select array_agg(new) as ids from {_PAIRS} a group by old having count(*) > 1
      union all
      select array_agg(old) from {_PAIRS} b group by new having count(*) > 1) several
join {{kind}} k on k.project_id = %(project)s and k.id = any(several.ids)
group by several.ids
"""  # noqa: S608
COLLISIONS = f"""
select 'metric ' || m.name || ' is in ' || m.unit || ', ' || m.direction || ' is better,'
       || ' and in ' || nm.unit || ', ' || nm.direction || ': correct one of them first'
from {METRIC_PAIRS} pair
join metric m on m.project_id = %(project)s and m.id = pair.old
join metric nm on nm.project_id = m.project_id and nm.id = pair.new
where (m.unit, m.direction, m.noise) <> (nm.unit, nm.direction, nm.noise)
union all {_SEVERAL.format(kind="benchmark", remedy=": merge them first")}
union all {_SEVERAL.format(kind="metric", remedy=": such suites stay two")}
order by 1
"""  # noqa: S608
_CARRY = f"""
insert into name_alias (project_id, kind, suite_id, name, target_id)
select %(project)s, '{{kind}}', %(new)s, o.name, pair.new from {_CALLED} o
join {_PAIRS} pair on pair.old = o.id
where o.suite_id = %(old)s and not exists (
    select from {_CALLED} n where n.suite_id = %(new)s and n.name = o.name)
returning name
"""  # noqa: S608
_DROP: LiteralString = """
delete from name_alias
where project_id = %(project)s and kind = %(kind)s and suite_id = %(old)s and name = any(%(names)s)
"""
_KINDS = ("benchmark", "metric")


def carry_aliases(session: Session, asked: Mapping[str, Any]) -> dict[str, list[str]]:
    """Let all names in the old suite be known in the new one; returns those added, by kind."""
    connection = raw_connection(session)
    return {
        kind: [name for (name,) in connection.execute(_CARRY.format(kind=kind), asked)]
        for kind in _KINDS
    }


def drop_aliases(
    session: Session, asked: Mapping[str, Any], added: Mapping[str, list[str]]
) -> None:
    """Let a suite that is taken apart forget names that came with the merge."""
    for kind, names in added.items():
        raw_connection(session).execute(_DROP, {**asked, "kind": kind, "names": names})
