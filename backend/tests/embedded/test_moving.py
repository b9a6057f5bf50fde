"""Results that move to a PostgreSQL outside, and back, by one command each way."""

from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy.engine import make_url

from backend.embedded.stores.services import Services
from backend.storage.database_urls import driver_url
from backend.storage.whole_database import count_rows
from backend.testing.databases import database_named
from backend.testing.fixtures import empty_database
from backend.tests.embedded.installation import Tidemark

OUTSIDE = "of_somebody"


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
