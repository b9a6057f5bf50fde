"""Commits as they are corrected: their time, and their parents."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.commits.series_writes import note_write
from backend.storage.engine import cursor_of, raw_connection

READ: LiteralString = """
select commit.id, commit.name, commit.subject, commit.time,
       coalesce((select array_agg(parent.name order by p.place)
                 from commit_parent p
                 join commit parent on parent.project_id = p.project_id and parent.id = p.parent_id
                 where p.project_id = commit.project_id and p.commit_id = commit.id), '{}'),
       coalesce((select array_agg(branch.name order by branch.name)
                 from branch
                 where branch.project_id = commit.project_id and exists (
                     select from branch_commit c
                     where c.project_id = commit.project_id and c.branch_id = branch.id
                       and c.commit_id = commit.id)), '{}')
from commit
where commit.project_id = %(project)s
  and (%(id)s::bigint is null or commit.id = %(id)s)
  and (%(begin)s::text is null or starts_with(commit.name, %(begin)s))
order by commit.name
limit %(most)s
"""
TIME: LiteralString = """
update commit set time = %(time)s, is_time_corrected = true
where project_id = %(project)s and id = %(id)s
"""
FORGET_PARENTS: LiteralString = """
delete from commit_parent where project_id = %(project)s and commit_id = %(id)s
"""
KEEP_PARENTS: LiteralString = """
update commit set are_parents_corrected = true
where project_id = %(project)s and id = %(id)s
"""
PARENTS: LiteralString = """
insert into commit_parent (project_id, commit_id, place, parent_id)
select %(project)s, %(id)s, place - 1, parent
from unnest(%(parents)s::bigint[]) with ordinality as one (parent, place)
"""
MOST = 50


@dataclass(frozen=True, slots=True)
class KnownCommit:
    """A commit, its parents, and the branches that it stands on, by their names."""

    id: int
    name: str
    subject: str
    time: datetime | None
    parents: Sequence[str]
    """First parent first."""
    branches: Sequence[str]


def find_commit(session: Session, project_id: int, commit_id: int) -> KnownCommit | None:
    asked = {"project": project_id, "id": commit_id, "begin": None, "most": 1}
    return cursor_of(session, KnownCommit).execute(READ, asked).fetchone()


def commits_beginning(session: Session, project_id: int, begin: str) -> list[KnownCommit]:
    """Return the commits whose name begins so, at most 50."""
    asked = {"project": project_id, "id": None, "begin": begin, "most": MOST}
    return cursor_of(session, KnownCommit).execute(READ, asked).fetchall()


def set_time(session: Session, project_id: int, commit_id: int, time: datetime) -> None:
    note_write(session, project_id)
    asked = {"project": project_id, "id": commit_id, "time": time}
    raw_connection(session).execute(TIME, asked)


def set_parents(session: Session, project_id: int, commit_id: int, parents: Sequence[int]) -> None:
    """Let a commit have these parents and no others, the first parent first."""
    asked = {"project": project_id, "id": commit_id, "parents": list(parents)}
    raw_connection(session).execute(FORGET_PARENTS, asked)
    raw_connection(session).execute(PARENTS, asked)
    raw_connection(session).execute(KEEP_PARENTS, asked)
