"""The commits of a branch as columns, remembered between requests for as long as they hold.

A branch changes rarely and is read with every chart. Two questions decide whether what is
remembered still holds, the cheap one first: was anything of the project written since (its state
of `series_writes` is another one), and does the checksum over the branch's rows differ. A commit
that moved or was described later is never shown as it was, but for a minute where a process of an
older version wrote it.
"""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any, LiteralString

from psycopg import Connection

from backend.domain.commits.forges import commit_link, forge_of
from backend.domain.commits.timelines import BranchColumns
from backend.storage.commits.series_writes import KEPT_S
from backend.storage.packed_columns import floats, integers

MOST_COMMITS = 200_000
"""Commits remembered in one process, over all branches."""

REVISION: LiteralString = """
select count(*), coalesce(sum(hashint8extended(
    b.position # (b.commit_id << 32), hashtidextended(c.ctid, c.xmin::text::bigint)
)), 0)::text, (select repository_url from project where id = %(project)s)
from branch_commit b
join commit c on c.project_id = b.project_id and c.id = b.commit_id
where b.project_id = %(project)s and b.branch_id = %(branch)s
"""
COLUMNS: LiteralString = """
select string_agg(int8send(id), ''), string_agg(int8send(position), ''),
       string_agg(float8send(milliseconds), ''),
       array_agg(name), array_agg(subject), array_agg(author_name), array_agg(url)
from (
    select c.id, b.position, c.name, c.subject, c.author_name, c.url,
           coalesce(extract(epoch from c.time) * 1000, 'NaN')::float8 as milliseconds
    from branch_commit b
    join commit c on c.project_id = b.project_id and c.id = b.commit_id
    where b.project_id = %(project)s and b.branch_id = %(branch)s
    order by b.position
) as commits
"""

Key = tuple[str, int, int]
Revision = tuple[int, str, str | None]
"""Commits, checksum over them, and where the project's code is: links lead there."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    columns: BranchColumns
    revision: Revision
    state: str | None
    until: float
    """Until when the state is taken for what it says."""

    def holds(self, state: str | None) -> bool:
        return state is not None and self.state == state and time.monotonic() < self.until


@dataclass(slots=True)
class _Memory:
    """Branches by last use, within a bound on their commits."""

    branches: OrderedDict[Key, _Remembered] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, key: Key) -> _Remembered | None:
        with self.lock:
            found = self.branches.get(key)
            if found is not None:
                self.branches.move_to_end(key)
            return found

    def remember(self, key: Key, remembered: _Remembered) -> None:
        with self.lock:
            self.branches[key] = remembered
            self.branches.move_to_end(key)
            held = sum(len(other.columns.ids) for other in self.branches.values())
            while held > MOST_COMMITS:
                _, dropped = self.branches.popitem(last=False)
                held -= len(dropped.columns.ids)


_MEMORY = _Memory()


def read_columns(
    connection: Connection[Any], project_id: int, branch_id: int, state: str | None
) -> BranchColumns:
    """Return the commits of a branch in order; `state` is the project's, asked for before.

    It is None in a transaction that has written something: that one sees rows of its own, so only
    the checksum counts.
    """
    key = (f"{connection.info.host}:{connection.info.port}/{connection.info.dbname}", project_id,
           branch_id)  # fmt: skip
    known = _MEMORY.find(key)
    if known is not None and known.holds(state):
        return known.columns
    until = time.monotonic() + KEPT_S
    revision = _revision(connection, project_id, branch_id)
    if known is not None and known.revision == revision:
        _MEMORY.remember(key, replace(known, state=state, until=until))
        return known.columns
    columns = _load(connection, project_id, branch_id, revision[2])
    # the revision was read first: had the branch changed in between, the next reader would notice
    _MEMORY.remember(key, _Remembered(columns, revision, state, until))
    return columns


def _revision(connection: Connection[Any], project_id: int, branch_id: int) -> Revision:
    row = connection.execute(REVISION, {"project": project_id, "branch": branch_id}).fetchone()
    return (row[0], row[1], row[2]) if row else (0, "", None)


def _load(
    connection: Connection[Any], project_id: int, branch_id: int, repository: str | None
) -> BranchColumns:
    asked = {"project": project_id, "branch": branch_id}
    row = connection.cursor(binary=True).execute(COLUMNS, asked).fetchone()
    if row is None or row[0] is None:
        return BranchColumns.empty()
    ids, positions, milliseconds, names, subjects, authors, urls = row
    forge = forge_of(repository)
    links = [commit_link(*commit, forge) for commit in zip(names, urls, strict=True)]
    return BranchColumns(
        integers(ids), integers(positions), floats(milliseconds), names, subjects, authors, links
    )
