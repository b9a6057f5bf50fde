"""Data files of ReBench: a line for each measurement, below what each execution was."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from backend.adapters.histories.files import TrackerFiles
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
    rejected,
)
from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number, read_text, read_time
from backend.adapters.tools.readings import Reading, of_object, text_of
from backend.domain.catalogue.parameters import Scalar

_HEADER = "invocation\titeration\tvalue\tunit\tcriterion"
_COLUMNS = ("invocation", "iteration", "value", "unit", "criterion", "benchmark", "executor",
    "suite", "extraArgs", "cores", "inputSize", "varValue", "tag", "machine", "runId")  # fmt: skip
_PARAMETERS = ("executor", "extraArgs", "cores", "inputSize", "varValue", "tag")
_LEAST = 8
_START, _SOURCE, _ENVIRONMENT = "# Execution Start: ", "# Source: ", "# Environment: "


@dataclass(slots=True)
class _Execution:
    """What the head of an execution says."""

    start: str = ""
    source: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, Any] = field(default_factory=dict)


def _sign(files: TrackerFiles) -> str:
    is_here = any(_is_data(files, name) for name in files.names)
    return "invocation, iteration, value, unit and criterion, as ReBench writes" if is_here else ""


def _is_data(files: TrackerFiles, name: str) -> bool:
    head = files.head(name)
    return _HEADER in head or (_START in head and _SOURCE in head)


def _rows(files: TrackerFiles) -> HistoryItems:
    for name in files.names:
        if _is_data(files, name):
            place = "" if files.is_one else f"{name}: "
            yield from _lines(files.text(name), place)


def _lines(text: str, place: str) -> HistoryItems:
    columns: tuple[str, ...] = _COLUMNS
    execution = _Execution()
    runs: dict[tuple[str, str], TrackedRun] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#!"):
            execution, runs = _Execution(), {}
        elif line.startswith("#"):
            _head(execution, line)
        elif line.startswith(_HEADER):
            columns = tuple(line.split("\t"))
        elif line.strip():
            row = dict(zip(columns, line.split("\t"), strict=False))
            yield from _measured(row, execution, runs, f"{place}line {number}")


def _head(execution: _Execution, line: str) -> None:
    if line.startswith(_START):
        execution.start = line.removeprefix(_START).strip()
    elif line.startswith(_SOURCE):
        execution.source = _object(line.removeprefix(_SOURCE))
    elif line.startswith(_ENVIRONMENT):
        execution.environment = _object(line.removeprefix(_ENVIRONMENT))


def _object(text: str) -> dict[str, Any]:
    try:
        return of_object(msgspec.json.decode(text))
    except (msgspec.DecodeError, RecursionError):
        return {}


def _measured(
    row: Mapping[str, str],
    execution: _Execution,
    runs: dict[tuple[str, str], TrackedRun],
    place: str,
) -> HistoryItems:
    if len(row) < _LEAST:
        yield Rejected(place, "the line has too few columns", "Leave it out.")
        return
    of = (row["suite"], row.get("machine", ""))
    run = runs.get(of)
    if run is None:
        run = runs[of] = _run(execution, *of)
    criterion = row["criterion"]
    try:
        reading = Reading(
            row["benchmark"], row["unit"], read_number(row["value"]),
            "" if criterion == "total" else criterion, dict(_parameters(row)), place=place,
        )  # fmt: skip
    except UnreadableError as fault:
        yield rejected(place, fault)
        return
    yield TrackedRow(run, reading)


def _run(execution: _Execution, suite: str, machine: str) -> TrackedRun:
    source = execution.source
    branch = text_of(source.get("branchOrTag")).partition(",")[0].removeprefix("HEAD -> ")
    return TrackedRun(
        TrackedCommit(
            text_of(source.get("commitId")), subject=read_text(source.get("commitMsg")),
            author=read_text(source.get("authorName")),
        ),
        execution.start,
        suite,
        machine,
        text_of(execution.environment.get("hostName")),
        "" if branch == "HEAD" else branch.strip(),
        measured_at=read_time(execution.start),
    )  # fmt: skip


def _parameters(row: Mapping[str, str]) -> Iterator[tuple[str, Scalar]]:
    for name in _PARAMETERS:
        said = row.get(name, "").strip()
        if said and said != "None":
            yield name, int(said) if said.isdecimal() and len(said) < len("1000000000000") else said


REBENCH = TrackerFormat("rebench", "ReBench", "the data file that rebench.conf names", _sign, _rows)
