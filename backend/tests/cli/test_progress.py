"""Bars of long work: for who looks on, and for nobody else."""

import os
import pty
import subprocess
import sys

from backend.settings import inherited_environment
from backend.testing.databases import ROOT

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
