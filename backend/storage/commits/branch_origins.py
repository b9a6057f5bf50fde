"""Where the commits of a branch come from."""

import zlib
from collections.abc import Sequence

import msgspec
from sqlalchemy.orm import Session

from backend.domain.commits.history_origins import HistoryOrigin, origin_of
from backend.domain.reports.format import Commit, Placed
from backend.storage.engine import raw_connection

NEWEST = 200
"""Commits whose addresses are looked at: a repository has one address for long."""

_SHARED = """
select exists (
    select from commit
    join branch on branch.project_id = commit.project_id and branch.name = %s
    join branch_commit as place on place.project_id = commit.project_id
        and place.branch_id = branch.id and place.commit_id = commit.id
    where commit.project_id = %s and commit.name = any(%s)
)
"""
_ENDS = """
select min(commit.time), max(commit.time)
from branch
join branch_commit as place on place.project_id = branch.project_id and place.branch_id = branch.id
join commit on commit.project_id = place.project_id and commit.id = place.commit_id
where branch.project_id = %s and branch.name = %s and commit.is_reported
"""
_ADDRESSES = """
select commit.url
from branch
join branch_commit as place on place.project_id = branch.project_id and place.branch_id = branch.id
join commit on commit.project_id = place.project_id and commit.id = place.commit_id
where branch.project_id = %s and branch.name = %s and commit.url is not null
order by place.position desc
limit %s
"""
_WAITING = """
select body from report
where project_id = %s and state = 'accepted' and state <> 'ingested'
order by id desc
limit %s
"""
_placed = msgspec.json.Decoder(Placed)


def stands_there(session: Session, project_id: int, branch: str, names: Sequence[str]) -> bool:
    """Tell whether one of the commits is on the branch, or is of a report that waits for it."""
    asked = (branch, project_id, list(names))
    row = raw_connection(session).execute(_SHARED, asked).fetchone()
    if row and row[0]:
        return True
    return not {one.id for one in _waiting(session, project_id, branch)}.isdisjoint(names)


def read_origin(session: Session, project_id: int, branch: str) -> HistoryOrigin:
    """Return what is known of the commits of a branch, those of waiting reports included."""
    connection = raw_connection(session)
    ends = connection.execute(_ENDS, (project_id, branch)).fetchone() or ()
    found = connection.execute(_ADDRESSES, (project_id, branch, NEWEST)).fetchall()
    waiting = _waiting(session, project_id, branch)
    return origin_of(
        [*(address for (address,) in found), *(commit.url for commit in waiting)],
        [*ends, *(commit.time for commit in waiting)],
    )


def _waiting(session: Session, project_id: int, branch: str) -> list[Commit]:
    """Return the commits of reports to the branch that are accepted and not ingested yet."""
    bodies = raw_connection(session).execute(_WAITING, (project_id, NEWEST)).fetchall()
    sent = [_placed.decode(zlib.decompress(body)) for (body,) in bodies]
    return [one.commit for one in sent if one.branch == branch]
