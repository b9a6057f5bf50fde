"""Results that move to a PostgreSQL outside, and back, by one command each way."""

import signal
from collections.abc import Iterator

import psycopg
import pytest
from pydantic import SecretStr
from sqlalchemy.engine import make_url

from backend.embedded.errors import CannotStartError
from backend.embedded.moving import room_for
from backend.embedded.state import demand_space
from backend.embedded.stores.privilege import MOVING_FILES, database_homes
from backend.embedded.stores.services import Services
from backend.services.encryption import SecretCipher
from backend.storage.database_urls import driver_url
from backend.storage.whole_database import count_rows, why_not_movable
from backend.testing.databases import database_named
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


def move(tidemark: Tidemark, target: str) -> tuple[int, str]:
    return tidemark.command("tidemark", "--", "move", target)


def add_project(tidemark: Tidemark, slug: str) -> None:
    code, said = tidemark.command("tidemark", "--", "key", "--project", slug)
    assert code == 0, said


def slugs(tidemark: Tidemark) -> list[str]:
    with tidemark.connect() as connection:
        found = connection.execute("select slug from project order by slug").fetchall()
    return [str(slug) for (slug,) in found]


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
    code, said = move(tidemark, "embedded")
    assert (code, "Unset TIDEMARK_DATABASE_URL" in said) == (0, True), said
    del tidemark.extra["TIDEMARK_DATABASE_URL"]
    tidemark.up()
    assert slugs(tidemark) == ["inside", "main", "outside"]


def test_what_cannot_be_moved_stays_where_it_is(tidemark: Tidemark, outside: str) -> None:
    tidemark.up()
    add_project(tidemark, "inside")
    tidemark.end()
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
    del tidemark.extra["TIDEMARK_DATABASE_URL"]
    tidemark.up()
    assert slugs(tidemark) == ["inside", "main"]


def test_a_move_that_is_killed_leaves_the_database_that_was_here(
    tidemark: Tidemark, outside: str
) -> None:
    tidemark.up()
    add_project(tidemark, "inside")
    tidemark.end()
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    assert move(tidemark, "outside")[0] == 0
    tidemark.up()
    add_project(tidemark, "outside")
    tidemark.end()
    with psycopg.connect(driver_url(outside)) as connection:
        other = SecretCipher(SecretStr("of another installation"))
        connection.execute(CHANNEL, [other.encrypt("https://example.org")])
    moving = tidemark.begin("tidemark", "--", "move", "embedded")
    homes = [one for one in database_homes(tidemark.state) if one.name == MOVING_FILES]
    wait_until(lambda: any(home.exists() for home in homes), "a database is filled")
    assert moving.poll() is None
    moving.send_signal(signal.SIGKILL)
    moving.communicate()
    del tidemark.extra["TIDEMARK_DATABASE_URL"]
    tidemark.up()
    assert slugs(tidemark) == ["inside", "main"]
    tidemark.end()
    tidemark.extra["TIDEMARK_DATABASE_URL"] = outside
    code, said = move(tidemark, "embedded")
    assert (code, "encrypted with another secret" in said) == (0, True), said
    del tidemark.extra["TIDEMARK_DATABASE_URL"]
    tidemark.up()
    assert slugs(tidemark) == ["inside", "main", "outside"]


def test_a_target_that_is_not_whole_is_never_served(tidemark: Tidemark, outside: str) -> None:
    tidemark.up()
    tidemark.end()
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
    assert (code, "start with make up" in said, "another secret" in said) == (0, True, False), said


def test_who_comes_while_results_move_makes_the_move_fail(tidemark: Tidemark, outside: str) -> None:
    tidemark.up()
    tidemark.end()
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
    with pytest.raises(CannotStartError, match="needs 3145728 MiB to move"):
        demand_space(tidemark.state, room_for(1024**4), "move")
