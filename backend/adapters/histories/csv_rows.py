"""Plain tables: a line for each number, with columns commit, benchmark and value."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from backend.adapters.histories.files import TrackerFiles
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
    rejected,
)
from backend.adapters.loose_fields import UnreadableError, read_number, read_text, read_time
from backend.adapters.tools.readings import Reading
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

_MEANINGS: dict[str, tuple[str, ...]] = {
    "commit": ("commit", "commit_id", "commit_hash", "revision", "sha", "git_commit", "hash"),
    "time": ("commit_time", "time", "timestamp", "date", "datetime", "commit_date"),
    "measured": ("measured_at", "run_at", "started_at"),
    "benchmark": ("benchmark", "benchmark_name", "test", "name"),
    "value": ("value", "result", "mean", "median"),
    "unit": ("unit", "units"),
    "metric": ("metric", "measure"),
    "direction": ("direction", "better"),
    "suite": ("suite",), "branch": ("branch",), "testbed": ("testbed", "machine", "host"),
    "run": ("run", "run_id"), "subject": ("subject", "message"), "author": ("author",),
    "sd": ("stddev", "sd", "std_dev"),
}  # fmt: skip
"""Columns by what they mean, in small letters; all others are parameters."""
_BETTER = {one.value: one for one in BetterDirection} | {
    "smaller": BetterDirection.LOWER, "less": BetterDirection.LOWER, "more": BetterDirection.HIGHER,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Head:
    """The columns of a table by what they mean, and those that are parameters."""

    separator: str
    names: tuple[str, ...]
    columns: Mapping[str, int]
    parameters: Mapping[str, int]


def _head(line: str) -> _Head | None:
    separator = max(",;\t", key=line.count)
    names = tuple(name.strip().strip('"') for name in line.split(separator))
    lowered = {name.lower(): at for at, name in reversed(list(enumerate(names)))}
    columns = {
        meaning: lowered[next(one for one in words if one in lowered)]
        for meaning, words in _MEANINGS.items()
        if any(one in lowered for one in words)
    }
    if not {"commit", "benchmark", "value"} <= columns.keys():
        return None
    taken = set(columns.values())
    others = {name: at for at, name in enumerate(names) if name and at not in taken}
    return _Head(separator, names, columns, others)


def _sign(files: TrackerFiles) -> str:
    is_here = any(_head(_first_line(files, name)) for name in files.names)
    return "a first line with commit, benchmark and value" if is_here else ""


def _first_line(files: TrackerFiles, name: str) -> str:
    return next(iter(files.head(name)[:10_000].splitlines()), "")


def _rows(files: TrackerFiles) -> HistoryItems:
    for name in files.names:
        head = _head(_first_line(files, name))
        if head is not None:
            yield from _table(files.text(name), head, "" if files.is_one else f"{name}: ")


def _table(text: str, head: _Head, place: str) -> HistoryItems:
    reader = csv.reader(io.StringIO(text), delimiter=head.separator)
    try:
        next(reader)
        for cells in reader:
            if any(map(str.strip, cells)):
                yield from _row(head, cells, f"{place}line {reader.line_num}")
    except csv.Error as error:
        fault = UnreadableError(f"this is no table: {error}", "Write it as RFC 4180 says.")
        yield rejected(f"{place}line {reader.line_num}", fault)


def _row(head: _Head, cells: list[str], place: str) -> HistoryItems:
    said = {meaning: cells[at].strip() for meaning, at in head.columns.items() if at < len(cells)}
    deviation = said.get("sd", "")
    try:
        reading = Reading(
            said.get("benchmark", ""), said.get("unit", ""), read_number(said.get("value")),
            said.get("metric", ""), dict(_parameters(head, cells)),
            sd=read_number(deviation) if deviation else None,
            direction=_direction(said.get("direction", "")), place=place,
        )  # fmt: skip
        yield TrackedRow(_run(said), reading)
    except UnreadableError as fault:
        yield rejected(place, fault)


def _direction(text: str) -> BetterDirection | None:
    word = text.lower().partition("_")[0].partition(" ")[0]
    if word and word not in _BETTER:
        raise UnreadableError(f"{text[:40]!r} is no direction", "Write lower, higher or unknown.")
    return _BETTER.get(word)


def _run(said: Mapping[str, str]) -> TrackedRun:
    time = read_time(said.get("time", ""))
    if said.get("time") and time is None:
        raise UnreadableError(
            f"{said['time'][:40]!r} is no time",
            "Write 2024-01-31T12:00:00Z, or seconds since 1970.",
        )
    return TrackedRun(
        TrackedCommit(
            said.get("commit", ""), time, read_text(said.get("subject")),
            read_text(said.get("author")),
        ),
        said.get("run", ""), said.get("suite", ""), said.get("testbed", ""),
        branch=said.get("branch", ""), measured_at=read_time(said.get("measured", "")) or time,
    )  # fmt: skip


def _parameters(head: _Head, cells: list[str]) -> Iterator[tuple[str, Scalar]]:
    for name, at in head.parameters.items():
        text = cells[at].strip() if at < len(cells) else ""
        if text:
            is_whole = text.isdecimal() and len(text) < len("1000000000000")
            yield name, int(text) if is_whole else text


CSV_ROWS = TrackerFormat(
    "csv",
    "a table (.csv, .tsv) of numbers",
    "columns commit, benchmark and value; time, unit, metric, direction, branch, testbed, suite",
    _sign,
    _rows,
)
