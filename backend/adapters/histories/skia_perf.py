"""Skia Perf: the files that it ingests, one for each commit and machine."""

from collections.abc import Iterator, Mapping
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
from backend.adapters.tools.readings import Reading, has_keys, of_object, text_of
from backend.adapters.tools.trackers.reports import SKIA as MEASURED
from backend.domain.catalogue.parameters import Scalar

_NO_TIMES = (
    "Skia Perf's files say no times: without git-log.txt (git log --format='%H %ct %P') beside "
    "them, commits stand in the order of the names of their files."
)


def _sign(files: TrackerFiles) -> str:
    is_here = any(_is_file(one) for _, one in files.documents)
    return "files with git_hash and results, as Skia Perf ingests them" if is_here else ""


def _is_file(document: object) -> bool:
    return has_keys(document, "git_hash", "results") or has_keys(document, "gitHash", "results")


def _rows(files: TrackerFiles) -> HistoryItems:
    if not files.git_log:
        yield _NO_TIMES
    for place, document in files.documents:
        if not _is_file(document):
            continue
        key = {str(name): text_of(said) for name, said in of_object(document.get("key")).items()}
        run = _run(document, key)
        parameters = dict(_parameters(key))
        for item in MEASURED.read(as_tool_text(document)):
            if isinstance(item, Reading):
                here = replace(item, parameters={**parameters, **item.parameters})
                yield TrackedRow(run, replace(here, place=f"{place}{item.place}"))
            else:
                yield Rejected(f"{place}{item.pointer}", item.reason, item.remedy, item.rows)


def _run(document: Mapping[str, Any], key: Mapping[str, str]) -> TrackedRun:
    issue = str(document.get("issue") or "")
    return TrackedRun(
        TrackedCommit(text_of(document.get("git_hash") or document.get("gitHash"))),
        suite=key.get("benchmark", ""),
        testbed=key.get("bot", ""),
        branch="" if issue else key.get("master", ""),
        pull_request=int(issue) if issue.isdecimal() and 0 < int(issue) < 2**63 else None,
    )


def _parameters(key: Mapping[str, str]) -> Iterator[tuple[str, Scalar]]:
    for name, said in key.items():
        if said and name not in {"benchmark", "bot", "master", "test"}:
            yield name, said


SKIA_PERF = TrackerFormat(
    "skia-perf",
    "Skia Perf",
    "tar czf perf.tgz nano-json-v1, the folder that it ingests",
    _sign,
    _rows,
)
