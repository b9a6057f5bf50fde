"""What a checkout changes: all of it, also what was changed right after a commit."""

import os
from pathlib import Path

from backend.cli.patches import patch_of
from backend.tests.cli.shell import Shell

SECOND = (1_767_225_600, 1_767_225_600)


def test_a_change_of_the_same_length_in_the_second_of_the_commit_is_seen(tmp_path: Path) -> None:
    """Git compares whole seconds, and reads files that are as young as its index."""
    shell = Shell(tmp_path)
    shell.git("init", "-q", "-b", "main")
    shell.git("config", "core.trustctime", "false")
    file = tmp_path / "walk.c"
    file.write_text("slow\n")
    os.utime(file, SECOND)
    shell.git("add", "walk.c")
    shell.git("commit", "-q", "-m", "Walk")
    os.utime(tmp_path / ".git" / "index", SECOND)
    file.write_text("fast\n")
    os.utime(file, SECOND)
    patch = patch_of(shell.git("rev-parse", "HEAD"), folder=tmp_path)
    assert b"-slow\n+fast\n" in patch.diff
