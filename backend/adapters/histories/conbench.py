"""Conbench: pages of benchmark results as its API gives them, each with its commit and hardware."""

from collections.abc import Iterator, Mapping
from typing import Any

from backend.adapters.histories.files import TrackerFiles, as_tool_text
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
)
from backend.adapters.history import Rejected
from backend.adapters.loose_fields import read_text, read_time
from backend.adapters.tools.readings import Reading, has_keys, of_list, of_object, text_of
from backend.adapters.tools.trackers.reports import CONBENCH as RESULTS

_NO_COMMIT = "the result is of no commit that Conbench knows"


def _sign(files: TrackerFiles) -> str:
    is_here = any(has_keys(row, "run_id", "commit", "stats") for _, row in _results(files))
    return "results with run_id, commit and stats, as Conbench's API gives" if is_here else ""


def _results(files: TrackerFiles) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for place, document in files.documents:
        page = of_object(document)
        rows = page.get("data") if isinstance(page.get("data"), list) else document
        single = [page] if "stats" in page else []
        for index, row in enumerate(single or of_list(rows)):
            yield f"{place}/data/{index}", of_object(row)


def _rows(files: TrackerFiles) -> HistoryItems:
    for place, row in _results(files):
        commit = of_object(row.get("commit"))
        if not text_of(commit.get("sha")):
            yield Rejected(place, _NO_COMMIT, "Give its commit in Conbench, and export it again.")
            continue
        run = _run(row, commit)
        for item in RESULTS.read(as_tool_text(row)):
            if isinstance(item, Reading):
                yield TrackedRow(run, item)
            else:
                yield Rejected(place, item.reason, item.remedy, item.rows)


def _run(row: Mapping[str, Any], commit: Mapping[str, Any]) -> TrackedRun:
    """Put a commit of the default branch there: it is its own fork point."""
    hardware = of_object(row.get("hardware"))
    is_default = commit.get("fork_point_sha") in (commit.get("sha"), None)
    parent = text_of(commit.get("parent_sha"))
    return TrackedRun(
        TrackedCommit(
            text_of(commit.get("sha")), read_time(commit.get("timestamp")),
            read_text(commit.get("message")), read_text(commit.get("author_name")),
            text_of(commit.get("url")), (parent,) if parent else (),
        ),
        text_of(row.get("run_id")),
        testbed=text_of(hardware.get("name")),
        branch="" if is_default else text_of(commit.get("branch")),
        measured_at=read_time(row.get("timestamp")),
        environment={
            str(name): str(said)
            for name, said in of_object(of_object(hardware.get("info"))).items()
            if isinstance(said, str | int) and said != ""
        },
    )  # fmt: skip


CONBENCH = TrackerFormat(
    "conbench",
    "Conbench",
    "GET /api/benchmark-results/?page_size=1000&cursor=…, page by page",
    _sign,
    _rows,
)
