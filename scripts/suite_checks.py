"""The checks that a suite brings along itself: `make check`, sanitizers included."""

import re
import subprocess
import tomllib
from pathlib import Path

from places import ROOT

AGENTS = ROOT / "bench-agents"
SUITES = AGENTS / "suites"
CHECK = re.compile(r"^check:", re.MULTILINE)


def made() -> list[Path]:
    """Return the suites that have a `make check`, by name."""
    makefiles = sorted(SUITES.glob("*/Makefile"))
    return [file.parent for file in makefiles if CHECK.search(file.read_text())]


def missing(place: Path, env: dict[str, str]) -> str | None:
    """Return what a suite needs and this machine has not got, or nothing."""
    manifest = place / "suite.toml"
    if not manifest.is_file():
        return None
    for need in tomllib.loads(manifest.read_text()).get("needs", []):
        if not _works(need["command"], place, env):
            return need.get("hint") or f"'{' '.join(need['command'])}' does not work."
    return None


def _works(command: list[str], place: Path, env: dict[str, str]) -> bool:
    try:
        done = subprocess.run(
            command, cwd=place, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError:
        return False
    return not done.returncode
