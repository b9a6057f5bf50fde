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
    claims_progress,
    configuration,
    first_suites,
    further_suites,
)
from backend.embedded.agent.key import agent_key_file
from backend.embedded.agent.packages import missing_packages, packages_of
from backend.embedded.state import open_state, store_secret, stored_secret
from backend.settings import Settings, inherited_environment


def test_one_suite_is_measured_at_once_every_other_later_and_all_daily() -> None:
    facts: dict[str, str | list[str]] = {"server": "http://h", "suites": ["a", "demo/suites"]}
    told = tomllib.loads(configuration(facts, further_suites()))
    assert told["suites"] == facts["suites"]
    first, *others = told["run"]
    assert (first["suite"], first["on_start"], first["every"]) == (FIRST_SUITE, True, "24h")
    # the profile that a claim is about
    assert first["profile"] == ["engines/engine=smol"]
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


def test_the_progress_line_says_how_many_claims_are_measured_and_which_is_next() -> None:
    claims = first_suites()
    assert list(claims.values())[:2] == [FIRST_SUITE, FIRST_SUITE]
    assert claims_progress("2026-11-26T10:00:00Z 7 suites are planned\n", claims) == []
    said = "2026-11-26T10:00:00Z running runtime-rust (quick mode)\n"
    assert claims_progress(said, claims) == [
        "0 of 5 claims measured, next blocking-threads (runtime-rust)"
    ]
    said += "2026-11-26T10:00:40Z runtime-rust: 24 variants measured, 0 failed\n"
    assert claims_progress(said, claims) == [
        "2 of 5 claims measured, next ring-split (allocator-c)"
    ]
    for suite in claims.values():
        said += f"2026-11-26T10:01:00Z {suite}: 3 variants measured, 1 failed\n"
    assert claims_progress(said, claims) == []


def test_packages_that_suites_wait_for_are_told_with_one_line(tmp_path: Path) -> None:
    def suite(name: str, *needs: tuple[str, str]) -> None:
        (tmp_path / name).mkdir()
        tables = (f'[[needs]]\ncommand = ["{one}"]\nhint = "{hint}"\n' for one, hint in needs)
        (tmp_path / name / "suite.toml").write_text("".join(tables))

    environment = inherited_environment()
    suite("alpha", ("true", "Install truth: package truth."), ("./own", "Build it: package own."))
    assert missing_packages(tmp_path, environment) is None
    suite("beta", ("false", "Install curl with headers: package libcurl4-openssl-dev."))
    suite("gamma", ("no-such-program", "Install Python: packages python3 and python3-venv."))
    (tmp_path / "delta").mkdir()
    (tmp_path / "delta" / "suite.toml").write_text("no manifest")
    assert missing_packages(tmp_path, environment) == (
        "Measured only with more packages: beta, gamma."
        " On Debian: apt-get install libcurl4-openssl-dev python3 python3-venv"
    )


def test_every_need_of_the_suites_names_the_package_that_meets_it() -> None:
    for manifest in WORKSPACE.glob("suites/*/suite.toml"):
        for need in tomllib.loads(manifest.read_text())["needs"]:
            assert packages_of(need["hint"]), (manifest.parent.name, need)


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
