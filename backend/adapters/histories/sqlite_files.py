"""Databases of trackers, read as if an enemy had made them.

The file is opened in memory and can do nothing but answer selects over its own plain tables: no
function, view, trigger, virtual table, attached file or extension of it runs, and no query goes on
for ever.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from backend.adapters.loose_fields import UnreadableError

_REMEDY = "Send a copy made by sqlite3's command .backup or VACUUM INTO."
_ALLOWED = {sqlite3.SQLITE_READ, sqlite3.SQLITE_SELECT}
_LIMITS = (
    (sqlite3.SQLITE_LIMIT_LENGTH, 16 * 1024 * 1024),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
)
_STEPS = 1_000_000
_MOST_STEPS = 4_000
"""Times as many instructions of SQLite as `_STEPS`: some minutes, and never without end."""
_WAL = slice(18, 20)
_HEADER = 100
Cell = str | int | float | bytes | None


@dataclass(frozen=True, slots=True)
class TrackerDatabase:
    """An opened database and the columns of its plain tables."""

    connection: sqlite3.Connection
    tables: dict[str, frozenset[str]]

    def has(self, table: str, *columns: str) -> bool:
        """Say whether a plain table has all these columns."""
        return table in self.tables and self.tables[table].issuperset(columns)

    def rows(self, query: str) -> Iterator[Sequence[Cell]]:
        """Yield what a query of ours gives; UnreadableError where the file is damaged."""
        try:
            with closing(self.connection.execute(query)) as cursor:
                yield from cursor
        except (sqlite3.Error, UnicodeError) as error:
            raise _unreadable(error) from error


@contextmanager
def opened(content: bytes) -> Iterator[TrackerDatabase]:
    """Open a database read-only in memory; UnreadableError where it is none."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            for name, most in _LIMITS:
                connection.setlimit(name, most)
            connection.deserialize(_without_wal(content))
            connection.execute("pragma trusted_schema = off")
            connection.execute("pragma cell_size_check = on")
            connection.execute("pragma query_only = on")
            connection.text_factory = _text
            tables = dict(_tables(connection))
        except (sqlite3.Error, UnicodeError) as error:
            raise _unreadable(error) from error
        connection.set_authorizer(_authorise)
        connection.set_progress_handler(_Patience(), _STEPS)
        yield TrackerDatabase(connection, tables)


class _Patience:
    """Ends what has gone on for too long."""

    def __init__(self) -> None:
        self._left = _MOST_STEPS

    def __call__(self) -> bool:
        self._left -= 1
        return self._left < 0


def _tables(connection: sqlite3.Connection) -> Iterator[tuple[str, frozenset[str]]]:
    found = connection.execute("select name, sql from sqlite_schema where type = 'table'")
    for name, sql in found.fetchall():
        is_plain = isinstance(sql, str) and not sql.lower().lstrip().startswith("create virtual")
        if is_plain and isinstance(name, str):
            columns = connection.execute("select name from pragma_table_info(?)", (name,))
            yield name, frozenset(str(column) for (column,) in columns.fetchall())


def _authorise(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def _without_wal(content: bytes) -> bytes:
    """Return the file as one that needs no journal beside it: memory has no files."""
    if len(content) < _HEADER:
        raise UnreadableError("the database ends within its head", _REMEDY)
    plain = bytearray(content)
    plain[_WAL] = b"\x01\x01"
    return bytes(plain)


def _unreadable(error: Exception) -> UnreadableError:
    return UnreadableError(f"the database cannot be read: {error}", _REMEDY)
