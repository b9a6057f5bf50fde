"""What `tidemark admin` knows of the server that runs here."""

from pathlib import Path

import pytest

from backend.embedded.errors import CannotStartError
from backend.embedded.holding import hold
from backend.embedded.shell import environment_of
from backend.embedded.state import StateDir, open_state, secret_of, write_running
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
