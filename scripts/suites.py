"""The tests of every language, and how many passed."""

import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

import checks
import suite_checks
import web_pages
from places import FRONTEND, PYTHON, ROOT

ARTEFACTS = ROOT / "test-artefacts"
PAGES_PASSED = re.compile(r"Tests\s+.*?(\d+) passed")
RUST_PASSED = re.compile(r"test result: \w+\. (\d+) passed")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(slots=True)
class Tested:
    """What failed, and one line per language."""

    failed: list[str] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)


def run(env: dict[str, str], *, has_rust: bool) -> Tested:
    """Run every test there is a toolchain for.

    Python's wait much of their time for browsers and servers, so the others run beside them.
    """
    with ThreadPoolExecutor(1) as beside:
        others = beside.submit(_test_others, env, has_rust=has_rust)
        tested = _test_python(env, has_rust=has_rust)
        rest = others.result()
    return Tested(tested.failed + rest.failed, tested.counted + rest.counted)


def _test_python(env: dict[str, str], *, has_rust: bool) -> Tested:
    """Show Python's tests while they run."""
    ARTEFACTS.mkdir(exist_ok=True)
    report = ARTEFACTS / "pytest.xml"
    report.unlink(missing_ok=True)
    command = [
        str(PYTHON), "-m", "pytest", "-n", "2", "--dist", "worksteal", "--quiet",
        f"--junitxml={report}",
        *([] if has_rust else ["-m", "not agent"]),
    ]  # fmt: skip
    tested = Tested()
    print("\nPython tests; the others run beside them and are told when they end", flush=True)
    done = subprocess.run(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        tested.failed.append("Python tests")
    if report.is_file():
        tested.counted.append(f"Python and browser tests passed: {_passed_in(report)}.")
    return tested


def _test_others(env: dict[str, str], *, has_rust: bool) -> Tested:
    tested = Tested()
    if web_pages.is_here():
        said = _report(["npm", "run", "--silent", "test"], FRONTEND, env, "page tests", tested)
        tested.counted.append(f"Page tests passed: {_total(PAGES_PASSED, said)}.")
    if has_rust:
        _test_rust(env, tested)
    _test_suites(env, tested)
    return tested


def _test_rust(env: dict[str, str], tested: Tested) -> None:
    total = 0
    for place in checks.rust_places():
        if reason := suite_checks.missing(place, env):
            tested.counted.append(f"Not run: the Rust tests of {place.name}. {reason}")
            continue
        command = ["cargo", "test", "--release", "--quiet", "--locked"]
        said = _report(command, place, env, f"Rust tests of {place.name}", tested)
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
        _report(["make", "--silent", "check"], place, env, name, tested)
        if name not in tested.failed:
            passed.append(place.name)
    tested.counted.append(f"Checks of suites passed: {', '.join(passed) or 'none'}.")


def _report(
    command: list[str], directory: Path, env: dict[str, str], name: str, tested: Tested
) -> str:
    """Run a command, say how it ended, show what it printed only if it failed, and return that."""
    begun = time.monotonic()
    done = subprocess.run(
        command, cwd=directory, env=env, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    said = done.stdout.decode(errors="replace")
    verdict = f"passed in {time.monotonic() - begun:.0f} s"
    if done.returncode:
        tested.failed.append(name)
        verdict = f"failed:\n{said}"
    print(f"\n  {name}: {verdict}", flush=True)
    return COLOURS.sub("", said)


def _total(pattern: re.Pattern[str], text: str) -> int:
    return sum(int(match) for match in pattern.findall(text))


def _passed_in(report: Path) -> int:
    root = ET.parse(report).getroot()  # noqa: S314 - written by our own tests
    parts = [root, *root.iter("testsuite")]
    suite = next(part for part in parts if part.get("tests"))
    bad = sum(int(suite.get(kind, "0")) for kind in ("failures", "errors", "skipped"))
    return int(suite.get("tests", "0")) - bad
