"""What a change touches: tests of its nouns, then those nearest by imports, within a budget."""

import ast
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from places import FRONTEND, ROOT

PACKAGES = ("backend", "workers")
TESTS = "backend.tests."
SLOW = ("browser", "chaos", "embedded", "evaluate", "fuzz")
"""Folders of tests that start whole installations; only `make test` runs them, unless changed."""
BUDGET_S = 90.0
"""Seconds that all chosen tests took when they last ran; two run at a time."""
USUAL_S = 10.0
"""Of a file of tests that was not timed yet."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is run of the tests of Python, and how many files further away are not."""

    files: list[str]
    left: int


def changed_files(base: str = "main") -> list[str]:
    """Return files that differ from the branch that this one left, or from the last step of it."""
    here, there = _git("rev-parse", "HEAD"), _git("merge-base", "HEAD", base)
    since = f"{here}~1" if here == there and not _git("status", "--porcelain") else there
    changed = _git("diff", "--name-only", since).splitlines()
    new = _git("ls-files", "--others", "--exclude-standard").splitlines()
    return sorted({name for name in [*changed, *new] if (ROOT / name).is_file()})


def choose_tests(changed: Sequence[str]) -> Chosen:
    """Choose the files of tests that are nearest to what changed, until the budget is spent."""
    modules = {_module(Path(name)) for name in changed if name.endswith(".py")}
    distances = _distances(modules, _importers())
    seconds = _last_seconds()
    files, spent = [], 0.0
    nouns = {noun for module in modules for noun in module.split(".")[2:-1]}
    # what is asked over HTTP imports nothing of it: tests of the same noun come first
    wanted = sorted(
        (far > 1 and not any(noun in name for noun in nouns), far, name)
        for name, far in distances.items()
        if _is_wanted(name, far)
    )
    for _, far, name in wanted:
        spent += seconds.get(name, USUAL_S)
        if far and spent > BUDGET_S:
            break
        files.append(name.replace(".", "/") + ".py")
    return Chosen(files, len(wanted) - len(files))


def changed_pages(changed: Iterable[str]) -> list[str]:
    """Return changed sources of the pages, as their own folder names them."""
    within = [ROOT / name for name in changed]
    kinds = {".ts", ".tsx"}
    src = FRONTEND / "src"
    return [str(p.relative_to(FRONTEND)) for p in within if p.suffix in kinds and src in p.parents]


def _is_wanted(name: str, far: int) -> bool:
    if not name.startswith(TESTS) or not name.rpartition(".")[2].startswith("test_"):
        return False
    return not far or name.removeprefix(TESTS).partition(".")[0] not in SLOW


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", *words],  # noqa: S607 - as everybody who works here has it
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip()


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _importers() -> dict[str, set[str]]:
    """Return who imports each module, function by function too."""
    found: dict[str, set[str]] = defaultdict(set)
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            module = _module(path.relative_to(ROOT))
            for name in _imported(ast.parse(path.read_bytes())):
                found[name].add(module)
    return found


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _distances(modules: set[str], importers: dict[str, set[str]]) -> dict[str, int]:
    """Return over how many imports each module reaches a changed one."""
    distances, border, far = dict.fromkeys(modules, 0), modules, 0
    while border:
        far += 1
        border = {one for name in border for one in importers.get(name, ())} - distances.keys()
        distances |= dict.fromkeys(border, far)
    return distances


def _last_seconds() -> dict[str, float]:
    """Return how long each file of tests took when all last ran."""
    seconds: dict[str, float] = defaultdict(float)
    report = ROOT / "test-artefacts" / "pytest.xml"
    if report.is_file():
        for case in ET.parse(report).iter("testcase"):  # noqa: S314 - written by our own tests
            seconds[case.get("classname", "")] += float(case.get("time", "0"))
    return seconds
