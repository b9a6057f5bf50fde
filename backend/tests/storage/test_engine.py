from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, make_url, text
from sqlalchemy.exc import OperationalError

from backend.storage.engine import make_engine, raw_connection, transaction
from backend.testing.breaking.links import Link, NetworkFault, network

A_WEEK_S = 7 * 86_400.0
"""A limit of statements that no test would live to see."""


def test_a_connection_that_the_server_closed_is_replaced_before_it_is_lent(
    engine: Engine, database_url: str
) -> None:
    pooled = make_engine(database_url, 1)
    own = text("select pg_backend_pid()")
    with pooled.connect() as connection:
        first = connection.scalar(own)
    with engine.connect() as other:
        other.execute(text("select pg_terminate_backend(:pid, 5000)"), {"pid": first})
    with pooled.connect() as connection:
        assert connection.scalar(own) != first
    pooled.dispose()


def test_a_connection_that_rests_is_lent_again(database_url: str) -> None:
    pooled = make_engine(database_url, 2)
    own = text("select pg_backend_pid()")
    with pooled.connect() as first, pooled.connect() as second:
        last = second.scalar(own)
        first.scalar(own)
        first.close()
    with pooled.connect() as connection:
        assert connection.scalar(own) == last
    pooled.dispose()


@pytest.fixture
def link(database_url: str) -> Iterator[Link]:
    """Stand between an engine and the database, as a firewall does."""
    with network() as net:
        yield net.link("postgres", make_url(database_url).port or 0, lambda _: "")


def _behind(link: Link, database_url: str, statement_s: float, pool: int = 1) -> Engine:
    url = make_url(database_url).set(port=link.port)
    return make_engine(url.render_as_string(hide_password=False), pool, statement_s)


@pytest.mark.parametrize("statement", ["select 2", "commit"])
def test_a_connection_that_a_firewall_forgot_is_given_up_long_before_a_statement_would_be(
    link: Link, database_url: str, statement: str
) -> None:
    pooled = _behind(link, database_url, A_WEEK_S)
    with pooled.connect() as connection:
        connection.execute(text("select 1"))
        link.begin("", NetworkFault.FORGOTTEN)
        with pytest.raises(OperationalError, match="does not answer"):
            connection.execute(text(statement))
    with pooled.connect() as connection:
        assert connection.scalar(text("select 3")) == 3
    pooled.dispose()


def test_one_forgotten_connection_is_enough_to_replace_all_that_rested_then(
    link: Link, database_url: str
) -> None:
    pooled = _behind(link, database_url, A_WEEK_S, pool=3)
    with pooled.connect() as first, pooled.connect() as second, pooled.connect() as third:
        for one in (first, second, third):
            one.execute(text("select 1"))
    link.begin("", NetworkFault.FORGOTTEN)
    with (
        pytest.raises(OperationalError),
        transaction(pooled) as session,
    ):
        raw_connection(session).execute("select 2")
    with pooled.connect() as second, pooled.connect() as third:
        assert [one.scalar(text("select 3")) for one in (second, third)] == [3, 3]
    pooled.dispose()


def test_a_statement_that_works_for_long_is_waited_for(link: Link, database_url: str) -> None:
    pooled = _behind(link, database_url, A_WEEK_S)
    with pooled.connect() as connection:
        assert connection.scalar(text("select count(*) from pg_sleep(6)")) == 1
    pooled.dispose()


def test_a_long_message_on_a_slow_way_is_no_silence(link: Link, database_url: str) -> None:
    pooled = _behind(link, database_url, A_WEEK_S)
    with pooled.connect() as connection:
        connection.execute(text("select 1"))
        link.begin("", NetworkFault.SLOW)
        sent = "x" * 1_500_000
        assert connection.scalar(text("select length(:sent)"), {"sent": sent}) == len(sent)
    pooled.dispose()


def test_what_a_forgotten_connection_locked_is_free_again_after_six_longest_statements(
    link: Link, engine: Engine, database_url: str
) -> None:
    pooled = _behind(link, database_url, 2)
    lock = text("select pg_advisory_xact_lock(7)")
    with pooled.connect() as connection:
        connection.execute(lock)
        link.begin("", NetworkFault.FORGOTTEN)
        with engine.begin() as other:
            other.execute(text("set local lock_timeout = '60s'"))
            other.execute(lock)
        connection.invalidate()
    pooled.dispose()
