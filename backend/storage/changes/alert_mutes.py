"""Mutes in the database, and until when they hold for groups."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.changes.judgements import Judge
from backend.domain.changes.mutes import Mute, MuteChoice
from backend.storage.engine import cursor_of, raw_connection

_READ: LiteralString = """
select m.id, suite.name, benchmark.name, metric.name, testbed.name, branch.name,
       m.until, m.why, m.author, m.created_at, m.lifted_at
from alert_mute m
left join suite on suite.project_id = m.project_id and suite.id = m.suite_id
left join benchmark on benchmark.project_id = m.project_id and benchmark.id = m.benchmark_id
left join metric on metric.project_id = m.project_id and metric.id = m.metric_id
left join testbed on testbed.project_id = m.project_id and testbed.id = m.testbed_id
left join branch on branch.project_id = m.project_id and branch.id = m.branch_id
where m.project_id = %(project)s and (m.id = %(id)s or %(id)s is null)
  and (%(id)s is not null or (m.lifted_at is null and m.until > now()))
order by m.until, m.id
"""
# one series that has all of the names tells their ids
_ADD: LiteralString = """
insert into alert_mute (project_id, suite_id, benchmark_id, metric_id, testbed_id, branch_id,
    until, why, author, user_id)
select s.project_id,
       case when %(suite)s::text is not null then s.suite_id end,
       case when %(benchmark)s::text is not null then s.benchmark_id end,
       case when %(metric)s::text is not null then s.metric_id end,
       case when %(testbed)s::text is not null then s.testbed_id end,
       case when %(branch)s::text is not null then s.branch_id end,
       %(until)s, %(why)s, %(author)s, %(user)s
from series s
join suite on suite.project_id = s.project_id and suite.id = s.suite_id
join benchmark on benchmark.project_id = s.project_id and benchmark.id = s.benchmark_id
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
where s.project_id = %(project)s
  and (%(suite)s::text is null or suite.name = %(suite)s)
  and (%(benchmark)s::text is null or benchmark.name = %(benchmark)s)
  and (%(metric)s::text is null or metric.name = %(metric)s)
  and (%(testbed)s::text is null or testbed.name = %(testbed)s)
  and (%(branch)s::text is null or branch.name = %(branch)s)
group by 1, 2, 3, 4, 5, 6
returning id
"""
_LIFT: LiteralString = """
update alert_mute set lifted_at = case when %s then now() end
where project_id = %s and id = %s returning id
"""
# a group is muted as long as each of its confirmed changes is
_NOTE: LiteralString = """
update alert_group g
set muted_until = (
    select case when count(*) = count(member.until) then min(member.until) end
    from (
        select (select max(x.until) from alert_mute x
                where x.project_id = c.project_id and x.lifted_at is null and x.until > now()
                  and coalesce(x.suite_id, s.suite_id) = s.suite_id
                  and coalesce(x.benchmark_id, s.benchmark_id) = s.benchmark_id
                  and coalesce(x.metric_id, s.metric_id) = s.metric_id
                  and coalesce(x.testbed_id, s.testbed_id) = s.testbed_id
                  and coalesce(x.branch_id, s.branch_id) = s.branch_id) as until
        from alert_member m
        join change_point c on c.project_id = m.project_id and c.id = m.change_id
        join series s on s.project_id = c.project_id and s.id = c.series_id
        where m.project_id = g.project_id and m.group_id = g.id and c.state = 'confirmed'
    ) as member)
where g.project_id = %(project)s and g.changes > 0
  and (%(all)s or g.id = any(%(ids)s::bigint[]))
"""
_ARE_THERE: LiteralString = """
select exists (select from alert_mute where project_id = %(project)s and lifted_at is null
               and until > now())
    or exists (select from alert_group where project_id = %(project)s
               and id = any(%(ids)s::bigint[]) and muted_until is not null)
"""
_MUTED: LiteralString = """
select id from alert_group where project_id = %s and id = any(%s) and muted_until > now()
"""


def read_mutes(session: Session, project_id: int, mute_id: int | None = None) -> list[Mute]:
    """Return the mutes that hold now; or one, whether it holds or not."""
    cursor = cursor_of(session, Mute)
    return cursor.execute(_READ, {"project": project_id, "id": mute_id}).fetchall()


def add_mutes(
    session: Session,
    project_id: int,
    choice: MuteChoice,
    until: datetime,
    said: tuple[str, Judge],
) -> list[int]:
    """Mute series by names; one mute per suite where a name is that of several."""
    why, author = said
    asked = {
        "project": project_id,
        "suite": choice.suite,
        "benchmark": choice.benchmark,
        "metric": choice.metric,
        "testbed": choice.testbed,
        "branch": choice.branch,
        "until": until,
        "why": why,
        "author": author.name,
        "user": author.user_id,
    }
    return [row[0] for row in raw_connection(session).execute(_ADD, asked)]


def lift(session: Session, project_id: int, mute_id: int, *, is_lifted: bool) -> bool:
    """End a mute, or let it hold again; False where there is none."""
    found = raw_connection(session).execute(_LIFT, (is_lifted, project_id, mute_id))
    return found.fetchone() is not None


def note_mutes(session: Session, project_id: int, group_ids: Sequence[int] | None) -> set[int]:
    """Keep until when groups are muted (None: all of them); returns those that are."""
    connection = raw_connection(session)
    asked = {"project": project_id, "ids": list(group_ids or ()), "all": group_ids is None}
    if group_ids is not None:
        ((are_there,),) = connection.execute(_ARE_THERE, asked).fetchall()
        if not are_there:
            return set()
    connection.execute(_NOTE, asked)
    muted = connection.execute(_MUTED, (project_id, list(group_ids or ()))).fetchall()
    return {row[0] for row in muted}
