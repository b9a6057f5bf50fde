"""Databases that tests begin with: filled once for a test process, and copied for each test."""

from collections.abc import Callable

import psycopg
from sqlalchemy import Engine
from sqlalchemy.engine import make_url

from backend.domain.people.projects import Project
from backend.services.people.set_up import ensure_project
from backend.storage.engine import make_engine, transaction
from backend.testing.databases import database_named

TEMPLATE = "tidemark_template"
"""The migrated database in which nothing is."""
Filling = Callable[[Engine, Project], None]
"""What a history does to a database whose project `main` is empty."""


class Templates:
    """The filled databases of one test process, by what filled them.

    Filling takes a hundred times as long as copying, and tests that begin with the same history
    read the same rows.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._made: dict[Filling, str] = {}

    def filled(self, filling: Filling) -> str:
        """Return the database that holds what this filling does, made with the first wish."""
        if filling not in self._made:
            made = f"{TEMPLATE}_{len(self._made) + 1}"
            copy_database(self._url, made, TEMPLATE)
            engine = make_engine(database_named(self._url, made), 1)
            with transaction(engine) as session:
                project = ensure_project(session, "main", "Main")
            filling(engine, project)
            engine.dispose()
            self._made[filling] = made
        return self._made[filling]


def copy_database(url: str, name: str, template: str) -> None:
    """Make a database as a copy of another, to which nobody is connected."""
    with psycopg.connect(plain(url), autocommit=True) as connection:
        # files are copied four times as fast as blocks are logged, where nothing is synced
        connection.execute(f"create database {name} template {template} strategy file_copy")


def plain(url: str) -> str:
    """Return an address as psycopg itself reads it, without the name of the driver."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
