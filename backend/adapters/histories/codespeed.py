"""Codespeed: its timeline's answers, the results sent to it, and a dump of its tables."""

from collections.abc import Iterator, Mapping
from datetime import datetime
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
from backend.adapters.loose_fields import UnreadableError, read_number, read_text, read_time
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Reading,
    has_keys,
    of_list,
    of_object,
    optional,
    text_of,
)
from backend.domain.catalogue.metrics import BetterDirection

_MEDIAN_CELLS = 9
"""Of a point of the timeline, where its number is a median."""


def _sign(files: TrackerFiles) -> str:
    if any(has_keys(one, "timelines") for _, one in files.objects):
        return "timelines, as Codespeed's /timeline/json/ gives"
    if any(text_of(one.get("model")).startswith("codespeed.") for _, one in files.objects):
        return "rows of codespeed.result, as dumpdata writes them"
    is_here = any(has_keys(one, "commitid", "executable", "benchmark") for _, one in files.objects)
    return "results with commitid and executable, as Codespeed takes them" if is_here else ""


def _rows(files: TrackerFiles) -> HistoryItems:
    dumped: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {}
    for place, one in files.objects:
        if "timelines" in one:
            for index, line in enumerate(of_list(one["timelines"])):
                yield from _timeline(of_object(line), f"{place}/timelines/{index}")
        elif has_keys(one, "model", "fields"):
            table = text_of(one["model"]).rpartition(".")[2].lower()
            dumped.setdefault(table, {})[str(one.get("pk"))] = place, of_object(one["fields"])
        elif has_keys(one, "commitid", "benchmark"):
            yield from _result(one, place)
    for place, fields in dumped.get("result", {}).values():
        yield from _result(_joined(fields, dumped), place)


def _joined(
    fields: Mapping[str, Any], tables: Mapping[str, Mapping[str, tuple[str, dict[str, Any]]]]
) -> dict[str, Any]:
    """Return a row of a dump as it was sent: with the names of what it points to."""

    def row(table: str, key: object) -> dict[str, Any]:
        return tables.get(table, {}).get(str(key), ("", {}))[1]

    revision = row("revision", fields.get("revision"))
    benchmark = row("benchmark", fields.get("benchmark"))
    executable = row("executable", fields.get("executable"))
    return {
        **fields,
        "commitid": revision.get("commitid"), "revision_date": revision.get("date"),
        "message": revision.get("message"), "author": revision.get("author"),
        "branch": row("branch", revision.get("branch")).get("name"),
        "project": row("project", executable.get("project")).get("name"),
        "executable": executable.get("name"), "benchmark": benchmark.get("name"),
        "units": benchmark.get("units"), "lessisbetter": benchmark.get("lessisbetter"),
        "environment": row("environment", fields.get("environment")).get("name"),
        "result_value": fields.get("value"), "result_date": fields.get("date"),
        "min": fields.get("val_min"), "max": fields.get("val_max"),
    }  # fmt: skip


def _timeline(line: Mapping[str, Any], place: str) -> HistoryItems:
    for branch, executables in of_object(line.get("branches")).items():
        for executable, points in of_object(executables).items():
            here = f"{place}/branches/{branch}/{executable}"
            for index, point in enumerate(of_list(points)):
                known = dict(_cells(of_list(point)))
                row = {**line, **known, "branch": branch, "executable": executable}
                yield from _result(row, f"{here}/{index}")


def _cells(point: list[Any]) -> Iterator[tuple[str, Any]]:
    mean = ("revision_date", "result_value", "std_dev", "commitid", "tag")
    median = ("revision_date", "result_value", "max", "q3", "q1", "min", "commitid", "tag")
    return zip(median if len(point) >= _MEDIAN_CELLS else mean, point, strict=False)


def _result(row: Mapping[str, Any], place: str) -> HistoryItems:
    run = TrackedRun(
        TrackedCommit(
            text_of(row.get("commitid")), _time(row.get("revision_date")),
            read_text(row.get("message")), read_text(row.get("author")),
        ),
        suite=text_of(row.get("project")),
        testbed=text_of(row.get("environment")),
        branch=text_of(row.get("branch")),
        measured_at=_time(row.get("result_date")),
    )  # fmt: skip
    executable = str(row.get("executable") or "")
    low, high = optional(row.get("q1")), optional(row.get("q3"))
    try:
        reading = Reading(
            text_of(row.get("benchmark")), text_of(row.get("units")) or "seconds",
            read_number(row.get("result_value")),
            parameters={"executable": executable} if executable else {},
            low=low if high is not None else None, high=high if low is not None else None,
            sd=optional(row.get("std_dev")), direction=_direction(row.get("lessisbetter")),
            place=place,
        )  # fmt: skip
    except UnreadableError as fault:
        yield rejected(place, fault)
        return
    yield TrackedRow(run, reading, "quartiles")


def _time(raw: object) -> datetime | None:
    """Read “2011/04/13 17:04:22 +0200”, whose slashes no other format has."""
    text = text_of(raw).strip()
    return read_time(text.replace("/", "-") if text[4:5] == "/" else text)


def _direction(raw: object) -> BetterDirection | None:
    if isinstance(raw, bool):
        return LOWER if raw else HIGHER
    said = text_of(raw)
    return LOWER if "less is better" in said else (HIGHER if "more is better" in said else None)


CODESPEED = TrackerFormat(
    "codespeed",
    "Codespeed",
    "GET /timeline/json/?exe=1&ben=grid&env=1&revs=1000, or manage.py dumpdata codespeed",
    _sign,
    _rows,
)
