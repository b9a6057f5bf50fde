"""The commands `.venv/bin/tidemark` and `.venv/bin/tidemark-agent`, which work from any folder."""

from pathlib import Path

from places import ROOT, VENV

PROGRAM = VENV / "bin" / "tidemark"
TEXT = """#!/bin/sh
# Written by scripts/launcher.py: the package itself is not installed into the environment.
root={root}
: "${{TIDEMARK_STATE_DIR:=$root/.tidemark}}"
export TIDEMARK_STATE_DIR PYTHONPATH="$root"
exec "$root/.venv/bin/python" -P -m backend.cli "$@"
"""

AGENT = VENV / "bin" / "tidemark-agent"
AGENT_TEXT = """#!/bin/sh
# Written by scripts/launcher.py: the agent of this checkout, as it was built last.
root={root}
agent="$root/bench-agents/target/release/tidemark-agent"
if [ ! -x "$agent" ]; then
  echo "The agent is not built yet. make up builds it in the background, make status shows it" >&2
  echo "while it does; make measure builds it at once." >&2
  exit 2
fi
: "${{TIDEMARK_STATE_DIR:=$root/.tidemark}}"
export TIDEMARK_STATE_DIR
exec "$agent" "$@"
"""


def write() -> None:
    """Write the commands where they are missing or belong to another place."""
    root = "'" + str(ROOT).replace("'", "'\\''") + "'"
    _write(PROGRAM, TEXT.format(root=root))
    _write(AGENT, AGENT_TEXT.format(root=root))


def _write(program: Path, text: str) -> None:
    if not program.exists() or program.read_text() != text:
        program.write_text(text)
        program.chmod(0o755)
