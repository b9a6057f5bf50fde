"""k6: summaries in JSON and as printed, and the points of --out json and --out csv."""

import re
from dataclasses import dataclass, field
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number, read_time
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.load.durations import seconds_of
from backend.adapters.tools.load.unanswered import unanswered
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    number_unit,
    of_list,
    of_object,
    optional,
    text_of,
)
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

_NAME = "requests"
_DIRECTIONS: dict[str, BetterDirection] = {
    "http_reqs": HIGHER, "iterations": HIGHER, "checks": HIGHER, "checks_succeeded": HIGHER,
    "http_req_failed": LOWER, "checks_failed": LOWER, "data_received": HIGHER, "data_sent": HIGHER,
    "dropped_iterations": LOWER, "checks_total": HIGHER, "ws_sessions": HIGHER,
    "ws_msgs_sent": HIGHER, "ws_msgs_received": HIGHER, "grpc_streams": HIGHER,
    "grpc_streams_msgs_sent": HIGHER, "grpc_streams_msgs_received": HIGHER,
    "browser_data_sent": HIGHER, "browser_data_received": HIGHER,
}  # fmt: skip
_OF_ANSWERS = {"http_req_duration", "http_req_waiting", "grpc_req_duration"}
"""Times that are 0 only where nothing answered."""
_LEFT = {"vus", "vus_max"}
_TAGGED = re.compile(r"^(?P<name>[^{\s]+)\{(?P<tags>[^}]*)\}$")
_LINE = re.compile(r"^\s*+(?:[✓✗] )?(?P<name>\w++|\{[^}]*+\})\.{3,}+: (?P<rest>.*)$")
_SECTION = re.compile(r"^\s*█ (?P<kind>[A-Z ]+?)(?:: (?P<name>.+))?$")


def _metrics_of(file: ToolText) -> list[tuple[str, str, dict[str, Any]]]:
    """Return place, name and fields of each metric, in each shape of a summary."""
    root = of_object(file.json)
    metrics = root.get("metrics")
    if isinstance(metrics, dict):
        return [(f"/metrics/{name}", str(name), of_object(one)) for name, one in metrics.items()]
    listed = of_list(of_object(root.get("results")).get("metrics"))
    return [
        (f"/results/metrics/{index}", text_of(one.get("name")), one)
        for index, one in enumerate(map(of_object, listed))
    ]


def _sign(file: ToolText) -> str:
    names = {name for _, name, _ in _metrics_of(file)}
    is_here = bool(names & {"iterations", "http_reqs", "iteration_duration"})
    return "metrics with iterations or http_reqs, as a k6 summary has" if is_here else ""


def _read(file: ToolText) -> Items:
    """Read each shape of a summary: values under `values`, or at the metric itself."""
    for place, name, fields in _metrics_of(file):
        plain, parameters = _tags(name)
        if plain not in _LEFT:
            yield from guarded(place, (plain, parameters, fields), _metric)


def _tags(name: str) -> tuple[str, dict[str, Scalar]]:
    """Split http_req_duration{expected_response:true}; {group:::load} is the group load."""
    found = _TAGGED.match(name)
    if found is None:
        return name, {}
    pairs = (one.strip().partition(":") for one in found["tags"].split(","))
    return found["name"], {
        key.strip(): value.strip().lstrip(":") for key, colon, value in pairs if colon and key
    }


def _is_time(name: str, contains: str) -> bool:
    if contains:
        return contains == "time"
    is_request = name.startswith(("http_req_", "grpc_req_")) and "failed" not in name
    return is_request or name.endswith(("_duration", "_connecting", "_ping"))


def _is_rate(name: str, kind: str, values: dict[str, Any]) -> bool:
    return kind == "rate" or name in {"http_req_failed", "checks"} or "passes" in values


def _metric(row: tuple[str, dict[str, Scalar], dict[str, Any]], place: str) -> Items:
    name, parameters, fields = row
    values = of_object(fields.get("values")) or fields
    contains = text_of(fields.get("contains"))
    is_data = contains == "data" or name.startswith("data_")
    unit = "ms" if _is_time(name, contains) else ("B" if is_data else "1")
    if _is_rate(name, text_of(fields.get("type")), values):
        share = optional(values.get("rate", values.get("value")))
        if share is None:
            raise UnreadableError("the rate has no value", "Send the summary as k6 wrote it.")
        yield _reading(name, "rate", "ratio", share, parameters, place)
        return
    if name in _OF_ANSWERS and optional(values.get("max")) == 0:
        yield unanswered(_NAME, place, parameters)
        return
    has_rate = optional(values.get("rate")) is not None
    for key, raw in values.items():
        value = optional(raw)
        if value is None or key == "thresholds" or (key == "count" and has_rate):
            continue
        shown = unit
        if key == "rate":
            shown = "op/s" if unit == "1" else f"{unit}/s"
        yield _reading(name, str(key), shown, value, parameters, f"{place}/{key}")


def _reading(
    name: str, key: str, unit: str, value: float, parameters: dict[str, Scalar], place: str
) -> Reading:
    label = re.sub(r"[()]", "", key)
    direction = LOWER if unit in {"ms", "s"} else _DIRECTIONS.get(name)
    if direction is None and key == "rate":
        direction = BetterDirection.UNKNOWN  # how often what a script counts happens: errors, say
    return Reading(
        _NAME, unit, value, f"{name}_{label}", parameters, direction=direction, place=place
    )


def _text_sign(file: ToolText) -> str:
    found = re.search(
        r"^[ \t]*+(?:[✓✗] )?(?:iteration_duration|iterations|http_reqs|http_req_duration)"
        r"\.{3,}+: .*$",
        file.head + file.text[-20_000:], re.MULTILINE,
    )  # fmt: skip
    return f"“{found[0].strip()[:60]}”, as k6 prints at its end" if found else ""


def _read_text(file: ToolText) -> Items:
    name, section = "", dict[str, Scalar]()
    for number, line in file.numbered():
        if found := _SECTION.match(line):
            label = found["kind"].strip().lower()
            section = {label: found["name"].strip()} if found["name"] else {}
        elif found := _LINE.match(line):
            tags: dict[str, Scalar] = {}
            if found["name"].startswith("{"):
                _, tags = _tags(f"x{found['name'].replace(' ', '')}")
            else:
                name = found["name"]
            if name and name not in _LEFT:
                row = (name, {**section, **tags}, found["rest"].strip())
                yield from guarded(f"line {number}", row, _text_row)


def _text_row(row: tuple[str, dict[str, Scalar], str], place: str) -> Items:
    name, parameters, rest = row
    pairs = [word.partition("=") for word in rest.split() if "=" in word]
    if pairs:
        if name in _OF_ANSWERS and "max=0s" in rest.split():
            yield unanswered(_NAME, place, parameters)
            return
        for key, _, text in pairs:
            try:
                value, unit = seconds_of(text), "s"
            except UnreadableError:
                value, unit = number_unit(text)
            yield _reading(name, key, unit or "1", value, parameters, place)
        return
    words = rest.split()
    if words and words[0].endswith("%"):
        share = read_number(words[0].rstrip("%")) / 100
        yield _reading(name, "rate", "ratio", share, parameters, place)
        return
    at = next((index for index, word in enumerate(words) if word.endswith("/s")), 0)
    if not at:
        raise UnreadableError("the row is of no kind that k6 prints", "Send it as printed.")
    value, unit = number_unit(" ".join(words[at - words[at][:1].isalpha() : at + 1]))
    shown = "op/s" if unit == "/s" else unit
    yield _reading(name, "rate", shown, value, parameters, place)


@dataclass
class _Points:
    """The points of one metric."""

    values: list[float] = field(default_factory=list)
    first: float = 0.0
    last: float = 0.0

    def add(self, value: float, moment: float) -> None:
        """Take one point."""
        self.first = min(self.first, moment) if self.values else moment
        self.last = max(self.last, moment)
        self.values.append(value)


def _stream_sign(file: ToolText) -> str:
    is_here = any(
        one.get("type") == "Point" and "metric" in one for _, one in file.json_lines[:200]
    )
    return "lines of the type Point, as k6 --out json writes" if is_here else ""


def _read_stream(file: ToolText) -> Items:
    kinds: dict[str, tuple[str, str]] = {}
    points: dict[str, _Points] = {}
    for _, one in file.json_lines:
        metric, data = text_of(one.get("metric")), of_object(one.get("data"))
        if one.get("type") == "Metric":
            kinds[metric] = (text_of(data.get("contains")), text_of(data.get("type")))
        elif one.get("type") == "Point" and (value := optional(data.get("value"))) is not None:
            moment = read_time(data.get("time"))
            seconds = moment.timestamp() if moment else 0.0
            points.setdefault(metric, _Points()).add(value, seconds)
    yield from _of_points(points, kinds)


def _csv_sign(file: ToolText) -> str:
    is_here = file.head.startswith("metric_name,timestamp,metric_value,")
    return "the head metric_name,timestamp,metric_value of k6 --out csv" if is_here else ""


def _read_csv(file: ToolText) -> Items:
    points: dict[str, _Points] = {}
    for _, row in csv_rows(file):
        value, moment = optional(row.get("metric_value")), optional(row.get("timestamp"))
        if value is not None:
            points.setdefault(row["metric_name"], _Points()).add(value, moment or 0.0)
    yield from _of_points(points, {})


def _of_points(points: dict[str, _Points], kinds: dict[str, tuple[str, str]]) -> Items:
    """Give samples of times, the share of what is a rate, and the pace of what is counted."""
    for name, one in points.items():
        contains, kind = kinds.get(name, ("", ""))
        if name in _LEFT or kind == "gauge":
            continue
        if name in _OF_ANSWERS and not any(one.values):
            yield unanswered(_NAME, name)
        elif _is_time(name, contains):
            yield Reading(
                _NAME, "ms", metric=name, samples=tuple(one.values), direction=LOWER, place=name
            )
        elif _is_rate(name, kind, {}):
            share = sum(one.values) / len(one.values)
            yield _reading(name, "rate", "ratio", share, {}, name)
        elif kind == "trend":
            yield Reading(_NAME, "1", metric=name, samples=tuple(one.values), place=name)
        elif (seconds := one.last - one.first) > 0:
            unit = "B/s" if contains == "data" or name.startswith("data_") else "op/s"
            yield _reading(name, "rate", unit, sum(one.values) / seconds, {}, name)


K6 = ToolFormat("k6", "k6 summary", _sign, _read)
K6_TEXT = ToolFormat("k6-text", "k6, printed", _text_sign, _read_text)
K6_STREAM = ToolFormat("k6-stream", "k6 --out json", _stream_sign, _read_stream)
K6_CSV = ToolFormat("k6-csv", "k6 --out csv", _csv_sign, _read_csv)
