from alembic import command
from sqlalchemy import inspect, text

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


RUN = """
insert into run (project_id, report_id, suite_id, testbed_id, machine_id, environment_id, commit_id,
                 branch_id, started_at, received_at, trigger,
                 result_count, failure_count, conditions)
select 1, number, 1, 1, nullif(number % 2, 0), 1, 1, 1, now(), now(), '', 1, 0,
       '{"noise": {"score": 0.5}, "preflight": {"checks": [{"state": "warning"}]}}'
from generate_series(1, 4500) as number
"""


def test_runs_from_before_get_their_readings(services: Services) -> None:
    with empty_database(services, "filled") as name:
        url = database_named(services.database_url, name)
        command.upgrade(alembic_config(url), "0011")
        engine = make_engine(url)
        with engine.begin() as connection:
            connection.execute(text("insert into project (slug, name) values ('main', 'Main')"))
            connection.execute(text(RUN))
        command.upgrade(alembic_config(url), "0012")
        with engine.connect() as connection:
            told = text("select count(*), min(score), sum(warnings) from machine_reading")
            assert tuple(connection.execute(told).one()) == (2250, 0.5, 2250)
        engine.dispose()


READ = """
insert into run (project_id, report_id, suite_id, testbed_id, machine_id, environment_id, commit_id,
                 branch_id, started_at, received_at, trigger,
                 result_count, failure_count, conditions)
select 1, place, 1, 1, 1, 1, 1, 1, now(), now(), '', 1, 0, told::jsonb
from unnest(array[
    '{"noise": {"score": 0.5}}',
    '{"preflight": {"checks": [{"name": "load", "found": "others use 99 %% of the machine"}]}}',
    '{"foreign": {"limit": 0.1, "median": 0.25}, "preflight": {"checks": []}}'
]) with ordinality as run (told, place);
insert into machine_reading (project_id, run_id, machine_id, measured_at)
select project_id, id, machine_id, started_at from run
"""


def test_readings_from_before_learn_what_others_used(services: Services) -> None:
    with empty_database(services, "shared") as name:
        url = database_named(services.database_url, name)
        command.upgrade(alembic_config(url), "0027")
        engine = make_engine(url)
        with engine.begin() as connection:
            connection.execute(text("insert into project (slug, name) values ('main', 'Main')"))
            connection.exec_driver_sql(READ)
        command.upgrade(alembic_config(url), "0028")
        with engine.connect() as connection:
            told = text("select foreign_share from machine_reading order by run_id")
            assert connection.execute(told).scalars().all() == [None, 0.99, 0.25]
        engine.dispose()


SEEN = """
insert into fingerprint (project_id, machine_id, hash, attributes, revision, first_seen_at)
values (1, 1, '1', '{}', 1, '2026-03-01'), (1, 1, '2', '{}', 2, '2026-02-01');
insert into run (project_id, report_id, suite_id, testbed_id, machine_id, fingerprint_id,
                 environment_id, commit_id, branch_id, started_at, received_at, trigger,
                 result_count, failure_count)
select 1, number, 1, 1, 1, least(number, 2), 1, 1, 1,
       timestamptz '2026-01-01' + number * interval '1 month', now(), '', 1, 0
from generate_series(1, 4) as number
union all
select 1, 9, 1, 1, 1, 1, 1, 1, 1, timestamptz '2026-01-09', now(), '', 1, 0
"""


def test_fingerprints_from_before_are_dated_by_their_earliest_run(services: Services) -> None:
    """One that an agent told of before any run keeps its time."""
    with empty_database(services, "dated") as name:
        url = database_named(services.database_url, name)
        command.upgrade(alembic_config(url), "0026")
        engine = make_engine(url)
        with engine.begin() as connection:
            connection.execute(text("insert into project (slug, name) values ('main', 'Main')"))
            connection.execute(text(SEEN))
        command.upgrade(alembic_config(url), "0027")
        with engine.connect() as connection:
            told = text("select first_seen_at::date::text from fingerprint order by revision")
            assert connection.execute(told).scalars().all() == ["2026-01-09", "2026-02-01"]
        engine.dispose()


def test_the_tables_and_the_migrations_agree(database_url: str) -> None:
    command.check(alembic_config(database_url))
