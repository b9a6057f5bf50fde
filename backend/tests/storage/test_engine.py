from sqlalchemy import Engine, text

from backend.storage.engine import make_engine


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
