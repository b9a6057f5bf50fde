"""One installation from its first start to its last: what a person at the terminal relies on."""

import os
import re
import signal
import socket
import urllib.request

import pytest

from backend.embedded.identity import read_pid
from backend.tests.embedded.installation import Tidemark

pytestmark = pytest.mark.chaos


def test_it_starts_keeps_its_children_running_and_stops_without_a_trace(tidemark: Tidemark) -> None:
    said = tidemark.up()
    assert f"Open http://127.0.0.1:{tidemark.port}/sign-in?token=" in said

    code, refused = tidemark.command("up")
    assert code == 1
    assert refused.strip().count("\n") == 0
    assert "already runs" in refused
    assert str(tidemark.port) in refused

    beat = read_pid(tidemark.state.pids / "beat.json")
    assert beat
    os.kill(beat.pid, signal.SIGKILL)
    tidemark.wait_until_it_says("beat ended (killed by SIGKILL")
    with urllib.request.urlopen(f"http://127.0.0.1:{tidemark.port}/api/v1/health") as answer:
        assert answer.status == 200

    assert tidemark.interrupt() == 0
    assert "Traceback" not in tidemark.said.read_text()
    assert tidemark.processes() == []
    assert list(tidemark.state.pids.iterdir()) == []
    private = [tidemark.state.path, *(tidemark.state.path / "secrets").iterdir()]
    assert all(path.stat().st_mode & 0o077 == 0 for path in private)


def test_results_survive_a_killed_supervisor_and_nothing_of_it_lives_on(tidemark: Tidemark) -> None:
    tidemark.up()
    with tidemark.connect() as connection:
        connection.execute("create table kept (number integer)")
        connection.execute("insert into kept values (42)")
    before = tidemark.processes()
    tidemark.kill_supervisor()

    tidemark.up()
    with urllib.request.urlopen(f"http://127.0.0.1:{tidemark.port}/api/v1/ready") as ready:
        assert ready.status == 200, "what says that it is up is ready"
    assert not set(before) & set(tidemark.processes())
    with tidemark.connect() as connection:
        assert connection.execute("select number from kept").fetchall() == [(42,)]
    code, said = tidemark.command("status")
    assert code == 0
    assert all(name in said for name in ("supervisor", "postgres", "valkey", "api", "worker"))
    database = r"\n  Database: embedded 127\.0\.0\.1:\d+/tidemark\n"
    assert re.search(database, said), "where the results are, without the password"
    started, tidemark.port = tidemark.port, "1"  # a shell that does not know the port of the start
    assert "does not answer" not in tidemark.command("status")[1]
    tidemark.port = started
    code, said = tidemark.command("down")
    assert (code, said) == (0, "Tidemark is stopped; its results are kept.\n")
    assert tidemark.processes() == []


def test_a_taken_port_is_said_with_its_holder_and_another_choice(tidemark: Tidemark) -> None:
    with socket.create_server(("127.0.0.1", int(tidemark.port))):
        code, said = tidemark.command("up")
    assert code == 1
    assert f"Port {tidemark.port} on 127.0.0.1 is taken by process {os.getpid()}" in said
    assert f"TIDEMARK_PORT={int(tidemark.port) + 1} make up" in said
    assert not (tidemark.state.path / "postgres").exists()


@pytest.mark.parametrize(
    ("port", "sentence"),
    [
        ("many", "TIDEMARK_PORT: Input should be a valid integer"),
        (70_000, "There is no port 70000."),
    ],
)
def test_a_wrong_setting_is_named(tidemark: Tidemark, port: int | str, sentence: str) -> None:
    tidemark.port = port
    code, said = tidemark.command("up")
    assert code == 1
    assert sentence in said
    assert said.strip().count("\n") == 0


def test_reset_deletes_only_after_a_confirmation(tidemark: Tidemark) -> None:
    tidemark.command("status")
    code, said = tidemark.command("reset")
    assert code == 1
    assert "Nothing was changed" in said
    assert tidemark.state.path.exists()
    code, said = tidemark.command("reset", "--force")
    assert (code, "make up starts with an empty installation." in said) == (0, True), said
    assert not tidemark.state.path.exists()


def test_reset_leaves_the_compiled_detector_and_nothing_else(tidemark: Tidemark) -> None:
    tidemark.command("status")
    (tidemark.state.path / "results").mkdir()
    compiled = tidemark.state.path / "numba" / "screen.nbc"
    compiled.parent.mkdir()
    compiled.write_text("code")
    assert tidemark.command("reset", "--force")[0] == 0
    assert [*tidemark.state.path.rglob("*")] == [compiled.parent, compiled]


def test_reset_keeps_the_secrets_of_results_that_stay_outside(tidemark: Tidemark) -> None:
    tidemark.extra["TIDEMARK_DATABASE_URL"] = "postgresql+psycopg://ada:word@there:5432/results"
    tidemark.command("status")
    secret = tidemark.state.path / "secrets" / "application"
    secret.parent.mkdir()
    secret.write_text("words")
    code, said = tidemark.command("reset", "--force")
    assert (code, "The results in there:5432/results stay" in said) == (0, True), said
    assert ("word@" in said, "empty installation" in said) == (False, False)
    assert [*tidemark.state.path.rglob("*")] == [secret.parent, secret]


def test_a_state_directory_that_cannot_be_made_is_said_in_one_sentence(tidemark: Tidemark) -> None:
    tidemark.state.path.write_text("a file where the directory should be")
    code, said = tidemark.command("up")
    assert code == 1
    assert said.strip().count("\n") == 0
    assert str(tidemark.state.path) in said
