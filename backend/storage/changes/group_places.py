"""Where the series of an alert group are measured, where they moved, and at which commits."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.changes.group_views import GroupPlace
from backend.storage.engine import cursor_of, raw_connection

_PLACES: LiteralString = """
with members as (
    select c.series_id, s.variant_id, s.metric_id, s.branch_id
    from alert_member m
    join change_point c on c.project_id = m.project_id and c.id = m.change_id
    join series s on s.project_id = c.project_id and s.id = c.series_id
    where m.project_id = %(project)s and m.group_id = %(group)s
      and c.state in ('confirmed', 'fixed')
), alike as (
    select s.id, s.testbed_id
    from (select distinct variant_id, metric_id, branch_id from members) named
    join series s on s.project_id = %(project)s and s.variant_id = named.variant_id
      and s.metric_id = named.metric_id and s.branch_id = named.branch_id
), told as (
    select alike.testbed_id,
           alike.id in (select series_id from members) as moved,
           exists(select 1 from result r where r.project_id = %(project)s
                  and r.series_id = alike.id and r.position < %(first)s)
           and exists(select 1 from result r where r.project_id = %(project)s
                      and r.series_id = alike.id and r.position >= %(last)s) as measured
    from alike
)
select t.id, t.name,
       (select count(*) from (select distinct variant_id, metric_id from members) as named),
       count(*) filter (where moved or measured), count(*) filter (where moved)
from told join testbed t on t.project_id = %(project)s and t.id = told.testbed_id
group by t.id, t.name
order by count(*) filter (where moved) desc, t.name
"""


_COMMITS: LiteralString = """
select distinct commit.name, suite.name, testbed.name, branch.name
from alert_member m
join change_point c on c.project_id = m.project_id and c.id = m.change_id
join series s on s.project_id = c.project_id and s.id = c.series_id
join commit on commit.project_id = c.project_id and commit.id = c.commit_id
join suite on suite.project_id = s.project_id and suite.id = s.suite_id
join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
where m.project_id = %(project)s and m.group_id = %(group)s
order by 1, 2, 3, 4
"""


def read_commits_by_place(
    session: Session, project_id: int, group_id: int
) -> list[tuple[str, tuple[str, str, str]]]:
    """Return the first commits at a new level, each with suite, testbed and branch."""
    asked = {"project": project_id, "group": group_id}
    rows = raw_connection(session).execute(_COMMITS, asked)
    return [(commit, (suite, testbed, branch)) for commit, suite, testbed, branch in rows]


def read_places(
    session: Session, project_id: int, group_id: int, positions: tuple[int, int]
) -> list[GroupPlace]:
    """Return the testbeds on which the same variants and metrics are measured on the same branch.

    `positions` are those that all of the group allow, both included: a series was measured on both
    sides if it has a result before the first and one at the last or behind it.
    """
    first, last = positions
    asked = {"project": project_id, "group": group_id, "first": first, "last": last}
    return cursor_of(session, GroupPlace).execute(_PLACES, asked).fetchall()
