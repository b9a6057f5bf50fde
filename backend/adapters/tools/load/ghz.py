"""ghz, a load test of gRPC: the JSON of --format json, and what it prints."""

import math
import re
from dataclasses import dataclass, field
from typing import Any

import msgspec

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.load.durations import seconds_of
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
    measured,
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_NAME = "requests"
_OK = "OK"
_SUMMARY = {"Slowest": "latency_max", "Fastest": "latency_min", "Average": "latency_mean"}
_COUNT = re.compile(r"^[ \t]*+Count:[ \t]*+\d", re.MULTILINE)
_LINE = re.compile(r"[ \t]*+(?P<key>[A-Za-z/]++):[ \t]*+(?P<value>[^\r\n]++)")
_SHARE = re.compile(r"(?<![\d.])(?P<share>[\d.]++) % in (?P<value>[\d.]++ [a-zµμ]++)")
_STATUS = re.compile(r"[ \t]*+\[(?P<status>\w++)\][ \t]++(?P<count>\d++) responses?")


def _sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "rps", "statusCodeDistribution", "average", "fastest")
    return "rps, average and statusCodeDistribution, as ghz writes" if is_here else ""


def _read(file: ToolText) -> Items:
    yield from guarded("", file.json, _document)


def _document(fields: dict[str, Any], place: str) -> Items:
    options = of_object(fields.get("options"))
    name = text_of(options.get("call")) or text_of(fields.get("name")) or _NAME
    parameters: dict[str, Scalar] = {}
    for keys, parameter in (
        (("concurrency", "c"), "concurrency"),
        (("connections",), "connections"),
    ):
        count = next((one for key in keys if (one := whole(options.get(key)))), None)
        parameters |= {parameter: count} if count else {}
    yield Reading(
        name, "op/s", figure(fields, "rps"), "throughput", parameters, direction=HIGHER,
        place=f"{place}/rps",
    )  # fmt: skip
    said = of_object(fields.get("statusCodeDistribution"))
    if not optional(said.get(_OK)):
        yield unanswered(name, f"{place}/average", parameters)
    else:
        yield from _latencies(name, parameters, fields, place)
    failed = sum(optional(count) or 0.0 for status, count in said.items() if status != _OK)
    yield Reading(name, "1", failed, "failed_responses", parameters, direction=LOWER, place=place)


def _latencies(
    name: str, parameters: dict[str, Scalar], fields: dict[str, Any], place: str
) -> Items:
    """Read nanoseconds: of each answered call where they are listed, and the summary."""
    calls = [of_object(one) for one in of_list(fields.get("details"))]
    samples = tuple(measured(one.get("latency")) for one in calls if one.get("status") == _OK)
    if any(map(math.isfinite, samples)):
        yield Reading(
            name, "ns", metric="latency", parameters=parameters, samples=samples,
            place=f"{place}/details",
        )  # fmt: skip
    for key, metric in _SUMMARY.items():
        if (value := optional(fields.get(key.lower()))) is not None:
            yield Reading(name, "ns", value, metric, parameters, place=f"{place}/{key.lower()}")
    for raw in of_list(fields.get("latencyDistribution")):
        one = of_object(raw)
        share, value = optional(one.get("percentage")), optional(one.get("latency"))
        if share is not None and value is not None:
            metric, where = percentile_name(f"{share:g}"), f"{place}/latencyDistribution"
            yield Reading(name, "ns", value, metric, parameters, place=where)


def _text_sign(file: ToolText) -> str:
    is_here = _COUNT.search(file.head) and "Requests/sec:" in file.head and "Fastest:" in file.head
    return "lines Count, Fastest and Requests/sec, as ghz prints" if is_here else ""


@dataclass
class _Printed:
    """What was read of a summary; its times count only where a call was answered."""

    name: str = _NAME
    rate: Reading | None = None
    times: list[tuple[str, float, str]] = field(default_factory=list)
    failed: float = 0.0
    answered: bool = False

    def take(self, line: str, place: str) -> None:
        """Take one line."""
        if status := _STATUS.match(line):
            self.answered = self.answered or status["status"] == _OK
            self.failed += 0 if status["status"] == _OK else read_number(status["count"])
        elif share := _SHARE.match(line.strip()):
            value = seconds_of(share["value"].replace(" ", ""))
            self.times.append((percentile_name(share["share"]), value, place))
        elif fact := _LINE.match(line):
            self._fact(fact["key"], fact["value"].strip(), place)

    def _fact(self, key: str, text: str, place: str) -> None:
        if key == "Name":
            self.name = text
        elif key in _SUMMARY:
            self.times.append((_SUMMARY[key], seconds_of(text.replace(" ", "")), place))
        elif key == "Requests/sec":
            value = measured(text)
            self.rate = Reading("", "op/s", value, "throughput", direction=HIGHER, place=place)


def _read_text(file: ToolText) -> Items:
    printed = _Printed()
    for number, line in file.numbered():
        try:
            printed.take(line, f"line {number}")
        except UnreadableError as error:
            yield Rejected(f"line {number}", error.reason, error.remedy)
    name = printed.name
    if printed.rate is not None:
        yield msgspec.structs.replace(printed.rate, benchmark=name)
    if not printed.answered:
        yield unanswered(name, "Status code distribution")
    for metric, value, place in printed.times if printed.answered else ():
        yield Reading(name, "s", value, metric, place=place)
    place = "Status code distribution"
    yield Reading(name, "1", printed.failed, "failed_responses", direction=LOWER, place=place)


GHZ = ToolFormat("ghz", "ghz JSON", _sign, _read)
GHZ_TEXT = ToolFormat("ghz-text", "ghz, printed", _text_sign, _read_text)
