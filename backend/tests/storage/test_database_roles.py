"""The roles of an installation: the owner changes the schema, the application only rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege
from sqlalchemy.engine import make_url

from backend.admin.__main__ import main
from backend.domain.people.projects import Project
from backend.embedded.stores.services import Services
from backend.services.people.set_up import ensure_project
from backend.storage.database_roles import APPLICATION, OWNER, RolePasswords, make_roles
from backend.storage.engine import make_engine, transaction
from backend.testing.databases import database_named, migrate
from backend.testing.filling import fill
from backend.testing.fixtures import empty_database
from backend.testing.templates import TEMPLATE
from backend.tests.api.releasing import a_release_history

PASSWORDS = RolePasswords("owner's", "application's-'word'")


@contextmanager
def database(services: Services, name: str, template: str) -> Iterator[str]:
    """Make a database; give its address as its superuser, as the driver reads it."""
    with empty_database(services, name, template) as made:
        url = make_url(database_named(services.database_url, made))
        yield url.set(drivername="postgresql").render_as_string(hide_password=False)


@pytest.fixture(scope="module")
def superuser(services: Services) -> Iterator[str]:
    """Give a database whose tables its superuser made, as older installations did, with roles."""
    with database(services, "of_roles", TEMPLATE) as url:
        make_roles(url, PASSWORDS)
        yield url


def as_role(superuser: str, role: str, password: str, driver: str = "postgresql") -> str:
    url = make_url(superuser).set(drivername=driver, username=role, password=password)
    return url.render_as_string(hide_password=False)


def measure(superuser: str) -> int:
    """Take in and judge a history as the application; return its changes."""
    engine = make_engine(
        as_role(superuser, APPLICATION, PASSWORDS.application, "postgresql+psycopg")
    )
    with transaction(engine) as session:
        project: Project = ensure_project(session, "main", "Main")
    fill(engine, project, *a_release_history())
    engine.dispose()
    with psycopg.connect(superuser) as connection:
        found = connection.execute("select count(*) from change_point").fetchone()
    return int(found[0]) if found else 0


def test_the_application_does_its_work_with_rights_on_rows_alone(superuser: str) -> None:
    assert measure(superuser) > 0


def test_the_owner_makes_the_schema_and_the_application_works_with_it(services: Services) -> None:
    with database(services, "of_owner", "template0") as empty:
        make_roles(empty, PASSWORDS)
        migrate(as_role(empty, OWNER, PASSWORDS.owner, "postgresql+psycopg"))
        assert measure(empty) > 0


def test_neither_role_is_more_than_its_work_needs(superuser: str) -> None:
    with psycopg.connect(superuser) as connection:
        powers = connection.execute(
            "select bool_or(rolsuper or rolcreatedb or rolcreaterole or rolreplication"
            " or rolbypassrls), count(*) from pg_roles where rolname = any(%s)",
            [[OWNER, APPLICATION]],
        ).fetchone()
    assert powers == (False, 2)


def test_tables_that_a_superuser_made_before_are_the_owners(superuser: str) -> None:
    with psycopg.connect(superuser) as connection:
        others = connection.execute(
            "select relname from pg_class where relnamespace = 'public'::regnamespace"
            " and pg_get_userbyid(relowner) <> %s",
            [OWNER],
        ).fetchall()
    assert others == []


@pytest.mark.parametrize(
    "statement",
    [
        "create table another (id int)",
        "create temporary table another (id int)",
        "drop table result",
        "alter table report add column another int",
        "truncate report",
        "copy report to '/tmp/taken'",
        "copy project from program 'id'",
        "select pg_read_file('/etc/passwd')",
        f"alter role {APPLICATION} superuser",
        f"set role {OWNER}",
        "create database another",
    ],
)
def test_whoever_takes_over_the_application_gets_no_further(superuser: str, statement: str) -> None:
    with (
        psycopg.connect(
            as_role(superuser, APPLICATION, PASSWORDS.application), autocommit=True
        ) as connection,
        pytest.raises(InsufficientPrivilege),
    ):
        connection.execute(statement.encode())


def test_the_command_reads_the_superusers_password_from_a_file(
    superuser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = make_url(superuser)
    (tmp_path / "superuser").write_text(f"{url.password}\n")
    bare = make_url(superuser).set(drivername="postgresql+psycopg", password=None)
    monkeypatch.setenv("TIDEMARK_DATABASE_SUPERUSER_URL", bare.render_as_string(False))
    monkeypatch.setenv("TIDEMARK_DATABASE_SUPERUSER_PASSWORD_FILE", str(tmp_path / "superuser"))
    monkeypatch.setenv("TIDEMARK_DATABASE_OWNER_PASSWORD", "first")
    monkeypatch.setenv("TIDEMARK_DATABASE_APPLICATION_PASSWORD", "second")
    assert main(["database-roles"]) == 0
    psycopg.connect(as_role(superuser, APPLICATION, "second")).close()
    psycopg.connect(as_role(superuser, OWNER, "first")).close()
