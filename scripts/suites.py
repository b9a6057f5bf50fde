"""The tests of every language, shown while they run, and how many passed."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

import checks
import suite_checks
import web_pages
from places import FRONTEND, PYTHON, ROOT

ARTEFACTS = ROOT / "test-artefacts"
NO_RUST = "Not run: everything of the agent, since Rust or a C compiler is missing."
PAGES_PASSED = re.compile(r"Tests\s+.*?(\d+) passed")
RUST_PASSED = re.compile(r"test result: \w+\. (\d+) passed")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(slots=True)
class Tested:
    """What failed, and one line per language."""

    failed: list[str] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)


def run(env: dict[str, str], *, has_rust: bool) -> Tested:
    """Run every test there is a toolchain for."""
    tested = Tested()
    _test_python(env, tested, has_rust=has_rust)
    if web_pages.is_here():
        said = _show(["npm", "run", "--silent", "test"], FRONTEND, env, "page tests", tested)
        tested.counted.append(f"Page tests passed: {_total(PAGES_PASSED, said)}.")
    if has_rust:
        _test_rust(env, tested)
    else:
        tested.counted.append(NO_RUST)
    _test_suites(env, tested)
    return tested


def _test_python(env: dict[str, str], tested: Tested, *, has_rust: bool) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    report = ARTEFACTS / "pytest.xml"
    report.unlink(missing_ok=True)
    command = [
        str(PYTHON), "-m", "pytest", "-n", "2", "--dist", "worksteal", "--quiet",
        f"--junitxml={report}",
        *([] if has_rust else ["-m", "not agent"]),
    ]  # fmt: skip
    _show(command, ROOT, env, "Python tests", tested)
    if report.is_file():
        tested.counted.append(f"Python and browser tests passed: {_passed_in(report)}.")


def _test_rust(env: dict[str, str], tested: Tested) -> None:
    total = 0
    for place in checks.rust_places():
        if reason := suite_checks.missing(place, env):
            tested.counted.append(f"Not run: the Rust tests of {place.name}. {reason}")
            continue
        command = ["cargo", "test", "--quiet", "--locked"]
        said = _show(command, place, env, f"Rust tests of {place.name}", tested)
        total += _total(RUST_PASSED, said)
    tested.counted.append(f"Rust tests passed: {total}.")


def _test_suites(env: dict[str, str], tested: Tested) -> None:
    """Let suites in other languages check themselves, plainly and under sanitizers."""
    passed = []
    for place in suite_checks.made():
        if reason := suite_checks.missing(place, env):
            tested.counted.append(f"Not run: the checks of {place.name}. {reason}")
            continue
        name = f"checks of {place.name}"
        _show(["make", "--silent", "check"], place, env, name, tested)
        if name not in tested.failed:
            passed.append(place.name)
    tested.counted.append(f"Checks of suites passed: {', '.join(passed) or 'none'}.")


def _show(
    command: list[str], directory: Path, env: dict[str, str], name: str, tested: Tested
) -> str:
    """Run a command, pass on what it prints, and return it."""
    print(f"\n{name}", flush=True)
    process = subprocess.Popen(
        command, cwd=directory, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    said = bytearray()
    with process:
        while process.stdout and (part := os.read(process.stdout.fileno(), 65_536)):
            said += part
            sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()
    if process.returncode:
        tested.failed.append(name)
    return COLOURS.sub("", said.decode(errors="replace"))


def _total(pattern: re.Pattern[str], text: str) -> int:
    return sum(int(match) for match in pattern.findall(text))


def _passed_in(report: Path) -> int:
    root = ET.parse(report).getroot()  # noqa: S314 - written by our own tests
    parts = [root, *root.iter("testsuite")]
    suite = next(part for part in parts if part.get("tests"))
    bad = sum(int(suite.get(kind, "0")) for kind in ("failures", "errors", "skipped"))
    return int(suite.get("tests", "0")) - bad
