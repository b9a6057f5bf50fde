"""Commits, branches, and the order of a branch in the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from backend.domain.commits.forges import safe_link
from backend.domain.commits.order import OrderedCommit
from backend.domain.reports.format import Commit
from backend.storage.commits.series_writes import note_write
from backend.storage.engine import raw_connection
from backend.storage.tables.commits import (
    BranchCommitRow,
    BranchRow,
    CommitParentRow,
    CommitRow,
)
from backend.storage.upsert import ensure

LATEST = datetime(9999, 1, 1, tzinfo=UTC)
"""Stands for a time nobody has said: the order takes it from the commit's descendants."""


@dataclass(frozen=True, slots=True)
class Tip:
    """The last commit of a branch."""

    commit_id: int
    position: int
    time: datetime


def ensure_branch(session: Session, project_id: int, name: str) -> int:
    return ensure(session, BranchRow, ("name",), [{"project_id": project_id, "name": name}])[name,]


def describe_branch(session: Session, project_id: int, branch_id: int, **facts: Any) -> None:  # noqa: ANN401
    """Set what a report knows of a branch: its base, fork point or pull request."""
    session.execute(
        update(BranchRow)
        .where(BranchRow.project_id == project_id, BranchRow.id == branch_id)
        .values(**facts)
    )


def ensure_named(session: Session, project_id: int, name: str) -> int:
    """Return the id of a commit that somebody names; its own report may come later."""
    return ensure(session, CommitRow, ("name",), [{"project_id": project_id, "name": name}])[name,]


@dataclass(frozen=True, slots=True)
class ReportedCommit:
    """A commit as a report describes it, and the time to store for it."""

    commit: Commit
    time: datetime


@dataclass(frozen=True, slots=True)
class StoredCommit:
    """The id of a commit and of its known first-parent ancestors, nearest first."""

    id: int
    time: datetime
    ancestors: tuple[int, ...]


def ensure_commits(
    session: Session, project_id: int, reported: Sequence[ReportedCommit]
) -> list[StoredCommit]:
    """Store commits with their parents and first-parent chains, in the order given."""
    chains = [_chain(one.commit) for one in reported]
    ids = _ids_of(session, project_id, reported, chains)
    times: dict[int, datetime] = {}
    for each_once in _rounds(ids, reported):
        times |= _describe(session, project_id, each_once)
    edges: dict[tuple[int, int], int] = {}
    for one, chain in zip(reported, chains, strict=True):
        for place, parent in _edges(one.commit, chain, ids).items():
            edges.setdefault(place, parent)
    _store_parents(session, project_id, edges)
    return [
        StoredCommit(
            ids[one.commit.id], times[ids[one.commit.id]], tuple(ids[name] for name in chain)
        )
        for one, chain in zip(reported, chains, strict=True)
    ]


def _rounds(
    ids: Mapping[str, int], reported: Sequence[ReportedCommit]
) -> list[dict[int, ReportedCommit]]:
    """Split reports of the same commit, in their order: one statement can say it only once."""
    rounds: list[dict[int, ReportedCommit]] = []
    seen: dict[int, int] = {}
    for one in reported:
        id_ = ids[one.commit.id]
        turn = seen.get(id_, 0)
        seen[id_] = turn + 1
        if turn == len(rounds):
            rounds.append({})
        rounds[turn][id_] = one
    return rounds


def _ids_of(
    session: Session,
    project_id: int,
    reported: Sequence[ReportedCommit],
    chains: Sequence[Sequence[str]],
) -> dict[str, int]:
    names = {
        name: None
        for one, chain in zip(reported, chains, strict=True)
        for name in (one.commit.id, *one.commit.parents, *chain)
    }
    rows = raw_connection(session).execute(
        "select name, id from commit where project_id = %s and name = any(%s)",
        (project_id, list(names)),
    )
    ids: dict[str, int] = dict(rows.fetchall())
    new = [{"project_id": project_id, "name": name} for name in names if name not in ids]
    return ids | {name: id_ for (name,), id_ in ensure(session, CommitRow, ("name",), new).items()}


_DESCRIBE = """
update commit
set time = case when said.has_time and not commit.is_time_corrected then said.time
                else coalesce(commit.time, said.time) end,
    subject = coalesce(nullif(said.subject, ''), commit.subject),
    author_name = coalesce(nullif(said.author_name, ''), commit.author_name),
    author_email = coalesce(nullif(said.author_email, ''), commit.author_email),
    url = coalesce(said.url, commit.url),
    is_reported = true
from unnest(%s::bigint[], %s::timestamptz[], %s::bool[], %s::text[], %s::text[], %s::text[],
            %s::text[])
     as said (id, time, has_time, subject, author_name, author_email, url)
where commit.project_id = %s and commit.id = said.id
returning commit.id, commit.time
"""


def _describe(
    session: Session, project_id: int, reported: Mapping[int, ReportedCommit]
) -> dict[int, datetime]:
    """Keep what was said last of each commit; what a report leaves out stays as it was.

    Returns the time of each commit as it is stored now.
    """
    said = [
        (
            id_,
            one.time,
            one.commit.time is not None,
            one.commit.subject,
            one.commit.author.name,
            one.commit.author.email,
            safe_link(one.commit.url),
        )
        for id_, one in reported.items()
    ]
    columns = [list(column) for column in zip(*said, strict=True)]
    if not columns:
        return {}
    return dict(raw_connection(session).execute(_DESCRIBE, (*columns, project_id)).fetchall())


def _chain(commit: Commit) -> list[str]:
    """Return the first-parent chain without repetitions and without the commit itself."""
    first = commit.parents[:1]
    known = (
        commit.ancestry if commit.ancestry[:1] == first or not first else [*first, *commit.ancestry]
    )
    return [name for name in dict.fromkeys(known) if name != commit.id]


def _edges(
    commit: Commit, chain: Sequence[str], ids: Mapping[str, int]
) -> dict[tuple[int, int], int]:
    """Return parents by child and place; what the commit says of itself comes first."""
    edges = {(ids[commit.id], place): ids[parent] for place, parent in enumerate(commit.parents)}
    previous = commit.id
    for name in chain:
        edges.setdefault((ids[previous], 0), ids[name])
        previous = name
    return edges


_PARENTS = """
insert into commit_parent (project_id, commit_id, place, parent_id)
select %s, one.* from unnest(%s::bigint[], %s::int[], %s::bigint[]) as one (child, place, parent)
where not exists (select from commit
                  where project_id = %s and id = one.child and are_parents_corrected)
on conflict do nothing
"""


def _store_parents(session: Session, project_id: int, edges: Mapping[tuple[int, int], int]) -> None:
    rows = [(child, place, parent) for (child, place), parent in edges.items() if child != parent]
    if rows:
        columns = [list(column) for column in zip(*rows, strict=True)]
        raw_connection(session).execute(_PARENTS, (project_id, *columns, project_id))


def positions(
    session: Session, project_id: int, branch_id: int, commit_ids: Sequence[int]
) -> dict[int, int]:
    """Return the positions of those commits that stand on the branch."""
    rows = session.execute(
        select(BranchCommitRow.commit_id, BranchCommitRow.position).where(
            BranchCommitRow.project_id == project_id,
            BranchCommitRow.branch_id == branch_id,
            BranchCommitRow.commit_id.in_(commit_ids),
        )
    )
    return {row[0]: row[1] for row in rows}


def tip(session: Session, project_id: int, branch_id: int) -> Tip | None:
    row = session.execute(
        select(BranchCommitRow.commit_id, BranchCommitRow.position, CommitRow.time)
        .join(
            CommitRow,
            (CommitRow.project_id == BranchCommitRow.project_id)
            & (CommitRow.id == BranchCommitRow.commit_id),
        )
        .where(BranchCommitRow.project_id == project_id, BranchCommitRow.branch_id == branch_id)
        .order_by(BranchCommitRow.position.desc())
        .limit(1)
    ).one_or_none()
    return Tip(row[0], row[1], row[2] or LATEST) if row else None


_MEMBERS: LiteralString = """
select member.commit_id, member.position, coalesce(commit.time, %s), parent.parent_id
from branch_commit as member
join commit on commit.project_id = member.project_id and commit.id = member.commit_id
left join commit_parent as parent
  on parent.project_id = member.project_id and parent.commit_id = member.commit_id
 and parent.place = 0
where member.project_id = %s and member.branch_id = %s
"""


def members(
    session: Session, project_id: int, branch_id: int
) -> tuple[list[OrderedCommit], dict[int, int]]:
    """Return the commits of a branch with their first parents, and their positions."""
    asked = (LATEST, project_id, branch_id)
    rows = raw_connection(session).cursor(binary=True).execute(_MEMBERS, asked).fetchall()
    commits = [OrderedCommit(id_, time, _parents(parent)) for id_, _, time, parent in rows]
    return commits, {row[0]: row[1] for row in rows}


def _parents(first: int | None) -> tuple[int, ...]:
    return () if first is None else (first,)


def facts_of(session: Session, project_id: int, commit_ids: Sequence[int]) -> list[OrderedCommit]:
    """Return commits that are not on a branch yet, as ordering needs them."""
    rows = session.execute(
        select(CommitRow.id, func.coalesce(CommitRow.time, LATEST), CommitParentRow.parent_id)
        .outerjoin(
            CommitParentRow,
            (CommitParentRow.project_id == CommitRow.project_id)
            & (CommitParentRow.commit_id == CommitRow.id)
            & (CommitParentRow.place == 0),
        )
        .where(CommitRow.project_id == project_id, CommitRow.id.in_(commit_ids))
    )
    return [OrderedCommit(id_, time, _parents(parent)) for id_, time, parent in rows]


_SET_POSITIONS: LiteralString = """
insert into branch_commit (project_id, branch_id, commit_id, position)
select %s, %s, * from unnest(%s::bigint[], %s::bigint[])
on conflict (project_id, branch_id, commit_id) do update set position = excluded.position
"""


def set_positions(
    session: Session, project_id: int, branch_id: int, changed: Mapping[int, int]
) -> None:
    if not changed:
        return
    note_write(session, project_id)
    raw_connection(session).execute(
        _SET_POSITIONS, (project_id, branch_id, list(changed), list(changed.values()))
    )


_MOVE = """
update {table} set position = moved.position
from unnest(%(commits)s::bigint[], %(positions)s::bigint[]) as moved (commit_id, position)
join run on run.project_id = %(project)s and run.commit_id = moved.commit_id
        and run.branch_id = %(branch)s
where {table}.project_id = %(project)s and {table}.run_id = run.id
returning {table}.series_id
"""


def move_results(
    session: Session, project_id: int, branch_id: int, moved: Mapping[int, int]
) -> list[int]:
    """Carry new positions of commits over to their results; returns the series they are in."""
    asked = {
        "project": project_id,
        "branch": branch_id,
        "commits": list(moved),
        "positions": list(moved.values()),
    }
    connection = raw_connection(session)
    connection.execute(_MOVE.format(table="excluded_result"), asked)
    return sorted({row[0] for row in connection.execute(_MOVE.format(table="result"), asked)})


@dataclass(frozen=True, slots=True)
class CommitRange:
    """Commits of a branch in a row, measured or not."""

    first_commit_id: int
    count: int


_RANGE = """
select (array_agg(commit_id order by position))[1], count(*) from branch_commit
where project_id = %s and branch_id = %s and position > %s and position <= %s
"""


def commit_range(
    session: Session, project_id: int, branch_id: int, after: int, until: int
) -> CommitRange | None:
    """Return the commits whose position is above `after` and not above `until`."""
    place = (project_id, branch_id, after, until)
    row = raw_connection(session).execute(_RANGE, place).fetchone()
    return CommitRange(row[0], row[1]) if row and row[0] is not None else None
