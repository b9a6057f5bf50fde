"""fortio JSON, and siege as it prints."""

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
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

_GOOD = re.compile(r"[123]\d\d|OK|SERVING|0")
"""Codes of answers by HTTP and gRPC."""
_SPREAD = {"Avg": "latency_mean", "Min": "latency_min", "Max": "latency_max"}
_SIEGE_LINE = re.compile(r"(?P<key>[A-Z][a-z]++(?: [a-z]++)?):[ \t]++(?P<value>[\d.]++[^\r\n]*+)$")
_SIEGE: dict[str, tuple[str, str, BetterDirection]] = {
    "Transaction rate": ("throughput", "op/s", HIGHER),
    "Throughput": ("bandwidth", "MB/s", HIGHER),
    "Response time": ("latency_mean", "s", LOWER),
    "Longest transaction": ("latency_max", "s", LOWER),
    "Shortest transaction": ("latency_min", "s", LOWER),
    "Failed transactions": ("failed_responses", "1", LOWER),
    "Availability": ("availability", "%", HIGHER),
}
_SIEGE_NEEDED = ("Transactions:", "Availability:", "Transaction rate:", "Concurrency:")


def _sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "RunType", "ActualQPS", "DurationHistogram")
    return "ActualQPS and DurationHistogram, as fortio writes" if is_here else ""


def _read(file: ToolText) -> Items:
    yield from guarded("", file.json, _document)


def _document(fields: dict[str, Any], place: str) -> Items:
    name = text_of(fields.get("URL")) or text_of(fields.get("Destination")) or "requests"
    parameters: dict[str, Scalar] = {}
    if threads := whole(fields.get("NumThreads")):
        parameters["connections"] = threads
    if wanted := text_of(fields.get("RequestedQPS")):
        parameters["requested_qps"] = wanted
    yield Reading(
        name, "op/s", figure(fields, "ActualQPS"), "throughput", parameters, direction=HIGHER,
        place=f"{place}/ActualQPS",
    )  # fmt: skip
    codes = of_object(fields.get("RetCodes"))
    failed = sum(
        optional(count) or 0.0 for code, count in codes.items() if not _GOOD.fullmatch(code)
    )
    here = f"{place}/DurationHistogram"
    answered = any(code != "-1" and optional(count) for code, count in codes.items())
    if codes and not answered:
        yield unanswered(name, here, parameters)
    else:
        yield from _times(name, parameters, of_object(fields["DurationHistogram"]), here)
    if codes:
        yield Reading(
            name, "1", failed, "failed_responses", parameters, direction=LOWER,
            place=f"{place}/RetCodes",
        )  # fmt: skip


def _times(name: str, parameters: dict[str, Scalar], fields: dict[str, Any], place: str) -> Items:
    """Read seconds."""
    for key, metric in _SPREAD.items():
        if (value := optional(fields.get(key))) is not None:
            sd = optional(fields.get("StdDev")) if key == "Avg" else None
            n = whole(fields.get("Count")) if key == "Avg" else None
            yield Reading(
                name, "s", value, metric, parameters, sd=sd, n=n, direction=LOWER,
                place=f"{place}/{key}",
            )  # fmt: skip
    for raw in of_list(fields.get("Percentiles")):
        one = of_object(raw)
        share, value = optional(one.get("Percentile")), optional(one.get("Value"))
        if share is not None and value is not None:
            metric, where = percentile_name(f"{share:g}"), f"{place}/Percentiles"
            yield Reading(name, "s", value, metric, parameters, direction=LOWER, place=where)


def _siege_sign(file: ToolText) -> str:
    is_here = all(one in file.head for one in _SIEGE_NEEDED)
    return "lines Availability, Transaction rate and Concurrency of siege" if is_here else ""


def _read_siege(file: ToolText) -> Items:
    """Read each run; where nothing was answered its times are no times."""
    answered = True
    for number, line in file.numbered():
        place, plain = f"line {number}", line.strip()
        if not (found := _SIEGE_LINE.match(plain)):
            continue
        if found["key"] == "Transactions":
            answered = not found["value"].startswith("0 ")
            if not answered:
                yield unanswered("requests", place)
        elif found["key"] in _SIEGE:
            metric, unit, direction = _SIEGE[found["key"]]
            if answered or unit in {"1", "%"}:
                row = (metric, unit, direction, found["value"])
                yield from guarded(place, row, _siege_row)


def _siege_row(row: tuple[str, str, BetterDirection, str], place: str) -> Items:
    """Read a number with the unit that this release prints: seconds, or milliseconds."""
    metric, unit, direction, text = row
    value, own = number_unit(text)
    if unit == "s" and own not in {"", "secs", "sec", "ms"}:
        raise UnreadableError(f"{text[:40]!r} is no duration", "Send it as siege prints it.")
    yield Reading(
        "requests", "ms" if own == "ms" else unit, value, metric, direction=direction, place=place
    )


FORTIO = ToolFormat("fortio", "fortio JSON", _sign, _read)
SIEGE = ToolFormat("siege", "siege", _siege_sign, _read_siege)
