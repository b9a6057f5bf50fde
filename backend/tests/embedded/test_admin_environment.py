"""What `tidemark admin` knows of the server that runs here."""

import os
from pathlib import Path

import pytest

from backend.embedded.application import migrate
from backend.embedded.errors import CannotStartError
from backend.embedded.holding import hold
from backend.embedded.shell import environment_of
from backend.embedded.state import StateDir, open_state, secret_of, write_running
from backend.embedded.stores.ports import free_port
from backend.embedded.supervisor import run
from backend.settings import Settings

OUTSIDE = "postgresql+psycopg://tidemark:x@database.example:5432/tidemark"
REDIS = "redis://127.0.0.1:6390/0"


@pytest.fixture
def state(tmp_path: Path) -> StateDir:
    return open_state(tmp_path / "state")


def test_with_the_outside_database_of_the_server_that_runs_here_it_has_its_secret_and_its_redis(
    state: StateDir,
) -> None:
    facts = {"url": "http://127.0.0.1:8750", "database_url": OUTSIDE, "redis_url": REDIS}
    with hold(state):
        write_running(state, facts)
        known = environment_of(state, Settings(database_url=OUTSIDE), ["backup", "file"])
        other = environment_of(state, Settings(database_url=f"{OUTSIDE}2"), ["backup", "file"])
    assert known["TIDEMARK_SECRET"] == secret_of(state, "application")
    assert known["TIDEMARK_REDIS_URL"] == REDIS
    assert "TIDEMARK_SECRET" not in other, "another server has another one"


def test_without_a_database_it_needs_a_server_that_runs_here(state: StateDir) -> None:
    with pytest.raises(CannotStartError, match="No Tidemark runs here"):
        environment_of(state, Settings(), ["backup", "file"])


@pytest.mark.parametrize("name", ["database_direct_url", "database_read_url"])
def test_what_belongs_to_a_database_outside_needs_that_database(state: StateDir, name: str) -> None:
    """Else schema and backups would be those of one database, and the results of another."""
    chosen = Settings().model_copy(update={name: OUTSIDE})
    with pytest.raises(CannotStartError, match=f"TIDEMARK_{name.upper()} is set and"):
        environment_of(state, chosen, ["backup", "file"])
    with pytest.raises(CannotStartError, match=f"TIDEMARK_{name.upper()} is set and"):
        run(state, chosen)


def test_a_database_that_cannot_be_reached_is_named_with_the_reason(state: StateDir) -> None:
    address = f"postgresql+psycopg://tidemark:x@127.0.0.1:{free_port()}/tidemark"
    environment = {"TIDEMARK_DATABASE_URL": address, "PATH": os.defpath}
    with pytest.raises(CannotStartError, match=r"failed: connection failed: .*refused"):
        migrate(state, environment)
