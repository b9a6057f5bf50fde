"""The command `.venv/bin/tidemark`, which works from any folder."""

from pathlib import Path

from places import ROOT, VENV

PROGRAM = VENV / "bin" / "tidemark"
TEXT = """#!/bin/sh
# Written by scripts/launcher.py: the package itself is not installed into the environment.
root={root}
: "${{TIDEMARK_STATE_DIR:=$root/.tidemark}}"
export TIDEMARK_STATE_DIR PYTHONPATH="$root"
exec "$root/.venv/bin/python" -m backend.embedded tidemark -- "$@"
"""


def write() -> Path:
    """Write the command where it is missing or belongs to another place."""
    text = TEXT.format(root="'" + str(ROOT).replace("'", "'\\''") + "'")
    if not PROGRAM.exists() or PROGRAM.read_text() != text:
        PROGRAM.write_text(text)
        PROGRAM.chmod(0o755)
    return PROGRAM
