"""autocannon: the JSON of -j, and the tables that it prints."""

import re
from typing import Any

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.load.unanswered import unanswered
from backend.adapters.tools.load.wrk import percentile_name
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    figure,
    guarded,
    has_keys,
    number_unit,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_NAME = "requests"
_RUN = re.compile(r"^Running (?:\S+ test|\d+ requests test) @ (?P<url>\S+)")
_LOAD = re.compile(r"^(?P<connections>\d+) connections(?: with (?P<pipelining>\d+) pipelin)?")
_FAULTS = (
    (re.compile(r"(?<!\d)(\d++) non 2xx responses"), "non2xx"),
    (re.compile(r"^(\d++) errors"), "errors"),
    (re.compile(r"\((\d++) timeouts\)"), "timeouts"),
)
_PLAIN = {"Avg": "mean", "Max": "max", "Min": "min"}


def _sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "requests", "latency", "throughput", "timeouts")
    return (
        "an object with requests, latency, throughput and timeouts, as autocannon writes"
        if is_here
        else ""
    )


def _read(file: ToolText) -> Items:
    yield from guarded("", file.json, _document)


def _document(fields: dict[str, Any], place: str) -> Items:
    name = text_of(fields.get("url")) or text_of(fields.get("title")) or _NAME
    parameters = {
        key: count for key in ("connections", "pipelining") if (count := whole(fields.get(key)))
    }
    requests = of_object(fields.get("requests"))
    yield Reading(
        name, "op/s", figure(requests, "mean" if "mean" in requests else "average"), "throughput",
        parameters, direction=HIGHER, place=f"{place}/requests/mean",
    )  # fmt: skip
    latencies = of_object(fields.get("latency"))
    if 0 in {optional(requests.get("total")), optional(latencies.get("totalCount"))}:
        yield unanswered(name, f"{place}/latency", parameters)
        latencies = {}
    for key, raw in latencies.items():
        if (value := optional(raw)) is None or key in {"average", "stddev", "totalCount"}:
            continue
        is_plain = key in {"mean", "max", "min"}
        metric = f"latency_{key}" if is_plain else percentile_name(key[1:].replace("_", "."))
        yield Reading(name, "ms", value, metric, parameters, place=f"{place}/latency/{key}")
    bandwidth = optional(of_object(fields.get("throughput")).get("mean"))
    if bandwidth is not None:
        yield Reading(name, "B/s", bandwidth, "bandwidth", parameters, place=f"{place}/throughput")
    for key in ("errors", "timeouts", "non2xx"):
        if (value := optional(fields.get(key))) is not None:
            yield Reading(
                name, "1", value, key, parameters, direction=LOWER, place=f"{place}/{key}"
            )


def _text_sign(file: ToolText) -> str:
    lines = [line.strip("│| ") for line in file.head.splitlines()]
    is_here = any(one.startswith("Stat ") for one in lines) and any(
        one.startswith("Req/Sec ") for one in lines
    )
    return "tables with Stat and the row Req/Sec, as autocannon prints" if is_here else ""


def _read_text(file: ToolText) -> Items:
    name, parameters, head = _NAME, dict[str, Scalar](), list[str]()
    for number, line in file.numbered():
        place = f"line {number}"
        cells = _cells(line)
        if found := _RUN.match(line):
            name, parameters, head = found["url"], {}, []
        elif found := _LOAD.match(line):
            parameters = {key: int(text) for key, text in found.groupdict().items() if text}
        elif cells[0] == "Stat":
            head = cells
        elif head and len(cells) == len(head):
            yield from guarded(place, (name, parameters, dict(zip(head, cells, strict=True))), _row)
        elif cells[0] in {"Percentile", "Code"}:
            head = []
        else:
            yield from _faults(line, name, parameters, place)


def _cells(line: str) -> list[str]:
    """Return the cells of a row: between lines of a box, or between spaces, as before 3.0."""
    if "│" in line:
        return [cell.strip() for cell in line.strip().strip("│").split("│")]
    line = line.replace("Latency (ms) ", "Latency (ms)  ", 1)
    return [cell.strip() for cell in re.split(r"\s{2,}", line.strip())]


def _row(row: tuple[str, dict[str, Scalar], dict[str, str]], place: str) -> Items:
    name, parameters, cells = row
    kind, _, own = cells["Stat"].partition(" (")
    if kind not in {"Latency", "Req/Sec", "Bytes/Sec"}:
        raise UnreadableError(f"there is no row {kind[:40]!r}", "Send the tables as printed.")
    if kind != "Latency":
        value, unit = number_unit(cells.get("Avg", ""))
        unit, metric = ("op/s", "throughput") if kind == "Req/Sec" else (f"{unit}/s", "bandwidth")
        yield Reading(name, unit, value, metric, parameters, direction=HIGHER, place=place)
        return
    if {number_unit(cells[column])[0] for column in ("Avg", "Max") if column in cells} == {0.0}:
        yield unanswered(name, place, parameters)
        return
    for column, text in cells.items():
        if column in {"Stat", "Stdev"}:
            continue
        value, unit = number_unit(text)
        named = _PLAIN.get(column)
        metric = f"latency_{named}" if named else percentile_name(column.rstrip("%"))
        yield Reading(name, unit or own.rstrip(")") or "ms", value, metric, parameters, place=place)


def _faults(line: str, name: str, parameters: dict[str, Scalar], place: str) -> Items:
    for pattern, metric in _FAULTS:
        if found := pattern.search(line):
            count = float(found[1])
            yield Reading(name, "1", count, metric, parameters, direction=LOWER, place=place)


AUTOCANNON = ToolFormat("autocannon", "autocannon JSON", _sign, _read)
AUTOCANNON_TEXT = ToolFormat("autocannon-text", "autocannon, printed", _text_sign, _read_text)
