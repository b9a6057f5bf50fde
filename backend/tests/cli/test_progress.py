"""Bars of long work: for who looks on, and for nobody else."""

import json
import os
import pty
import subprocess
import sys
import threading

from backend.settings import inherited_environment
from backend.testing.databases import ROOT
from backend.testing.stack import Stack
from backend.tests.cli.shell import Shell

SCRIPT = """
from backend.cli.verb import progress, progress_to
print(sum(progress(range(1, 4), "Sending")))
progress_to(7, iter((0, 3, 3, 7)), "Judging")
"""


def test_a_bar_is_drawn_on_a_terminal_and_nothing_where_there_is_none() -> None:
    environment = inherited_environment(PYTHONPATH=str(ROOT), TERM="xterm")
    command = [sys.executable, "-c", SCRIPT]
    piped = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert (piped.stdout, piped.stderr) == ("6\n", "")
    ours, theirs = pty.openpty()
    watched = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=theirs, check=True, text=True
    )
    os.close(theirs)
    drawn = os.read(ours, 100_000).decode()
    os.close(ours)
    assert watched.stdout == "6\n"
    assert "Sending" in drawn
    assert "Judging" in drawn
    assert "100%" in drawn


def test_an_import_shows_how_much_of_a_long_file_is_sent(server: Stack, shell: Shell) -> None:
    assert server.url
    row = {"name": "walk", "value": 12.5, "unit": "ms", "direction": "lower", "about": "x" * 10_000}
    rows = [row | {"name": f"walk {index}"} for index in range(200)]
    (shell.home / "long.json").write_text(json.dumps(rows))
    asked = (
        "import",
        "long.json",
        "--testbed",
        "box",
        "--branch",
        "main",
        "-p",
        "main",
        "--dry-run",
    )
    assert "Sending" not in shell.run(*asked).err
    ours, theirs = pty.openpty()
    drawn: list[bytes] = []
    reader = threading.Thread(target=_read, args=(ours, drawn))
    reader.start()
    command = [sys.executable, "-P", "-m", "backend.cli", *asked]
    environment = shell.environment(TERM="xterm")
    subprocess.run(command, cwd=shell.home, env=environment, stderr=theirs, check=False)
    os.close(theirs)
    reader.join()
    said = b"".join(drawn).decode()
    assert ("Sending" in said, "100%" in said) == (True, True), said


def _read(terminal: int, into: list[bytes]) -> None:
    """Read what is drawn until nobody draws any more."""
    try:
        while piece := os.read(terminal, 100_000):
            into.append(piece)
    except OSError:
        os.close(terminal)
