"""What decides the place of commits, and the branches that they stand on."""

from collections.abc import Collection
from datetime import datetime
from typing import LiteralString, NamedTuple

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

FACTS: LiteralString = """
select c.id, c.time, p.parent_id
from commit c
left join commit_parent p on p.project_id = c.project_id and p.commit_id = c.id and p.place = 0
where c.project_id = %s and c.name = any(%s)
"""
# the key of branch_commit begins with the branch: each branch is asked, none is read whole
BRANCHES: LiteralString = """
select id from branch
where project_id = %s and exists (
    select from branch_commit c
    where c.project_id = branch.project_id and c.branch_id = branch.id and c.commit_id = any(%s)
)
order by id
"""


class PlaceFacts(NamedTuple):
    """The time of a commit and its first parent, as far as they are known."""

    time: datetime | None
    first_parent: int | None


def place_facts(session: Session, project_id: int, names: Collection[str]) -> dict[int, PlaceFacts]:
    """Return the facts of those commits that are known already, by their ids."""
    rows = raw_connection(session).execute(FACTS, (project_id, list(names)))
    return {id_: PlaceFacts(*facts) for id_, *facts in rows}


def branches_with(session: Session, project_id: int, commit_ids: Collection[int]) -> list[int]:
    """Return the branches on which any of the commits stand."""
    if not commit_ids:
        return []
    rows = raw_connection(session).execute(BRANCHES, (project_id, list(commit_ids)))
    return [row[0] for row in rows]
