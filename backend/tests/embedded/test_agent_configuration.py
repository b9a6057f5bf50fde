"""What `make up` tells the agent of this machine to do."""

import socket
import subprocess
import tomllib
from pathlib import Path

from sqlalchemy import Engine, text

from backend.embedded.agent.child import (
    DETACHED,
    FIRST_SUITE,
    WORKSPACE,
    branch_of,
    claimed_suites,
    configuration,
    further_suites,
)
from backend.embedded.agent.key import agent_key_file
from backend.embedded.state import open_state, store_secret, stored_secret
from backend.settings import Settings, inherited_environment


def test_one_suite_is_measured_at_once_and_every_other_later_and_daily() -> None:
    told = tomllib.loads(configuration({"server": "http://h"}, further_suites()))
    first, *others = told["run"]
    assert (first["suite"], first["on_start"]) == (FIRST_SUITE, True)
    folders = {file.parent.name for file in WORKSPACE.glob("suites/*/suite.toml")}
    assert {first["suite"], *(run["suite"] for run in others)} == folders
    assert others
    for run in others:
        assert (run["mode"], run["every"]) == ("quick", "24h")
        assert "on_start" not in run
        assert run["after"] == "1m"
    # what decides the claims of the checkout is measured before the rest
    suites = [run["suite"] for run in told["run"]]
    decisive = {FIRST_SUITE, "allocator-c", "bridge-rust-python", "client-c"}
    assert set(suites[: len(decisive)]) == decisive == claimed_suites()


def test_a_checkout_without_a_branch_gets_a_history_of_its_own(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *who, *words], check=True, capture_output=True)

    assert branch_of(tmp_path) == {}
    git("init", "-q", "-b", "main")
    git("commit", "-q", "--allow-empty", "-m", "One")
    assert branch_of(tmp_path) == {}
    git("checkout", "-q", "--detach")
    assert branch_of(tmp_path) == {"branch": DETACHED}


def test_the_key_of_this_machine_is_good_for_its_testbed_alone(
    engine: Engine, settings: Settings, tmp_path: Path
) -> None:
    state = open_state(tmp_path / "state")
    store_secret(state, "agent-key", "of older days")
    environment = inherited_environment(TIDEMARK_DATABASE_URL=settings.database_url)
    file = agent_key_file(state, settings, environment, "main")
    assert agent_key_file(state, settings, environment, "main").read_text() == file.read_text()
    assert stored_secret(state, "agent-key") is None
    with engine.connect() as connection:
        (testbed,) = connection.execute(text("select testbed from api_key")).scalars()
    assert testbed == socket.gethostname()
