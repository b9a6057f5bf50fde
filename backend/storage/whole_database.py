"""The whole database at one moment: its snapshot, its rows, whether it holds anything."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

from backend.storage.database_urls import driver_url
from backend.storage.engine import LONGEST_REST_S
from backend.storage.restore_note import read_restore_note, say_restoring

_TABLES = """
select c.relname from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
order by 1
"""
_OTHERS = """
select count(*) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
  and coalesce(backend_type, 'client backend') = 'client backend'
"""
"""The kind of a session of another role is not told to every role; clean-up has no role."""
STOP_THEM = "stop the server first, and a pooler"
_SECRETS = """
select encrypted_address from channel union all select encrypted_secret from forge_connection
limit 1
"""


@dataclass(frozen=True, slots=True)
class DatabaseMoment:
    """One moment of the database; other programs read the same by the snapshot's name."""

    snapshot: str
    schema: str
    postgresql: str
    rows: dict[str, int]


def connect_to_read(url: str) -> psycopg.Connection[Any]:
    """Connect for somebody who reads as slowly as they like: who rests too long loses it."""
    connection = psycopg.connect(driver_url(url), prepare_threshold=None)
    # in the transaction, which a pooler may lend another session for
    connection.execute(f"set local idle_in_transaction_session_timeout = '{LONGEST_REST_S}s'")
    return connection


@contextmanager
def frozen_moment(url: str) -> Iterator[DatabaseMoment]:
    """Hold one moment for as long as the block runs; writers go on meanwhile."""
    with psycopg.connect(driver_url(url)) as connection:
        connection.execute("set transaction isolation level repeatable read, read only")
        snapshot = _one(connection, "select pg_export_snapshot()")
        schema = _one(connection, "select version_num from alembic_version")
        yield DatabaseMoment(snapshot, schema, _one(connection, "show server_version"),
                             _rows(connection))  # fmt: skip


def version_of(url: str) -> str:
    """Return the version of the server, such as `18.1`."""
    with psycopg.connect(driver_url(url)) as connection:
        return _one(connection, "show server_version")


def count_rows(url: str) -> dict[str, int]:
    """Return the rows of each table, partitions with their parent."""
    with psycopg.connect(driver_url(url)) as connection:
        return _rows(connection)


def why_not_movable(url: str) -> str:
    """Say why what stands here cannot be moved: others may write to it, or nothing is there."""
    with psycopg.connect(driver_url(url)) as connection:
        if others := int(_one(connection, _OTHERS)):
            return f"{others} other connections to the database are open: {STOP_THEM}"
        if _one(connection, "select to_regclass('alembic_version')") == "None":
            return "the database has no tables of Tidemark: check its address"
    return ""


def why_not_empty(url: str) -> str:
    """Say why nothing may be restored here; nothing where it may.

    What a new installation makes for itself is no reason, nor what a restore left that failed.
    """
    with psycopg.connect(driver_url(url)) as connection:
        others = int(_one(connection, _OTHERS))
        if others:
            return f"{others} other connections to it are open: {STOP_THEM}"
        if read_restore_note(connection):
            return ""
        if _one(connection, "select to_regclass('report')") == "None":
            tables = connection.execute(_TABLES).fetchall()
            return f"it holds the table {tables[0][0]} of another program" if tables else ""
        for table in ("report", "run"):
            if int(_one(connection, f"select count(*) from (select from {table} limit 1) as x")):  # noqa: S608
                return "it holds results: restore into an empty installation"
    return ""


def empty(url: str) -> None:
    """Remove everything, and note that a restore is under way."""
    with psycopg.connect(driver_url(url)) as connection:
        say_restoring(connection, is_so=True)
        connection.execute("drop schema if exists reading cascade")
        connection.execute("drop schema public cascade")
        connection.execute("create schema public")


def finish_restore(url: str) -> None:
    """Forget that a restore was under way, and let the planner know the tables."""
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        say_restoring(connection, is_so=False)
        connection.execute("analyze")


def bytes_of(url: str) -> int:
    """Return what the database takes on its disk."""
    with psycopg.connect(driver_url(url)) as connection:
        return int(_one(connection, "select pg_database_size(current_database())"))


def one_secret(url: str) -> bytes | None:
    """Return something that the installation encrypted, where there is anything."""
    with psycopg.connect(driver_url(url)) as connection:
        row = connection.execute(_SECRETS).fetchone()
        return bytes(row[0]) if row else None


def _rows(connection: psycopg.Connection[tuple[object, ...]]) -> dict[str, int]:
    found = {}
    for (name,) in connection.execute(_TABLES).fetchall():
        asked = sql.SQL("select count(*) from {}").format(sql.Identifier(str(name)))
        row = connection.execute(asked).fetchone()
        found[str(name)] = int(str(row[0])) if row else 0
    return found


def _one(connection: psycopg.Connection[tuple[object, ...]], asked: str) -> str:
    row = connection.execute(asked.encode()).fetchone()
    return str(row[0]) if row else ""
