"""Nyrkiö: the results of a test as its API takes and gives them."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from backend.adapters.histories.files import TrackerFiles
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
    rejected,
)
from backend.adapters.loose_fields import UnreadableError, read_number, read_time
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Reading,
    has_keys,
    of_list,
    of_object,
    text_of,
)

_FROM_API = "result"
_DIRECTIONS = {"higher_is_better": HIGHER, "lower_is_better": LOWER}


def _sign(files: TrackerFiles) -> str:
    is_here = any(has_keys(one, "timestamp", "metrics", "attributes") for _, one in files.objects)
    return "results with timestamp, metrics and attributes, as Nyrkiö has them" if is_here else ""


def _rows(files: TrackerFiles) -> HistoryItems:
    for place, one in files.objects:
        if not has_keys(one, "timestamp", "metrics", "attributes"):
            continue
        file = files.names[0] if files.is_one else place.partition(": ")[0]
        test = text_of(one.get("test_name")) or _test_of(file)
        run = _run(one)
        for index, raw in enumerate(of_list(one["metrics"])):
            yield from _metric(run, test, of_object(raw), f"{place}/metrics/{index}")


def _test_of(file: str) -> str:
    """Return the test that a file is named after: the whole path where it came from its API."""
    path = PurePosixPath(file)
    below = path.parts[1:] if path.parts[:1] == (_FROM_API,) else path.parts[-1:]
    return "/".join(below).removesuffix(path.suffix) or "nyrkio"


def _run(one: Mapping[str, Any]) -> TrackedRun:
    """Take the time as that of the commit: so Nyrkiö asks for it."""
    said = of_object(one.get("attributes"))
    commit, repository, branch = (
        _first(said.get(name)) for name in ("git_commit", "git_repo", "branch")
    )
    time = read_time(one.get("timestamp"))
    link = f"{repository.removesuffix('/')}/commit/{commit}" if repository and commit else ""
    return TrackedRun(
        TrackedCommit(commit, time, url=link), branch=branch, measured_at=time,
        testbed=_first(said.get("testbed")),
    )  # fmt: skip


def _first(raw: object) -> str:
    """Return the value of an attribute, which Nyrkiö keeps as a text or as a list of texts."""
    return text_of(next(iter(raw), "")) if isinstance(raw, list) else text_of(raw)


def _metric(run: TrackedRun, test: str, one: Mapping[str, Any], place: str) -> HistoryItems:
    try:
        reading = Reading(
            test, text_of(one.get("unit")), read_number(one.get("value")), text_of(one.get("name")),
            direction=_DIRECTIONS.get(text_of(one.get("direction"))), place=place,
        )  # fmt: skip
    except UnreadableError as fault:
        yield rejected(place, fault)
        return
    yield TrackedRow(run, reading)


NYRKIO = TrackerFormat(
    "nyrkio",
    "Nyrkiö",
    "GET /api/v0/result/{test}, one file for each test, named after it",
    _sign,
    _rows,
)
