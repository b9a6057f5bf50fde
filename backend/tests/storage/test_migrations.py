from alembic import command
from sqlalchemy import inspect

from backend.embedded.stores.services import Services
from backend.storage.engine import make_engine
from backend.testing.databases import alembic_config, database_named, migrate
from backend.testing.fixtures import empty_database


def tables(url: str) -> set[str]:
    engine = make_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    return names


def test_the_schema_is_built_from_nothing_taken_down_and_built_again(services: Services) -> None:
    with empty_database(services, "migrated") as name:
        url = database_named(services.database_url, name)
        migrate(url)
        full = tables(url)
        assert {"report", "result", "series", "change_point"} <= full
        command.downgrade(alembic_config(url), "base")
        assert tables(url) == {"alembic_version"}
        migrate(url)
        assert tables(url) == full


def test_the_tables_and_the_migrations_agree(database_url: str) -> None:
    command.check(alembic_config(database_url))
