"""Alert groups beside one: near it on its branch, or of mostly the same series."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.changes.alert_lists import groups_of
from backend.storage.changes.stored_groups import StoredGroup
from backend.storage.engine import raw_connection
from backend.storage.tables.changes.alerts import AlertGroupRow as Group

SHARED = 0.5
"""Part of the series of two groups together that both must hold to be called alike."""


def read_near(
    session: Session, project_id: int, group: StoredGroup, most: int
) -> list[StoredGroup]:
    """Return other groups of the same branch whose commits in question overlap with these."""
    found = groups_of(project_id).where(
        Group.changes > 0,
        Group.branch_id == group.branch_id,
        Group.first_position <= group.last_position,
        Group.last_position >= group.first_position,
        Group.id != group.id,
    )
    rows = session.execute(found.order_by(Group.time.desc(), Group.id.desc()).limit(most))
    return [StoredGroup(*row) for row in rows]


_ALIKE: LiteralString = """
with mine as (select distinct unnest(%(series)s::bigint[]) as series_id), theirs as (
    select m.group_id, count(distinct c.series_id) as all_series,
           count(distinct c.series_id) filter (where c.series_id in (select series_id from mine))
               as shared
    from alert_member m
    join change_point c on c.project_id = m.project_id and c.id = m.change_id
    where m.project_id = %(project)s and m.group_id in (
        select other.group_id from alert_member other
        join change_point moved
          on moved.project_id = other.project_id and moved.id = other.change_id
        where other.project_id = %(project)s
          and moved.series_id in (select series_id from mine))
    group by m.group_id
)
select g.number
from theirs join alert_group g on g.project_id = %(project)s and g.id = theirs.group_id
where g.number <> %(not)s and g.cause = %(cause)s and g.changes > 0
  and g.state not in ('invalid', 'withdrawn')
  and theirs.shared >= %(share)s * ((select count(*) from mine) + all_series - shared)
order by g.time desc limit %(most)s
"""


def read_alike(
    session: Session, project_id: int, group: tuple[int | None, str, Sequence[int]], most: int
) -> list[StoredGroup]:
    """Return groups that moved mostly the same series as one, the newest first.

    That one is given by its number, its cause and its series.
    """
    number, cause, series = group
    asked = {
        "project": project_id,
        "not": number or 0,
        "cause": cause,
        "series": list(series),
        "share": SHARED,
        "most": most,
    }
    numbers = [row[0] for row in raw_connection(session).execute(_ALIKE, asked)]
    found = session.execute(groups_of(project_id).where(Group.number.in_(numbers)))
    by_number = {row.number: StoredGroup(*row) for row in found}
    return [by_number[one] for one in numbers]
