"""A checkout as `make up` finds it, whose suites take seconds: small programs, few releases."""

import json
import random
import shutil
import socket
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tidemark_demo import reports
from tidemark_demo.catalogue import Package, Release, load
from tidemark_demo.cli import main
from tidemark_demo.rounds import Failure, Outcome

from backend.embedded.state import StateDir
from backend.testing.databases import ROOT

NOT_COPIED = ("tests", ".*", "__pycache__")
PARTS = ("backend", "workers", "migrations", "bench-agents/demo")
FILES = (".gitignore", "pyproject.toml", "bench-agents/Cargo.toml", "bench-agents/rules.toml")
SWEEP = """
name = "runtime-rust"
summary = "A program that waits, by the limit of its pool"
language = "shell"
version = { command = ["echo", "1"] }

[modes.quick]
rounds = 1
warmup = 0

[modes.full]
rounds = 9
warmup = 0

[[benchmark]]
name = "engines"
command = ["sleep", "0.01"]
metrics = ["wall_time"]
parameters = { engine = ["smol"] }

[[benchmark]]
name = "blocking_threads"
command = ["sh", "pool.sh", "{blocking_max_threads}"]
metrics = ["wall_time"]
parameters = { blocking_max_threads = [1, 2, 4, 8] }
sweep = ["blocking_max_threads"]

[[sweep]]
benchmark = "blocking_threads"
parameter = "blocking_max_threads"
default = 8
"""
POOL = """
case $1 in 1) sleep 0.3 ;; 2) sleep 0.12 ;; 4) sleep 0.1 ;; *) sleep 0.2 ;; esac
"""
"""One round tells nothing; some more find the best value."""
OLD_CARGO = "#!/bin/sh\necho cargo 1.60.0\n"
"""The agent is built already; a Rust that is too old leaves it as it is."""
RELEASE = """
import time
import unicodedata


def spend(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def wcwidth(character):
    if unicodedata.combining(character):
        return 0
    return 1 + (unicodedata.east_asian_width(character) == "W")


def wcswidth(text):
    spend({line})
    return sum(map(wcwidth, text))


time.sleep(0.25)  # so that a job lasts; no processor time
spend({load})
"""
AUTHOR = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
LOAD_S, LINE_S = 0.020, 0.0002
"""Processor time of loading the package, and of one line, in old releases."""
RISE = 2.0
LAST_GOOD, UNMEASURED, FIRST_SEEN = "0.5.0", "0.5.2", "0.5.3"
"""The release between could not be measured, and it is the one that made loading slow."""
NEWEST = "0.9.4"
"""Only this one is slow on wide lines: nothing but a suspicion."""


def make_checkout(home: Path, agent: Path) -> Path:
    """Copy what an installation runs, with one small suite; commit that."""
    shutil.rmtree(home, ignore_errors=True)
    for part in PARTS:
        shutil.copytree(ROOT / part, home / part, ignore=shutil.ignore_patterns(*NOT_COPIED))
    for file in FILES:
        shutil.copy(ROOT / file, home / file)
    suite = home / "bench-agents" / "suites" / "runtime-rust"
    suite.mkdir(parents=True)
    (suite / "suite.toml").write_text(SWEEP)
    (suite / "pool.sh").write_text(POOL)
    program = home / "bench-agents" / "target" / "release" / agent.name
    program.parent.mkdir(parents=True)
    shutil.copy(agent, program)
    for words in ("init -q -b main", "add bench-agents", "commit -q -m One"):
        subprocess.run(["git", *AUTHOR, *words.split()], cwd=home, check=True)
    return home


def old_cargo(folder: Path) -> Path:
    """Return a folder for PATH whose cargo builds nothing."""
    folder.mkdir()
    program = folder / "cargo"
    program.write_text(OLD_CARGO)
    program.chmod(0o755)
    return folder


def install_releases(state: Path) -> None:
    """Put the releases in question where the demo would have installed them."""
    newest = _wcwidth().releases[-2:]
    assert newest[-1].version == NEWEST
    for version in (LAST_GOOD, UNMEASURED, FIRST_SEEN, *(one.version for one in newest)):
        home = state / "demo" / "environments" / f"wcwidth-{version}"
        (home / f"wcwidth-{version}.dist-info").mkdir(parents=True)
        load_s, line_s = _levels(_named(version))
        text = RELEASE.format(load=load_s, line=line_s)
        (home / "wcwidth.py").write_text(text)


def upload_history(state: StateDir, url: str, key: str) -> None:
    """Upload what `make demo` would have measured, as it does."""
    folder = state.demo / "reports"
    folder.mkdir()
    for release, report in _history(socket.gethostname()):
        (folder / reports.file_name(release)).write_text(json.dumps(report))
    file = state.demo / "key"
    file.write_text(key)
    words = ["--server", url, "--project", "main", "--key-file", str(file)]
    assert main([*words, "--identity", str(state.identity), "--reports", str(folder)]) == 0


def _history(machine: str) -> Iterator[tuple[Release, reports.Document]]:
    """Give a report of each release: two changes, and one release that failed between."""
    noise = random.Random(1)  # noqa: S311 - noise
    ended = datetime.now(UTC)
    session = reports.Session(
        testbed=machine, machine=machine, seed=1, rounds=5,
        began=ended - timedelta(minutes=5), ended=ended,
    )  # fmt: skip
    for release in _wcwidth().releases:
        outcome = Outcome(samples=_samples(release, noise))
        if release.version == UNMEASURED:
            outcome = Outcome(crash=Failure("crash", "could not be measured"))
        measured = reports.Measured(outcome)
        yield release, reports.document(_wcwidth(), release, measured, session)


def _samples(release: Release, noise: random.Random) -> dict[str, dict[str, list[float]]]:
    load_s, line_s = _levels(release)
    return {
        name: {"cpu_time": [noise.gauss(level, 0.01 * level) for _ in range(5)]}
        for name, level in (("import", load_s), ("wide_lines", 30 * line_s))
    }


def _levels(release: Release) -> tuple[float, float]:
    is_slow, is_newest = release.number >= _named(UNMEASURED).number, release.version == NEWEST
    return LOAD_S * (RISE if is_slow else 1.0), LINE_S * (RISE if is_newest else 1.0)


def _named(version: str) -> Release:
    return next(one for one in _wcwidth().releases if one.version == version)


def _wcwidth() -> Package:
    return next(one for one in load() if one.name == "wcwidth")
