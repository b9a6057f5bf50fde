"""Locust: stats.csv, the JSON of --json, and the table that it prints."""

import re
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.load.unanswered import unanswered
from backend.adapters.tools.load.wrk import percentile_name
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    guarded,
    has_keys,
    of_list,
    of_object,
    optional,
    text_of,
)

_NUMBERS = re.compile(
    r"(?<!\d)(?P<count>\d++)\s++(?P<fails>\d++)\([\d.]++%\)\s*\|\s*(?P<avg>\d++)\s++(?P<min>\d++)\s++(?P<max>\d++)"
    r"\s++(?P<med>\d++)\s*\|\s*(?P<rate>[\d.]++)"
)
_HEADS = (
    "Type,Name,Request Count,Failure Count", "Type,Name,# requests,# failures",
    "Method,Name,# requests,# failures", "Name,# requests,50%,66%,",
)  # fmt: skip
"""Of stats.csv by release; the last is that of the distribution, which old ones wrote apart."""
_TIMES = {
    "Average Response Time": "latency_mean", "Average response time": "latency_mean",
    "Max Response Time": "latency_max", "Max response time": "latency_max",
    "Median response time": "latency_p50",
}  # fmt: skip
_SHARES = (0.5, 0.9, 0.95, 0.99)


def _locust_sign(file: ToolText) -> str:
    first = file.head.partition("\n")[0].replace('"', "")
    return "the head of Locust's stats.csv" if first.startswith(_HEADS) else ""


def _read_locust(file: ToolText) -> Items:
    for number, row in csv_rows(file):
        yield from guarded(f"line {number}", row, _locust_row)


def _locust_row(row: dict[str, str], place: str) -> Items:
    name = " ".join(part for key in ("Type", "Method", "Name") if (part := row[key]))
    if text := row["Requests/s"]:
        rate = read_number(text)
        yield Reading(name, "op/s", rate, "throughput", direction=HIGHER, place=place)
    if text := row["Failure Count"] or row["# failures"]:
        failed = read_number(text)
        yield Reading(name, "1", failed, "failed_responses", direction=LOWER, place=place)
    if optional(row["Request Count"] or row["# requests"]) == 0:
        yield unanswered(name, place)
        return
    for column, metric in _TIMES.items():
        if (value := optional(row.get(column))) is not None:
            yield Reading(name, "ms", value, metric, place=place)
    for column, text in row.items():
        if (
            column
            and column.endswith("%")
            and column != "100%"
            and (value := optional(text)) is not None
        ):
            yield Reading(name, "ms", value, percentile_name(column.removesuffix("%")), place=place)


def _json_sign(file: ToolText) -> str:
    first = next(iter(of_list(file.json)), None)
    is_here = has_keys(first, "num_requests", "num_failures", "response_times")
    return "a list with num_requests and response_times, as locust --json writes" if is_here else ""


def _read_json(file: ToolText) -> Items:
    yield from each("", of_list(file.json), _json_row)


def _json_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    name = " ".join(part for key in ("method", "name") if (part := text_of(fields.get(key))))
    count = read_number(fields.get("num_requests"))
    failed = read_number(fields.get("num_failures"))
    yield Reading(name, "1", failed, "failed_responses", direction=LOWER, place=place)
    begin, end = optional(fields.get("start_time")), optional(fields.get("last_request_timestamp"))
    if begin is not None and end is not None and end > begin:
        rate = count / (end - begin)
        yield Reading(name, "op/s", rate, "throughput", direction=HIGHER, place=place)
    if not count:
        yield unanswered(name, place)
        return
    total = optional(fields.get("total_response_time"))
    if total is not None:
        yield Reading(name, "ms", total / count, "latency_mean", place=place)
    if (most := optional(fields.get("max_response_time"))) is not None:
        yield Reading(name, "ms", most, "latency_max", place=place)
    times = sorted(
        (read_number(key), read_number(times))
        for key, times in of_object(fields.get("response_times")).items()
    )
    for share in _SHARES:
        if times:
            metric = percentile_name(f"{share * 100:g}")
            yield Reading(name, "ms", _percentile(times, share), metric, place=place)


def _percentile(times: list[tuple[float, float]], share: float) -> float:
    """Return the response time that `share` of the requests did not exceed."""
    left = share * sum(count for _, count in times)
    for time, count in times:
        left -= count
        if left <= 0:
            return time
    return times[-1][0]


def _text_sign(file: ToolText) -> str:
    found = re.search(r"^(?:Type)?[ ]+Name[ ]+# reqs[ ]+# fails[ ]+\|", file.head, re.MULTILINE)
    return "the head Type, Name, # reqs, # fails of Locust" if found else ""


def _read_text(file: ToolText) -> Items:
    """Read the last table: Locust prints one every few seconds."""
    rows: dict[str, tuple[int, re.Match[str]]] = {}
    for number, line in file.numbered():
        if found := _NUMBERS.search(line):
            rows[" ".join(line[: found.start()].split())] = (number, found)
    for name, (number, found) in rows.items():
        yield from guarded(f"line {number}", (name, found), _text_row)


def _text_row(row: tuple[str, re.Match[str]], place: str) -> Items:
    name, found = row
    if not name:
        raise UnreadableError("the row has no name", "Send the table as printed.")
    rate = read_number(found["rate"])
    yield Reading(name, "op/s", rate, "throughput", direction=HIGHER, place=place)
    failed = read_number(found["fails"])
    yield Reading(name, "1", failed, "failed_responses", direction=LOWER, place=place)
    if not int(found["count"]):
        yield unanswered(name, place)
        return
    for key, metric in (("avg", "latency_mean"), ("max", "latency_max"), ("med", "latency_p50")):
        yield Reading(name, "ms", read_number(found[key]), metric, place=place)


LOCUST = ToolFormat("locust", "Locust stats.csv", _locust_sign, _read_locust)
LOCUST_JSON = ToolFormat("locust-json", "Locust JSON", _json_sign, _read_json)
LOCUST_TEXT = ToolFormat("locust-text", "Locust, printed", _text_sign, _read_text)
