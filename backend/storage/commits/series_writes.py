"""When something of the series of a project was last written, and what was read since then.

Runs come, move and go together with states of their series, and each write of those leaves a stamp,
as do commits that come or move. Names are corrected, and things archived, under a number of the
project. While both are the same, what was read of series, their states and runs would be read the
same again, however many there are. Change points and alert groups have stamps of their own, which
triggers leave: people write them without touching a series.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, LiteralString, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

T = TypeVar("T")
PROJECTS = 64
"""Projects remembered of each database."""
KEPT_S = 60.0
"""A process of an older version leaves no stamps."""
_NOTE: LiteralString = """
insert into series_write (project_id, backend, stamp)
values (%(project)s, pg_backend_pid(), gen_random_uuid())
on conflict (project_id, backend) do update
set stamp = excluded.stamp, written_at = excluded.written_at
"""
# by a transaction that holds nothing else: a writer must not wait for another one
_FORGET_OF: LiteralString = """
delete from {table} as stale using (
    select project_id, backend from {table} as written
    where written_at < now() - interval '1 hour' and exists (
        select from {table} as newer
        where newer.project_id = written.project_id
          and (newer.written_at, newer.backend) > (written.written_at, written.backend))
    for update skip locked) as old
where stale.project_id = old.project_id and stale.backend = old.backend
"""
_FORGET: tuple[LiteralString, ...] = (
    _FORGET_OF.format(table="series_write"),
    _FORGET_OF.format(table="change_write"),
)
_READ: LiteralString = """
select coalesce((select string_agg(stamp::text, ' ' order by backend)
                 from series_write where project_id = %(project)s), ''),
       (select catalogue_revision from project where id = %(project)s)
"""
_READ_WITH_CHANGES: LiteralString = """
select coalesce((select string_agg(stamp::text, ' ' order by stamp) from (
                     select stamp from series_write where project_id = %(project)s
                     union all
                     select stamp from change_write where project_id = %(project)s) as said), ''),
       (select catalogue_revision from project where id = %(project)s)
"""
Written = tuple[str, int]
"""The stamps of a project, and how often its names were corrected."""


def note_write(session: Session, project_id: int) -> None:
    """Let nothing stand that was read of the series of a project before."""
    raw_connection(session).execute(_NOTE, {"project": project_id})


def forget_old_writes(session: Session) -> None:
    """Forget stamps of connections that have written nothing for an hour: most of them are gone.

    The newest of each project stays: without any, nothing of a project is remembered.
    """
    for forget in _FORGET:
        raw_connection(session).execute(forget)


def read_written(session: Session, project_id: int, *, with_changes: bool = False) -> Written:
    """Return what is another one after each write; to be asked for before what it is to tell of.

    With changes: also after each write of a change point or an alert group.
    """
    asked = _READ_WITH_CHANGES if with_changes else _READ
    row = raw_connection(session).execute(asked, {"project": project_id}).fetchone()
    return (row[0], row[1]) if row else ("", 0)


class WriteMemory(Generic[T]):
    """Remembers one thing of each project until something of its series is written.

    With changes: of its series, change points or alert groups.
    """

    def __init__(self, *, with_changes: bool = False) -> None:
        self._with_changes = with_changes
        self._lock = Lock()
        self._known: WeakKeyDictionary[Engine, OrderedDict[int, tuple[Hashable, float, T]]] = (
            WeakKeyDictionary()
        )

    def ask(
        self, session: Session, project_id: int, read: Callable[[], T], further: Hashable = None
    ) -> T:
        """Return what is remembered, else what is read now; `further` must be the same too."""
        written = read_written(session, project_id, with_changes=self._with_changes)
        state, engine = (written, further), session.connection().engine
        with self._lock:
            known = self._known.setdefault(engine, OrderedDict()).get(project_id)
        if known is not None and known[0] == state and time.monotonic() < known[1]:
            return known[2]
        found = read()
        # where nothing was ever written there is little to read
        if written[0]:
            self._store(engine, project_id, (state, time.monotonic() + KEPT_S, found))
        return found

    def _store(self, engine: Engine, project_id: int, told: tuple[Hashable, float, T]) -> None:
        with self._lock:
            projects = self._known[engine]
            projects[project_id] = told
            projects.move_to_end(project_id)
            if len(projects) > PROJECTS:
                projects.popitem(last=False)
