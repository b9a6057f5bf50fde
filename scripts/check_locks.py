"""Fail where a lock file holds an address or lacks a package that pyproject.toml asks for."""

import re
import sys
import tomllib
from pathlib import Path

import audit
import otava
import suite_locks
import traces
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import FRONTEND, ROOT
from python_packages import DEVELOPMENT, INSTALLER, RUNTIME

ADDRESS = re.compile(r"https?://|--(extra-)?index-url|--find-links")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def main() -> int:
    """Print each fault; return the exit code."""
    faults = [*_addresses(), *_missing()]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _addresses() -> list[str]:
    """Find addresses: a lock must install from whatever index the reader uses."""
    own = (RUNTIME, DEVELOPMENT, INSTALLER, audit.LOCK, traces.LOCK, otava.LOCK)
    locks = [*own, *_locks_of_suites()]
    found = [
        f"{lock.name} holds an address; run make lock."
        for lock in locks
        if ADDRESS.search(lock.read_text())
    ]
    pages = FRONTEND / "package-lock.json"
    if pages.is_file() and '"resolved"' in pages.read_text():
        found.append(f"{pages.name} holds addresses; keep omit-lockfile-registry-resolved.")
    return found


def _locks_of_suites() -> list[Path]:
    return sorted(suite_locks.SUITES.glob("*/requirements*.lock"))


def _missing() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    runtime = [*project["project"]["dependencies"]]
    extras = project["project"]["optional-dependencies"]
    runtime += [*extras["mcp"], *extras["server"], *extras["embedded"]]
    runtime.remove("tidemark-bench[mcp]")
    asked = {
        RUNTIME: runtime,
        DEVELOPMENT: [*runtime, *project["dependency-groups"]["dev"]],
        audit.LOCK: audit.ASKED,
        traces.LOCK: traces.asked(),
        otava.LOCK: otava.ASKED,
    }
    for suite in suite_locks.asked():
        asked[suite_locks.lock_of(suite)] = suite.read_text().splitlines()
    found = []
    for lock, requirements in asked.items():
        pinned: dict[str, list[str]] = {}
        for name, version in PINNED.findall(lock.read_text()):
            pinned.setdefault(canonicalize_name(name), []).append(version)
        found += [
            f"{lock.name} does not satisfy {text}; run make lock."
            for text in requirements
            if not _is_satisfied(Requirement(text), pinned)
        ]
    return found


def _is_satisfied(requirement: Requirement, pinned: dict[str, list[str]]) -> bool:
    versions = pinned.get(canonicalize_name(requirement.name), [])
    if requirement.marker:  # one of several pins, each for some versions of Python
        return any(requirement.specifier.contains(each) for each in versions)
    return bool(versions) and all(requirement.specifier.contains(each) for each in versions)


if __name__ == "__main__":
    sys.exit(main())
