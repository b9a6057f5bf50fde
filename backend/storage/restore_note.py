"""The note in a database that a restore is under way: what is there is not whole."""

import psycopg
from psycopg import sql

from backend.storage.database_urls import driver_url

_NOTE = "tidemark: a restore is under way"
_COMMENT = """
select shobj_description(oid, 'pg_database') from pg_database where datname = current_database()
"""


def is_half_restored(url: str) -> bool:
    """Whether a restore or a move into this database did not come to its end."""
    with psycopg.connect(driver_url(url)) as connection:
        return read_restore_note(connection)


def note_restoring(url: str) -> None:
    """Let the database count as empty, since what was brought into it is not whole."""
    with psycopg.connect(driver_url(url)) as connection:
        say_restoring(connection, is_so=True)


def read_restore_note(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    return connection.execute(_COMMENT).fetchone() == (_NOTE,)


def say_restoring(connection: psycopg.Connection[tuple[object, ...]], *, is_so: bool) -> None:
    name = sql.Identifier(connection.info.dbname)
    text = sql.Literal(_NOTE if is_so else None)
    connection.execute(sql.SQL("comment on database {} is {}").format(name, text))
