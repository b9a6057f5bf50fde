"""Gatling: stats.json, simulation.log up to 3.10, and the summary that it prints."""

import re
from typing import Any

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.load.unanswered import unanswered
from backend.adapters.tools.load.wrk import percentile_name
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    has_keys,
    of_object,
    optional,
    text_of,
)

_ALL = "All Requests"
_GLOBAL = re.compile(r"^-+ Global Information -+")
_ROW = re.compile(
    r"^> (?P<key>[a-z][a-z0-9/. ]*[a-z])(?: \((?P<unit>ms|rps|%)\))?(?P<rest>[ |]+[\d,.-].*)$"
)
_NUMBER = re.compile(r"[\d][\d,.]*")
_PERCENTILE = re.compile(r"^response time (?P<share>[\d.]++)(?:st|nd|rd|th) percentile$")
_TIMES = {
    "mean response time": "latency_mean",
    "max response time": "latency_max",
    "min response time": "latency_min",
}
_RATES = {"mean requests/sec", "mean throughput", "mean requests"}
_STATS = {
    "meanResponseTime": "latency_mean", "maxResponseTime": "latency_max",
    "minResponseTime": "latency_min", "percentiles1": "latency_p50", "percentiles2": "latency_p75",
    "percentiles3": "latency_p95", "percentiles4": "latency_p99",
}  # fmt: skip
"""The percentiles are those of gatling.conf: here its defaults."""
_DEEPEST = 20
_BEFORE_STATE = 4
_LOG = re.compile(r"^RUN\t[^\n]*\n", re.MULTILINE)


def _sign(file: ToolText) -> str:
    root = of_object(file.json)
    stats = of_object(root.get("stats")) or root
    is_here = has_keys(stats, "numberOfRequests", "meanResponseTime")
    return "numberOfRequests and meanResponseTime, as Gatling's stats.json has" if is_here else ""


def _read(file: ToolText) -> Items:
    yield from _tree(file.json, "", _DEEPEST)


def _tree(node: dict[str, Any], place: str, most: int) -> Items:
    stats = of_object(node.get("stats")) or node
    name = text_of(node.get("path")) or text_of(stats.get("name")) or _ALL
    yield from guarded(f"{place}/stats", (name, stats), _stats)
    for key, inner in of_object(node.get("contents")).items():
        if most > 0:
            yield from _tree(of_object(inner), f"{place}/contents/{key}", most - 1)


def _stats(row: tuple[str, dict[str, Any]], place: str) -> Items:
    name, stats = row
    is_answered = _total(stats.get("numberOfRequests")) != 0
    if not is_answered:
        yield unanswered(name, place)
    for key, metric in _STATS.items() if is_answered else ():
        value = _total(stats.get(key))
        if value is not None:
            yield Reading(name, "ms", value, metric, place=f"{place}/{key}")
    if (rate := _total(stats.get("meanNumberOfRequestsPerSecond"))) is not None:
        yield Reading(name, "op/s", rate, "throughput", direction=HIGHER, place=place)
    failed = optional(of_object(stats.get("numberOfRequests")).get("ko"))
    if failed is not None:
        yield Reading(name, "1", failed, "failed_responses", direction=LOWER, place=place)


def _total(raw: object) -> float | None:
    return optional(of_object(raw).get("total") if isinstance(raw, dict) else raw)


def _log_sign(file: ToolText) -> str:
    is_here = _LOG.search(file.head) and re.search(r"^REQUEST\t", file.text, re.MULTILINE)
    return "lines RUN and REQUEST, as Gatling's simulation.log has" if is_here else ""


def _read_log(file: ToolText) -> Items:
    samples: dict[str, list[float]] = {}
    failed: dict[str, int] = {}
    for number, line in file.numbered():
        if line.startswith("REQUEST\t"):
            try:
                _request(line, samples, failed)
            except UnreadableError as error:
                yield Rejected(f"line {number}", error.reason, error.remedy)
    for name, values in samples.items():
        if values:
            yield Reading(name, "ms", metric="latency", samples=tuple(values), direction=LOWER)
        yield Reading(name, "1", float(failed[name]), "failed_responses", direction=LOWER)


def _request(line: str, samples: dict[str, list[float]], failed: dict[str, int]) -> None:
    """Take a request: groups, name, begin, end, OK or KO, after what older versions say first."""
    cells = line.split("\t")
    at = next((i for i, one in enumerate(cells) if one in {"OK", "KO"} and i >= _BEFORE_STATE), 0)
    if not at:
        raise UnreadableError("the line is no request", "Send simulation.log as it was written.")
    begin, end = read_number(cells[at - 2]), read_number(cells[at - 1])
    group = (
        cells[at - _BEFORE_STATE]
        if at > _BEFORE_STATE or cells[at - _BEFORE_STATE] != "REQUEST"
        else ""
    )
    name = f"{group.replace(',', '/')}/{cells[at - 3]}" if group else cells[at - 3]
    failed.setdefault(name, 0)
    taken = samples.setdefault(name, [])
    if cells[at] == "OK":
        taken.append(end - begin)
    else:
        failed[name] += 1


def _text_sign(file: ToolText) -> str:
    is_here = any(map(_GLOBAL.match, file.head.splitlines()))
    return "the heading Global Information of Gatling" if is_here else ""


def _read_text(file: ToolText) -> Items:
    """Read the last summary: Gatling prints one every few seconds."""
    rows: dict[str, tuple[int, str, str]] = {}
    is_in = False
    for number, line in file.numbered():
        if _GLOBAL.match(line):
            is_in = True
        elif line.startswith("---- "):
            is_in = False
        elif is_in and (found := _ROW.match(line)):
            rows[found["key"]] = (number, found["key"], found["rest"])
    for number, key, rest in rows.values():
        yield from guarded(f"line {number}", (key, rest), _text_row)


def _text_row(row: tuple[str, str], place: str) -> Items:
    key, rest = row
    total = _NUMBER.search(rest)
    if total is None:
        return
    value = read_number(total[0].rstrip(",."))
    if found := _PERCENTILE.match(key):
        yield Reading(_ALL, "ms", value, percentile_name(found["share"]), place=place)
    elif key in _TIMES:
        yield Reading(_ALL, "ms", value, _TIMES[key], place=place)
    elif key in _RATES:
        yield Reading(_ALL, "op/s", value, "throughput", direction=HIGHER, place=place)
    elif key == "request count":
        _, is_old, failed = rest.partition("KO=")
        words = (failed if is_old else rest).replace("|", " ").replace(")", " ").split()
        of_failed = (words or ["-"])[0 if is_old else -1]
        count = read_number(of_failed) if of_failed != "-" else 0.0
        yield Reading(_ALL, "1", count, "failed_responses", direction=LOWER, place=place)


GATLING = ToolFormat("gatling", "Gatling stats.json", _sign, _read)
GATLING_LOG = ToolFormat("gatling-log", "Gatling simulation.log", _log_sign, _read_log)
GATLING_TEXT = ToolFormat("gatling-text", "Gatling, printed", _text_sign, _read_text)
