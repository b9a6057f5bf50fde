"""System packages that suites wait for, and the line that installs them."""

import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

PACKAGES = re.compile(r"packages? ([a-z0-9][a-z0-9.+-]+)(?: and ([a-z0-9][a-z0-9.+-]+))?")
LONGEST_S = 20.0


def missing_packages(suites: Path, environment: Mapping[str, str]) -> str | None:
    """Say which suites wait for which packages; None where no suite does."""
    answers = cache(lambda command: _works(command, environment))
    waiting: dict[str, list[str]] = {}
    for manifest in sorted(suites.glob("*/suite.toml")):
        for command, hint in _needs(manifest):
            if not answers(command):
                for name in packages_of(hint):
                    waiting.setdefault(name, []).append(manifest.parent.name)
    if not waiting:
        return None
    names = sorted({suite for own in waiting.values() for suite in own})
    return (
        f"Measured only with more packages: {', '.join(names)}."
        f" On Debian: apt-get install {' '.join(sorted(waiting))}"
    )


def packages_of(hint: str) -> list[str]:
    """Return the packages that a hint names; of alternatives the first."""
    found = PACKAGES.search(hint)
    return [name.rstrip(".") for name in found.groups() if name] if found else []


def _needs(manifest: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """Return the commands that say whether a suite can run, without those of its own programs."""
    try:
        document: Mapping[str, Any] = tomllib.loads(manifest.read_text())
    except (OSError, ValueError):
        return
    tables: Sequence[Mapping[str, Any]] = [document, *document.get("benchmark", ())]
    for need in (need for table in tables for need in table.get("needs", ())):
        command = tuple(need.get("command", ()))
        if command and "/" not in command[0] and "{" not in "".join(command):
            yield command, need.get("hint", "")


def _works(command: tuple[str, ...], environment: Mapping[str, str]) -> bool:
    try:
        done = subprocess.run(
            command, env=dict(environment), capture_output=True, timeout=LONGEST_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
