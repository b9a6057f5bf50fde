from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, make_url, text
from sqlalchemy.exc import OperationalError

from backend.storage.engine import make_engine
from backend.testing.breaking.links import Link, NetworkFault, network


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


def _behind(link: Link, database_url: str, statement_s: float) -> Engine:
    url = make_url(database_url).set(port=link.port)
    return make_engine(url.render_as_string(hide_password=False), 1, statement_s)


def test_a_connection_that_a_firewall_forgot_is_given_up_though_the_server_answers_others(
    link: Link, database_url: str
) -> None:
    pooled = _behind(link, database_url, 2)
    with pooled.connect() as connection:
        connection.execute(text("select 1"))
        link.begin("", NetworkFault.FORGOTTEN)
        with pytest.raises(OperationalError, match="does not answer"):
            connection.execute(text("select 2"))
    with pooled.connect() as connection:
        assert connection.scalar(text("select 3")) == 3
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
