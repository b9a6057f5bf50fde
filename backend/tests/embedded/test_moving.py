"""Results that move to a PostgreSQL outside, and back, by one command each way."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
import pytest
from pydantic import SecretStr
from sqlalchemy.engine import make_url

from backend.embedded.errors import CannotStartError
from backend.embedded.holding import hold
from backend.embedded.moving import room_for
from backend.embedded.state import demand_space, open_state
from backend.embedded.stores.postgres import embedded_postgres
from backend.embedded.stores.privilege import MOVING_FILES, database_homes
from backend.embedded.stores.services import Services
from backend.services.encryption import SecretCipher
from backend.services.people.set_up import ensure_project
from backend.storage.database_urls import driver_url
from backend.storage.engine import make_engine, transaction
from backend.storage.restore_note import is_half_restored
from backend.storage.whole_database import count_rows, why_not_movable
from backend.testing.databases import database_named, migrate
from backend.testing.fixtures import empty_database
from backend.testing.stack import wait_until
from backend.tests.embedded.installation import Tidemark

OUTSIDE = "of_somebody"
REFUSAL = """
create schema guard;
create function guard.refuse() returns event_trigger language plpgsql
as $$ begin raise 'no more indexes'; end $$;
create event trigger no_index on ddl_command_start when tag in ('CREATE INDEX')
execute function guard.refuse();
"""
GATE = """
create schema guard;
create function guard.wait() returns event_trigger language plpgsql
as $$ begin
  while not exists (select from pg_roles where rolname = 'gate_opener') loop
    perform pg_sleep(0.05);
  end loop;
end $$;
create event trigger no_index on ddl_command_start when tag in ('CREATE INDEX')
execute function guard.wait();
"""
"""Lets a restore wait in its middle, until there is a certain role."""
CHANNEL = """
insert into channel (project_id, id, name, kind, hint, encrypted_address, cadence, time_zone,
                     daily_at, created_by)
values ((select min(id) from project), 1, 'Ops', 'webhook', '', %s, 'at_once', 'UTC', 0, 'ada')
"""


@pytest.fixture
def outside(services: Services) -> Iterator[str]:
    """Give the address of an empty database on a server that Tidemark does not run."""
    with empty_database(services, OUTSIDE) as name:
        yield database_named(services.database_url, name)


@dataclass(frozen=True)
class Gate:
    """Holds each restore into the database outside in its middle, until it is opened."""

    maintenance: psycopg.Connection[tuple[object, ...]]

    def wait_for_restore(self) -> None:
        def is_held() -> bool:
            found = self.maintenance.execute(
                "select from pg_stat_activity where datname = %s and wait_event = 'PgSleep'",
                [OUTSIDE],
            ).fetchone()
            return found is not None

        wait_until(is_held, "the restore waits")

    def open(self) -> None:
        self.maintenance.execute("create role gate_opener")


@pytest.fixture
def gate(services: Services, outside: str) -> Iterator[Gate]:
    with psycopg.connect(driver_url(outside), autocommit=True) as owner:
        owner.execute(GATE)
    with psycopg.connect(driver_url(services.database_url), autocommit=True) as maintenance:
        try:
            yield Gate(maintenance)
        finally:
            maintenance.execute("drop role if exists gate_opener")


def move(tidemark: Tidemark, target: str) -> tuple[int, str]:
    return tidemark.command("tidemark", "--", "move", target)


def add_project(tidemark: Tidemark, slug: str) -> None:
    code, said = tidemark.command("tidemark", "--", "key", "--project", slug)
    assert code == 0, said


def slugs(tidemark: Tidemark) -> list[str]:
    with tidemark.connect() as connection:
        return slugs_in(connection)


def slugs_in(connection: psycopg.Connection[tuple[object, ...]]) -> list[str]:
    found = connection.execute("select slug from project order by slug").fetchall()
    return [str(slug) for (slug,) in found]


@contextmanager
def database_of(tidemark: Tidemark) -> Iterator[str]:
    """Run its database alone, as a move does: a whole start takes ten times as long."""
    state = open_state(tidemark.state.path)
    with hold(state):
        database = embedded_postgres(state)
        child = database.start()
        try:
            yield database.url
        finally:
            child.ask_to_stop()
            child.wait_stopped()


def leave_results(tidemark: Tidemark, *projects: str) -> None:
    """Leave an installation that is stopped, and whose database holds projects."""
    with database_of(tidemark) as url:
        migrate(url)
        insert_projects(url, "main", *projects)


def insert_projects(url: str, *projects: str) -> None:
    engine = make_engine(url, 1)
    with transaction(engine) as session:
        for slug in projects:
            ensure_project(session, slug, slug.capitalize())
    engine.dispose()


def slugs_at_rest(tidemark: Tidemark) -> list[str]:
    with database_of(tidemark) as url, psycopg.connect(driver_url(url)) as connection:
        return slugs_in(connection)


@pytest.mark.nightly(
    shorter=[
        "embedded/test_moving.py::test_a_stopped_installation_moves_out_and_back",
        (
            "embedded/test_moving.py"
            "::test_a_move_that_was_killed_between_its_two_renames_is_ended_by_the_next_start"
        ),
    ]
)
def test_results_move_to_a_database_outside_and_back(tidemark: Tidemark, outside: str) -> None:
    tidemark.up()
    add_project(tidemark, "inside")
    code, said = move(tidemark, "outside")
    assert (code, "TIDEMARK_DATABASE_URL is not set" in said) == (1, True), said
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    code, said = move(tidemark, "outside")
    assert (code, "already runs" in said) == (1, True), said
    tidemark.end()
    code, said = move(tidemark, "outside")
    assert (code, "start with make up" in said) == (0, True), said
    assert str(make_url(outside).password) not in said
    tidemark.up()
    assert slugs(tidemark) == ["inside", "main"]
    add_project(tidemark, "outside")
    tidemark.end()
    del tidemark.extra["TIDEMARK_DATABASE_URL"]
    code, said = tidemark.command("up", "--no-agent")
    assert (code, "The results were moved to" in said, OUTSIDE in said) == (1, True, True), said
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    code, said = move(tidemark, "embedded")
    assert (code, "Unset TIDEMARK_DATABASE_URL" in said) == (0, True), said
    del tidemark.extra["TIDEMARK_DATABASE_URL"]
    tidemark.up()
    assert slugs(tidemark) == ["inside", "main", "outside"]


def test_a_stopped_installation_moves_out_and_back(tidemark: Tidemark, outside: str) -> None:
    leave_results(tidemark, "inside")
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    code, said = move(tidemark, "outside")
    assert (code, "start with make up" in said) == (0, True), said
    insert_projects(outside, "outside")
    code, said = move(tidemark, "embedded")
    assert (code, "Unset TIDEMARK_DATABASE_URL" in said) == (0, True), said
    assert slugs_at_rest(tidemark) == ["inside", "main", "outside"]


def test_what_cannot_be_moved_stays_where_it_is(tidemark: Tidemark, outside: str) -> None:
    leave_results(tidemark, "inside")
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    with psycopg.connect(driver_url(outside)) as other:
        other.execute("select 1")
        for target in ("outside", "embedded"):
            code, said = move(tidemark, target)
            assert (code, "1 other connections" in said) == (1, True), said
    code, said = move(tidemark, "embedded")
    assert (code, "has no tables of Tidemark" in said) == (1, True), said
    with psycopg.connect(driver_url(outside)) as other:
        other.execute("create table invoices as select 1 as number")
    code, said = move(tidemark, "outside")
    assert (code, "it holds the table invoices of another program" in said) == (1, True), said
    assert count_rows(outside) == {"invoices": 1}
    assert slugs_at_rest(tidemark) == ["inside", "main"]


@pytest.mark.nightly(
    shorter=[
        (
            "embedded/test_moving.py"
            "::test_a_move_that_was_killed_between_its_two_renames_is_ended_by_the_next_start"
        ),
        (
            "embedded/test_moving.py"
            "::test_a_move_that_is_interrupted_says_that_the_target_is_not_whole"
        ),
    ]
)
def test_a_move_that_is_killed_leaves_the_database_that_was_here(
    tidemark: Tidemark, outside: str
) -> None:
    leave_results(tidemark, "inside")
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    assert move(tidemark, "outside")[0] == 0
    insert_projects(outside, "outside")
    with psycopg.connect(driver_url(outside)) as connection:
        other = SecretCipher(SecretStr("of another installation"))
        connection.execute(CHANNEL, [other.encrypt("https://example.org")])
    moving = tidemark.begin("tidemark", "--", "move", "embedded")
    homes = [one for one in database_homes(tidemark.state) if one.name == MOVING_FILES]
    wait_until(lambda: any(home.exists() for home in homes), "a database is filled")
    assert moving.poll() is None
    moving.send_signal(signal.SIGKILL)
    moving.communicate()
    assert slugs_at_rest(tidemark) == ["inside", "main"]
    code, said = move(tidemark, "embedded")
    assert (code, "encrypted with a secret other than" in said) == (0, True), said
    assert slugs_at_rest(tidemark) == ["inside", "main", "outside"]


def test_a_target_that_is_not_whole_is_never_served(tidemark: Tidemark, outside: str) -> None:
    leave_results(tidemark)
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    with psycopg.connect(driver_url(outside), autocommit=True) as owner:
        owner.execute(REFUSAL)
    code, said = move(tidemark, "outside")
    assert (code, "the target is not whole" in said, "no more indexes" in said) == (1, True, True)
    assert not [*tidemark.state.path.glob("before-move-*")]
    code, said = tidemark.command("up", "--no-agent")
    assert (code, "The database is not whole" in said) == (1, True), said
    with psycopg.connect(driver_url(outside), autocommit=True) as owner:
        owner.execute("drop event trigger no_index")
    code, said = move(tidemark, "outside")
    assert (code, "start with make up" in said, "a secret other" in said) == (0, True, False), said


def test_a_move_that_is_interrupted_says_that_the_target_is_not_whole(
    tidemark: Tidemark, outside: str, gate: Gate
) -> None:
    leave_results(tidemark)
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    # a command in the background of a shell would ignore it
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        moving = tidemark.begin("tidemark", "--", "move", "outside")
    finally:
        signal.signal(signal.SIGINT, before)
    gate.wait_for_restore()
    moving.send_signal(signal.SIGINT)
    moving.wait()
    gate.open()
    said = moving.communicate()[0]
    assert (moving.returncode, "Nothing was changed" in said) == (1, False), said
    assert "the target is not whole" in said
    assert "it was interrupted" in said
    assert is_half_restored(outside)


@pytest.mark.nightly(
    shorter=[
        "embedded/test_moving.py::test_a_target_that_is_not_whole_is_never_served",
        (
            "embedded/test_moving.py"
            "::test_a_move_that_is_interrupted_says_that_the_target_is_not_whole"
        ),
    ]
)
def test_what_fails_after_the_restore_leaves_a_target_that_counts_as_empty(
    tidemark: Tidemark, outside: str, gate: Gate
) -> None:
    """The second look at the source fails, since its database has died meanwhile."""
    leave_results(tidemark)
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    moving = tidemark.begin("tidemark", "--", "move", "outside")
    gate.wait_for_restore()
    os.kill(tidemark.child("postgres"), signal.SIGKILL)
    gate.open()
    said = moving.communicate()[0]
    assert (moving.returncode, "the target is not whole" in said) == (1, True), said
    assert is_half_restored(outside)
    code, said = move(tidemark, "outside")
    assert (code, "start with make up" in said) == (0, True), said
    assert not is_half_restored(outside)


def test_a_move_that_was_killed_between_its_two_renames_is_ended_by_the_next_start(
    tidemark: Tidemark, outside: str
) -> None:
    leave_results(tidemark, "moved")
    database = embedded_postgres(tidemark.state)
    database.files.rename(database.moved)
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    code, said = move(tidemark, "outside")
    assert (code, "start with make up" in said) == (0, True), said
    database.files.rename(database.moved)
    tidemark.state.moved_note.unlink()
    del tidemark.extra["TIDEMARK_DATABASE_URL"]
    tidemark.up()
    assert slugs(tidemark) == ["main", "moved"]
    assert not database.moved.exists()


@pytest.mark.nightly(
    shorter=[
        "embedded/test_moving.py::test_what_cannot_be_moved_stays_where_it_is",
    ]
)
def test_who_comes_while_results_move_makes_the_move_fail(tidemark: Tidemark, outside: str) -> None:
    leave_results(tidemark)
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    assert move(tidemark, "outside")[0] == 0
    moving = tidemark.begin("tidemark", "--", "move", "embedded")
    there = tidemark.state.path
    wait_until(lambda: len([*there.glob("before-move-*")]) > 1, "the second backup is begun")
    with psycopg.connect(driver_url(outside)):
        said = moving.communicate()[0]
    assert (moving.returncode, "1 other connections" in said) == (1, True), said
    assert not any(one.exists() for one in database_homes(tidemark.state)[1::2])


def test_sessions_of_roles_that_show_little_count_as_others(outside: str) -> None:
    with psycopg.connect(driver_url(outside), autocommit=True) as owner:
        owner.execute("create table alembic_version as select '1' as version_num")
        owner.execute("create role modest login password 'modest'")
        try:
            modest = make_url(driver_url(outside)).set(username="modest", password="modest")  # noqa: S106
            reason = why_not_movable(modest.render_as_string(hide_password=False))
        finally:
            owner.execute("drop role modest")
    assert reason.startswith("1 other connections")


def test_a_move_asks_for_the_room_that_its_copies_may_need(tidemark: Tidemark) -> None:
    tidemark.command("status")
    demand_space(tidemark.state, room_for(0), "move")
    with pytest.raises(CannotStartError, match=r"needs 3145728 MiB to move; free some space\.$"):
        demand_space(tidemark.state, room_for(1024**4), "move")
