"""The engine, the session factory, and one transaction committed at the edge."""

import json
import select
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import msgspec
import psycopg
from psycopg import Connection as PgConnection
from psycopg.rows import args_row
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import InvalidatePoolError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from backend.storage.connections.keepalive import ON_THE_WAY_S, KeepaliveConnection, Silences
from backend.storage.database_urls import read_url

Made = TypeVar("Made")
ACKNOWLEDGED = {"connect_timeout": 4, "application_name": "tidemark", "prepare_threshold": 2}
POOLED = {**ACKNOWLEDGED, "prepare_threshold": None}
"""The next transaction runs elsewhere, where no statement of this one is prepared."""
LONGEST_STATEMENT_S = 120.0
"""Of workers and commands; requests give up sooner."""
LONGEST_REST_S = 300
RESTS = 6
"""A process that is hung inside a transaction, or out of reach, loses it after so many times the
longest statement, and others get what it has locked."""
STATEMENTS = 400
"""Prepared statements that a connection keeps: all pages together ask some three hundred."""
POOL_S = 20.0
"""How long work waits for a connection. Requests never do: they are admitted by their number."""
TRUSTED_S = 30.0
"""How long a connection may rest before it is asked whether it still works."""
SIGN_S = 6.0
"""How long that answer may take."""


def make_engine(url: str, pool: int = 5, statement_s: float = LONGEST_STATEMENT_S) -> Engine:
    """Return an engine that checks connections before it lends them out.

    It lends the one used last, whose statements are planned already. The server ends a statement
    that takes longer than `statement_s`; one that has fallen silent is given up within seconds.
    """
    address, is_pooled = read_url(url)
    longest = {
        "statement_timeout": f"{statement_s * 1000:.0f}",
        "idle_in_transaction_session_timeout": (
            f"{min(RESTS * statement_s, LONGEST_REST_S) * 1000:.0f}"
        ),
    }
    options = " ".join(f"-c {name}={value}" for name, value in longest.items())
    engine = create_engine(
        address,
        pool_size=pool,
        max_overflow=0,
        pool_timeout=POOL_S,
        pool_use_lifo=True,
        connect_args=POOLED if is_pooled else {**ACKNOWLEDGED, "options": options},
        json_deserializer=read_json,
    )
    silences = Silences()
    event.listen(engine, "do_connect", partial(_connect, statement_s + ON_THE_WAY_S, silences))
    if is_pooled:
        _limit_transactions(engine, longest)
    else:
        event.listen(engine, "connect", _set_prepared_statements)
    event.listen(engine, "checkin", _note_rest)
    event.listen(engine, "checkout", partial(_demand_alive, silences))
    return engine


def read_json(text: str | bytes) -> Any:  # noqa: ANN401  whatever was stored
    """Read a document of the database, twenty times as fast as the standard library does."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:  # a number beyond what a float holds
        return json.loads(text)


def _limit_transactions(engine: Engine, longest: Mapping[str, str]) -> None:
    """Set the limits at the beginning of each transaction: a pooler keeps nothing beyond it."""
    said = "; ".join(f"set local {name} = '{value}'" for name, value in longest.items())

    @event.listens_for(engine, "begin")
    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(said)


def _connect(
    longest_s: float,
    silences: Silences,
    _dialect: object,
    _entry: ConnectionPoolEntry,
    words: list[Any],
    named: dict[str, Any],
) -> KeepaliveConnection:
    connection = KeepaliveConnection.connect(*words, **named)
    connection.longest_s = longest_s
    connection.silences = silences
    return connection


def _set_prepared_statements(connection: PgConnection[Any], _entry: ConnectionPoolEntry) -> None:
    connection.prepared_max = STATEMENTS


def _note_rest(_connection: PgConnection[Any] | None, entry: ConnectionPoolEntry) -> None:
    entry.info["rests_since"] = time.monotonic()


def _demand_alive(
    silences: Silences,
    connection: KeepaliveConnection,
    entry: ConnectionPoolEntry,
    _lent: object,
) -> None:
    """Ask a connection that rested for long, or was sent something meanwhile, as a farewell is.

    One that rested while another fell silent is not asked: the same may have happened to it, and
    its answer would take seconds.
    """
    rests_since = entry.info.get("rests_since", time.monotonic())
    if rests_since < silences.last:
        raise InvalidatePoolError
    if time.monotonic() - rests_since < TRUSTED_S and not _has_mail(connection):
        return
    try:
        with connection.limited(SIGN_S):
            connection.execute("select 1")
            connection.rollback()
    except psycopg.Error as error:
        raise InvalidatePoolError from error


def _has_mail(connection: PgConnection[Any]) -> bool:
    """Say whether the server sent something, or closed, without being asked."""
    if connection.closed:
        return True
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))


@contextmanager
def one_language() -> Iterator[None]:
    """Raise the driver's own errors of a lost connection as SQLAlchemy's, which callers know."""
    try:
        yield
    except psycopg.OperationalError as error:
        raise OperationalError(None, None, error) from error


@contextmanager
def transaction(engine: Engine) -> Iterator[Session]:
    """Give a session whose work is committed when the block ends, or not at all."""
    with one_language(), Session(engine, expire_on_commit=False) as session, session.begin():
        yield session


def raw_connection(session: Session) -> PgConnection[Any]:
    """Return the driver's connection of this transaction, for binary COPY and array reads."""
    connection = session.connection().connection.driver_connection
    if not isinstance(connection, PgConnection):
        raise TypeError("the driver is psycopg")
    return connection


def cursor_of(
    session: Session, made: Callable[..., Made], *, binary: bool = False
) -> psycopg.Cursor[Made]:
    """Return a cursor of this transaction that makes one thing of each row, column by column."""
    return raw_connection(session).cursor(row_factory=args_row(made), binary=binary)
