"""Whoever reads what a command prints may leave early, as `head` does."""

import os
import subprocess
import sys
from pathlib import Path

from backend.embedded.application import ROOT
from backend.settings import inherited_environment


def test_the_status_is_not_upset_by_a_reader_that_has_gone(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "backend.embedded", "status"], cwd=ROOT, check=False,
        env=inherited_environment() | {"TIDEMARK_STATE_DIR": str(tmp_path / "state")},
        stdout=writing, stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
