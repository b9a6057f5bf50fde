"""`make size`: how large the house is, and what its processes cost before they do anything."""

import ast
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from places import PYTHON, ROOT, state_dir
from product import Source, sources
from repeated import repeated
from size_limits import MOST_FILES, files_by_folder

SHORTEST, LONG = 6, 12
"""Equal lines that count as repeated, and as repeated at length."""
PROCESSES = {
    "api": "backend.api.app",
    "worker": "workers.process",
    "beat": "workers.beat",
    "command line": "backend.cli.__main__",
    "supervisor": "backend.embedded.__main__",
}
PROBE = """
import importlib, sys, time
sys.modules["rich"] = None  # of development alone: structlog loads it where it is there
begun = time.perf_counter()
importlib.import_module(sys.argv[1])
seconds = time.perf_counter() - begun
resident = next(line for line in open("/proc/self/status") if line.startswith("VmRSS"))
print(seconds, int(resident.split()[1]) / 1024, len(sys.modules))
"""
PROC = Path("/proc")
LOOKS = 3
"""Imports are timed so often, the fastest counts: the first one may read from a cold disk."""


def main() -> int:
    """Print every measure as a table."""
    found = list(sources())
    for table in (_lines, _folders, _functions, _repetitions):
        print("\n".join(table(found)), end="\n\n")
    print("\n".join(_imports()), end="\n\n", flush=True)
    print("\n".join(_running()))
    return 0


def _lines(found: Sequence[Source]) -> Iterator[str]:
    yield f"{'':<24}{'lines':>9}{'files':>8}{'lines a file, median':>22}{'longest':>9}"
    groups: dict[str, list[int]] = defaultdict(list)
    for source in found:
        groups[f"{source.language} {'tests' if source.is_test else 'product'}"].append(source.lines)
    for name, lines in sorted(groups.items()):
        middle = _at(lines, 0.5)
        yield f"{name:<24}{sum(lines):>9,}{len(lines):>8,}{middle:>22}{max(lines):>9}"


def _folders(found: Sequence[Source]) -> Iterator[str]:
    counts = files_by_folder(found)
    yield f"{'files a folder':<16}{'folders':>9}{'median':>8}{'p90':>6}{'most':>6}  fullest"
    for language, most in MOST_FILES.items():
        here = {folder: n for (folder, kind), n in counts.items() if kind == language}
        fullest = max(here, key=lambda folder: here[folder])
        files = list(here.values())
        yield (
            f"{language:<16}{len(files):>9}{_at(files, 0.5):>8}{_at(files, 0.9):>6}"
            f"{max(files):>6}  {fullest} (limit {most})"
        )


def _functions(found: Sequence[Source]) -> Iterator[str]:
    lengths = [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for source in found
        if source.language == "Python" and not source.is_test
        for node in ast.walk(ast.parse(source.text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    yield f"Python functions: {len(lengths):,}"
    shares = ", ".join(f"p{share * 100:g} {_at(lengths, share)}" for share in (0.5, 0.9, 0.99))
    yield f"lines each: {shares}, longest {max(lengths)}"


def _repetitions(found: Sequence[Source]) -> Iterator[str]:
    product = [source for source in found if not source.is_test]
    pairs = list(repeated(product, SHORTEST))
    long = sorted((pair for pair in pairs if pair.lines >= LONG), key=lambda pair: -pair.lines)
    yield f"repeated runs of {SHORTEST} lines or more: {len(pairs)}, of {LONG} or more: {len(long)}"
    for pair in long[:10]:
        yield (
            f"{pair.lines:>4} lines  {pair.first}:{pair.first_line}"
            f"  {pair.second}:{pair.second_line}"
        )


def _imports() -> Iterator[str]:
    yield f"{'importing':<16}{'seconds':>9}{'MiB':>8}{'modules':>9}"
    for name, module in PROCESSES.items():
        looks = [_imported(module) for _ in range(LOOKS)]
        seconds = min(look[0] for look in looks)
        _, resident, modules = looks[-1]
        yield f"{name:<16}{seconds:>9.2f}{resident:>8.0f}{modules:>9.0f}"


def _imported(module: str) -> tuple[float, float, float]:
    """Return seconds, MiB and modules of one fresh process that imports a module."""
    done = subprocess.run(
        [str(PYTHON), "-c", PROBE, module], cwd=ROOT, check=True, capture_output=True, text=True
    )
    seconds, resident, modules = map(float, done.stdout.split())
    return seconds, resident, modules


def _running() -> Iterator[str]:
    """Name what each running process and its children hold, shared pages counted by their share."""
    files = sorted((state_dir() / "pids").glob("*.json"))
    if not files:
        yield "Nothing runs here; after make up its memory stands here."
        return
    yield f"{'running':<16}{'processes':>10}{'MiB resident':>14}{'MiB proportional':>18}"
    for file in files:
        pids = _family(int(json.loads(file.read_text())["pid"]))
        resident, proportional = (sum(_memory(pid, key) for pid in pids) for key in ("Rss", "Pss"))
        yield f"{file.stem:<16}{len(pids):>10}{resident:>14.0f}{proportional:>18.0f}"


def _family(pid: int) -> list[int]:
    """Return a process and everything below it that is no service of its own."""
    try:
        lists = [file.read_text() for file in (PROC / str(pid) / "task").glob("*/children")]
    except OSError:
        return []
    children = [int(one) for text in lists for one in text.split()]
    return [pid, *(one for child in children for one in _family(child))]


def _memory(pid: int, key: str) -> float:
    try:
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith(f"{key}:")) / 1024


def _at(numbers: Iterable[int], share: float) -> int:
    """Return the smallest number that so large a share is not above."""
    ordered = sorted(numbers)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


if __name__ == "__main__":
    sys.exit(main())
