"""What `make test` leaves to `make test LONG=1` names what holds the same promise meanwhile."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import suites

from backend.testing.databases import ROOT
from backend.testing.runs.nightly import LEAVE, LEFT, NIGHTLY

TESTS = ROOT / "backend" / "tests"
LEFT_OUT = "chaos/test_faults_under_load.py"
FILES = {str(file.relative_to(TESTS)): file.read_text() for file in TESTS.rglob("test_*.py")}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for name, text in FILES.items():
        if f"mark.{NIGHTLY}" in text:
            yield name, ast.parse(text)


def is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == NIGHTLY


def named_by(call: ast.Call) -> list[str]:
    """Return the tests that a mark names; a mark that is written in another way names none."""
    if call.args or [one.arg for one in call.keywords] != ["shorter"]:
        return []
    return list(ast.literal_eval(call.keywords[0].value))


def left_whole(name: str, tree: ast.Module) -> set[str]:
    """Return the tests of a file that are left out with all their parameters."""
    return {
        f"{name}::{node.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(is_mark(part) for part in decorators(node))
    }


def decorators(test: ast.FunctionDef) -> list[ast.AST]:
    """Return what decorates a test; marks of single parameters stand in the arguments of these."""
    return [one.func if isinstance(one, ast.Call) else one for one in test.decorator_list]


def test_each_names_shorter_tests_that_every_run_has() -> None:
    found = dict(trees())
    left = {test for name, tree in found.items() for test in left_whole(name, tree)}
    assert left
    for name, tree in found.items():
        calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and is_mark(n.func)]
        marks = [node for node in ast.walk(tree) if is_mark(node)]
        assert len(calls) == len(marks), f"{name}: a mark without its reason"
        for call in calls:
            shorter = named_by(call)
            assert shorter, f"{name}, line {call.lineno}: it names no shorter test"
            for one in shorter:
                file, _, function = one.partition("::")
                assert f"\ndef {function}(" in FILES.get(file, ""), f"{name}: {one} is not there"
                assert one not in left, f"{name}: {one} is left out as well"


def test_marks_stand_at_tests_and_not_at_whole_modules() -> None:
    for name, tree in trees():
        for node in tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
                assert not any(is_mark(part) for part in ast.walk(node)), name


def test_what_is_left_is_counted_at_the_end(tmp_path: Path) -> None:
    report = tmp_path / suites.ARTEFACTS / suites.REPORT
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}",
        suites.LEAVE, str(TESTS / LEFT_OUT),
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert suites.judge(tmp_path, {}, done.returncode).counted == [
        "Python and browser tests passed: 0.",
        "Long tests left to make test LONG=1: 1.",
    ]
    assert (LEAVE, LEFT) == (suites.LEAVE, suites.LEFT), "scripts cannot import the plugin"
