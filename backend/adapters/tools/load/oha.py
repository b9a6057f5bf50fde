"""oha, hey and ab (ApacheBench)."""

import re
from typing import Any

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
    figure,
    guarded,
    has_keys,
    number_unit,
    of_object,
    optional,
)
from backend.domain.catalogue.parameters import Scalar

_NAME = "requests"
_SUMMARY = {
    "Average": "latency_mean",
    "Slowest": "latency_max",
    "Fastest": "latency_min",
}
_LINE = re.compile(r"^\s*(?P<key>[A-Za-z][\w /+-]*?):\s+(?P<value>[\d.]+)(?:\s*(?P<unit>\S+))?\s*$")
_NO_AVERAGE = re.compile(r"^[ \t]*+Average:[ \t]++NaN secs", re.MULTILINE)
_PERCENTILE = re.compile(
    r"^\s*(?P<share>[\d.]+)%+ in (?P<value>[\d.]+) (?P<unit>secs?|ms|us|ns|s)\s*$"
)
_AB_PERCENTILE = re.compile(r"^\s*(?P<share>\d+)%\s+(?P<value>\d+)(?: \(longest request\))?\s*$")
_BAD_CODES = ("4", "5")
_ENDED = "aborted due to deadline"
"""What `-z` cuts off at its end, about one request of each connection: no failure."""
_AB = {
    "Requests per second": ("throughput", "op/s"),
    "Failed requests": ("failed_responses", "1"),
    "Non-2xx responses": ("non2xx", "1"),
    "Transfer rate": ("bandwidth", "KiB/s"),
}

_COUNT_OF_GHZ = re.compile(r"^[ \t]*+Count:[ \t]++\d", re.MULTILINE)
"""ghz prints lines of the same names."""


def _json_sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "summary", "latencyPercentiles") and has_keys(
        file.json["summary"], "requestsPerSec"
    )
    return (
        "an object with summary.requestsPerSec and latencyPercentiles, as oha writes"
        if is_here
        else ""
    )


def _read_json(file: ToolText) -> Items:
    yield from guarded("", file.json, _document)


def _document(fields: dict[str, Any], place: str) -> Items:
    summary = of_object(fields.get("summary"))
    yield Reading(
        _NAME, "op/s", figure(summary, "requestsPerSec"), "throughput", direction=HIGHER,
        place=f"{place}/summary/requestsPerSec",
    )  # fmt: skip
    for key, metric in _SUMMARY.items():
        if (value := optional(summary.get(key.lower()))) is not None:
            yield Reading(_NAME, "s", value, metric, place=f"{place}/summary/{key.lower()}")
    for key, raw in of_object(fields.get("latencyPercentiles")).items():
        if (value := optional(raw)) is not None:
            metric = percentile_name(str(key).removeprefix("p"))
            yield Reading(_NAME, "s", value, metric, place=f"{place}/latencyPercentiles/{key}")
    failed = sum(
        optional(count) or 0.0
        for code, count in of_object(fields.get("statusCodeDistribution")).items()
        if code[:1] in _BAD_CODES
    ) + sum(
        optional(count) or 0.0
        for what, count in of_object(fields.get("errorDistribution")).items()
        if what != _ENDED
    )
    if "statusCodeDistribution" in fields:
        yield Reading(_NAME, "1", failed, "failed_responses", direction=LOWER, place=place)
    if (value := optional(summary.get("successRate"))) is not None:
        yield Reading(
            _NAME, "ratio", value, "success_rate", direction=HIGHER, place=f"{place}/summary"
        )


def _text_sign(file: ToolText) -> str:
    is_here = re.search(r"^[ \t]*+Requests/sec:\s+[\d.]+", file.head, re.MULTILINE) and re.search(
        r"^[ \t]*+Slowest:\s+[\d.]+", file.head, re.MULTILINE
    )
    if not is_here or _COUNT_OF_GHZ.search(file.head):
        return ""
    return "lines Slowest, Fastest, Average and Requests/sec, as oha and hey print"


def _read_text(file: ToolText) -> Items:
    """Read each line; where hey got no answer, its pace is that of failing."""
    if none := _NO_AVERAGE.search(file.text):
        yield unanswered(_NAME, f"line {file.text.count(chr(10), 0, none.start()) + 1}")
        return
    for number, line in file.numbered():
        place = f"line {number}"
        if found := _PERCENTILE.match(line):
            unit = found["unit"].removesuffix("ecs").removesuffix("ec") or "s"
            value = read_number(found["value"])
            yield Reading(_NAME, unit, value, percentile_name(found["share"]), place=place)
        elif found := _LINE.match(line):
            yield from guarded(place, found, _text_line)


def _text_line(found: re.Match[str], place: str) -> Items:
    key, value = found["key"].strip(), read_number(found["value"])
    if key in _SUMMARY:
        unit = {"secs": "s", "sec": "s", None: "s"}.get(found["unit"], found["unit"] or "s")
        yield Reading(_NAME, unit, value, _SUMMARY[key], place=place)
    elif key == "Requests/sec":
        yield Reading(_NAME, "op/s", value, "throughput", direction=HIGHER, place=place)
    elif key == "Success rate" and found["unit"] == "%":
        yield Reading(_NAME, "ratio", value / 100, "success_rate", direction=HIGHER, place=place)


def _ab_sign(file: ToolText) -> str:
    is_here = re.search(r"^Requests per second:\s", file.head, re.MULTILINE) and re.search(
        r"^Concurrency Level:\s", file.head, re.MULTILINE
    )
    return "lines Concurrency Level and Requests per second, as ab prints" if is_here else ""


def _read_ab(file: ToolText) -> Items:
    """Read each run; a file may hold several, one after the other."""
    lines = list(file.numbered())
    begins = [index for index, (_, line) in enumerate(lines) if line.startswith("Server Hostname:")]
    for begin, end in zip(begins or [0], [*begins[1:], len(lines)], strict=True):
        yield from guarded(f"line {lines[begin][0]}", lines[begin:end], _ab_run)


def _ab_run(lines: list[tuple[int, str]], place: str) -> Items:
    facts = dict(_fact(line) for _, line in lines if ":" in line)
    if "Requests per second" not in facts:
        raise UnreadableError("the run has no line Requests per second", "Send ab's whole output.")
    name = facts.get("Document Path") or _NAME
    level = facts.get("Concurrency Level", "")
    parameters: dict[str, Scalar] = {"concurrency": int(level)} if level.isdecimal() else {}
    for key, (metric, unit) in _AB.items():
        if text := facts.get(key):
            value, _ = number_unit(text.split()[0])
            direction = LOWER if unit == "1" else HIGHER
            yield Reading(name, unit, value, metric, parameters, direction=direction, place=place)
    if text := facts.get("Time per request"):
        value, _ = number_unit(text.split()[0])
        yield Reading(name, "ms", value, "latency_mean", parameters, place=place)
    for number, line in lines:
        if found := _AB_PERCENTILE.match(line):
            metric = percentile_name(found["share"])
            value = read_number(found["value"])
            yield Reading(name, "ms", value, metric, parameters, place=f"line {number}")


def _fact(line: str) -> tuple[str, str]:
    key, _, value = line.partition(":")
    # ab prints “Time per request” twice: the second is across all connections
    is_across = "across all concurrent" in value
    return (f"{key} across" if is_across else key).strip(), value.strip()


OHA = ToolFormat("oha", "oha JSON", _json_sign, _read_json)
OHA_TEXT = ToolFormat("oha-text", "oha and hey, printed", _text_sign, _read_text)
APACHE_BENCH = ToolFormat("ab", "ApacheBench (ab)", _ab_sign, _read_ab)
