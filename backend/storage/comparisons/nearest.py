"""The nearest commit at or before a place in history that was measured as another one was."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import cursor_of

REACH = 1_000
"""Commits before that place that are looked at."""

ON_BRANCH: LiteralString = """
select placed.commit_id, row_number() over (
    partition by placed.branch_id order by placed.position desc) - 1 as distance
from branch
join branch_commit point
  on point.project_id = branch.project_id and point.branch_id = branch.id
join commit fork on fork.project_id = point.project_id and fork.id = point.commit_id
join branch_commit placed
  on placed.project_id = branch.project_id and placed.branch_id = branch.id
 and placed.position <= point.position
where branch.project_id = %(project)s and (%(branch)s::text is null or branch.name = %(branch)s)
  and fork.name = %(fork)s
order by distance
limit %(reach)s
"""
BY_PARENTS: LiteralString = """
select commit_id, distance from (
    with recursive chain (commit_id, distance) as (
        select id, 0 from commit where project_id = %(project)s and name = %(fork)s
        union all
        select edge.parent_id, chain.distance + 1
        from chain
        join commit_parent edge
          on edge.project_id = %(project)s and edge.commit_id = chain.commit_id and edge.place = 0
        where chain.distance < %(reach)s)
    select commit_id, distance from chain) as walked
"""
NEAREST: LiteralString = """
with wanted as ({wanted}),
near as ({near})
select commit.name, min(near.distance)::int as distance,
       count(distinct (run.suite_id, run.testbed_id)) = (select count(*) from wanted) as has_all
from near
join run on run.project_id = %(project)s and run.commit_id = near.commit_id
join wanted on wanted.suite_id = run.suite_id and wanted.testbed_id = run.testbed_id
join commit on commit.project_id = %(project)s and commit.id = near.commit_id
where commit.name <> all(%(excluded)s::text[])
group by commit.name
order by has_all desc, distance
limit 1
"""
_GIVEN: LiteralString = """
select distinct * from unnest(%(suites)s::bigint[], %(testbeds)s::bigint[])
    as pair (suite_id, testbed_id)
"""


@dataclass(frozen=True, slots=True)
class NearestBase:
    """A commit with results that can be compared; `has_all`: of every suite and testbed."""

    commit: str
    distance: int
    """Commits between it and the place that was asked for."""
    has_all: bool


def find_nearest_measured(
    session: Session,
    project_id: int,
    place: str,
    pairs: Sequence[tuple[int, int]],
    excluded: Sequence[str],
) -> NearestBase | None:
    """Return the nearest commit at or before `place` with results of these (suite, testbed).

    Along first parents where they lead to one, else along the branches that hold the commit.
    """
    suites, testbeds = ([pair[number] for pair in pairs] for number in (0, 1))
    asked = {
        "project": project_id, "fork": place, "branch": None, "reach": REACH,
        "suites": suites, "testbeds": testbeds, "excluded": list(excluded),
    }  # fmt: skip
    for near in (BY_PARENTS, ON_BRANCH):
        query = NEAREST.format(wanted=_GIVEN, near=near)
        found = cursor_of(session, NearestBase).execute(query, asked).fetchone()
        if found is not None:
            return found
    return None
