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

ARTEFACTS = "test-artefacts"
PAGES_PASSED = re.compile(r"Tests\s+.*?(\d+) passed")
RUST_PASSED = re.compile(r"test result: \w+\. (\d+) passed")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
LEAVE, LEFT = "--leave-nightly", "left to make test LONG=1"
"""The option that leaves out tests that are marked as nightly, and the reason they have then."""
SOME_TESTS_FAILED = 1
"""The exit code of pytest when tests ran and failed; others are faults of the run itself."""
WORKERS = 3
"""One more than a small machine has processors: the longest tests mostly wait for others."""
RUN_AGAIN_UP_TO = 3
"""More failures than this are not chance, and are not tried a second time (decision 0139)."""


REPORT, SECOND_REPORT = "pytest.xml", "pytest-again.xml"
BAD = ("failure", "error")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tests of one run passed, and the names of those that failed."""

    passed: int = 0
    failed: tuple[str, ...] = ()
    left: int = 0
    """Tests that are marked as nightly, and were not run."""


@dataclass(slots=True)
class Tested:
    """What failed, and one line per language."""

    failed: list[str] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)


def run(env: dict[str, str], *, has_rust: bool, is_whole: bool) -> Tested:
    """Run every test there is a toolchain for; those marked as nightly only in a whole run.

    Python's wait much of their time for browsers and servers, so the others run beside them.
    """
    with ThreadPoolExecutor(1) as beside:
        others = beside.submit(_test_others, env, has_rust=has_rust)
        selection = _selection(has_rust=has_rust, is_whole=is_whole)
        exit_code = run_pytest(ROOT, env, REPORT, *selection)
        rest = others.result()
    tested = judge(ROOT, env, exit_code)
    return Tested(tested.failed + rest.failed, tested.counted + rest.counted)


def _selection(*, has_rust: bool, is_whole: bool) -> list[str]:
    side_by_side = ["-n", str(WORKERS), "--dist", "worksteal"]
    chosen = side_by_side if is_whole else [*side_by_side, LEAVE]
    return chosen if has_rust else [*chosen, "-m", "not agent"]


def run_pytest(root: Path, env: dict[str, str], report: str, *options: str) -> int:
    """Show Python's tests while they run; return the exit code."""
    path = root / ARTEFACTS / report
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    command = [str(PYTHON), "-m", "pytest", "--quiet", f"--junitxml={path}", *options]
    print("\nPython tests", flush=True)
    return subprocess.run(
        command, cwd=root, env=env, stdin=subprocess.DEVNULL, check=False
    ).returncode


def judge(root: Path, env: dict[str, str], exit_code: int) -> Tested:
    """Count what passed; run a few failures a second time, alone, and name those that pass then."""
    tested = Tested()
    first = _counts_in(root / ARTEFACTS / REPORT)
    passed = first.passed
    have_run = first.passed > 0  # else the run itself went wrong, and its cache names no test
    if have_run and exit_code == SOME_TESTS_FAILED and len(first.failed) <= RUN_AGAIN_UP_TO:
        only_failed = ("--last-failed", "--last-failed-no-failures=none")
        exit_code = run_pytest(root, env, SECOND_REPORT, *only_failed)
        second = _counts_in(root / ARTEFACTS / SECOND_REPORT)
        passed += second.passed
        tested.counted += [
            f"Unstable: {name} failed among the others and passed alone. Mend it."
            for name in first.failed
            if name not in second.failed
        ]
    if exit_code:
        tested.failed.append("Python tests")
    tested.counted.append(f"Python and browser tests passed: {passed}.")
    if first.left:
        tested.counted.append(f"Long tests {LEFT}: {first.left}.")
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


def _counts_in(report: Path) -> Counts:
    """Read how many tests of a JUnit report passed, and which failed; no report is none."""
    if not report.is_file():
        return Counts()
    cases = list(ET.parse(report).getroot().iter("testcase"))  # noqa: S314 - from our own tests
    bad = [case for case in cases if any(case.find(kind) is not None for kind in BAD)]
    failed = {f"{case.get('classname')}::{case.get('name')}": None for case in bad}
    skipped = [one for case in cases if (one := case.find("skipped")) is not None]
    left = sum(one.get("message") == LEFT for one in skipped)
    return Counts(len(cases) - len(bad) - len(skipped), tuple(failed), left)
