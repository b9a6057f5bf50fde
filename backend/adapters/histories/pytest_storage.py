"""Storage of pytest-benchmark: `.benchmarks/<machine>/0001_<commit>.json`, a file for each run."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from msgspec.structs import replace

from backend.adapters.histories.files import TrackerFiles, as_tool_text
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
)
from backend.adapters.history import Rejected
from backend.adapters.loose_fields import read_time
from backend.adapters.tools.readings import Reading, has_keys, of_object, text_of
from backend.adapters.tools.scripts.python_harnesses import PYTEST_BENCHMARK as SAVED


def _sign(files: TrackerFiles) -> str:
    is_here = any(_is_saved(one) for _, one in files.documents)
    return "files with benchmarks and commit_info, as pytest-benchmark saves" if is_here else ""


def _is_saved(document: object) -> bool:
    return has_keys(document, "benchmarks", "commit_info", "datetime")


def _rows(files: TrackerFiles) -> HistoryItems:
    dirty = 0
    for place, document in files.documents:
        if not _is_saved(document):
            continue
        run = _run(document, place)
        dirty += "dirty" in run.environment
        for item in SAVED.read(as_tool_text(document)):
            if isinstance(item, Reading):
                yield TrackedRow(run, replace(item, place=f"{place}{item.place}"))
            else:
                yield Rejected(f"{place}{item.pointer}", item.reason, item.remedy, item.rows)
    if dirty:
        yield f"Runs of changed sources, which are not what their commits hold: {dirty}."


def _run(document: Mapping[str, Any], place: str) -> TrackedRun:
    commit, machine = of_object(document["commit_info"]), of_object(document.get("machine_info"))
    branch = text_of(commit.get("branch"))
    folder = PurePosixPath(place.partition(": ")[0]).parent.name if ": " in place else ""
    facts = {"node": machine.get("node"), "python": machine.get("python_version")}
    dirty = {"dirty": "true"} if commit.get("dirty") is True else {}
    return TrackedRun(
        TrackedCommit(text_of(commit.get("id")), read_time(commit.get("time"))),
        text_of(document.get("datetime")),
        else_testbed=folder or text_of(machine.get("node")),
        branch="" if branch.startswith("(") else branch,
        measured_at=read_time(document.get("datetime")),
        environment={**{name: text_of(said) for name, said in facts.items() if said}, **dirty},
    )


PYTEST_STORAGE = TrackerFormat(
    "pytest-benchmark",
    "the storage of pytest-benchmark",
    "tar czf benchmarks.tgz .benchmarks",
    _sign,
    _rows,
)
