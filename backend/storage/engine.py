"""The engine, the session factory, and one transaction committed at the edge."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import Connection as PgConnection
from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from backend.domain.errors import DomainError

ACKNOWLEDGED = {"connect_timeout": 5, "application_name": "tidemark", "prepare_threshold": 2}


class UnavailableError(DomainError):
    """The database cannot be reached; nothing was stored."""


def make_engine(url: str, pool: int = 5) -> Engine:
    """Return an engine that checks connections before it lends them out."""
    return create_engine(
        url,
        pool_size=pool,
        max_overflow=0,
        pool_timeout=20,
        pool_pre_ping=True,
        connect_args=ACKNOWLEDGED,
    )


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
