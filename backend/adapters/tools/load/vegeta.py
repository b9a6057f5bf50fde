"""vegeta, autocannon, k6 and Locust."""

import csv
import re
from typing import Any

from backend.adapters.loose_fields import read_number
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
    number_unit,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.metrics import BetterDirection

_NAME = "requests"
_VEGETA_LATENCIES = re.compile(r"^Latencies\s+\[(?P<keys>[^\]]+)\]\s+(?P<values>.+)$")
_VEGETA_RATE = re.compile(
    r"^Requests\s+\[total, rate, throughput\]\s+[\d.]+, [\d.]+, (?P<rate>[\d.]+)"
)
_K6_UNITS = {"time": "ms", "data": "B", "default": "1"}
_K6_DIRECTIONS: dict[str, BetterDirection] = {
    "http_reqs": HIGHER, "iterations": HIGHER, "checks": HIGHER, "http_req_failed": LOWER,
    "data_received": HIGHER, "data_sent": HIGHER,
}  # fmt: skip
_K6_LEFT = {"vus", "vus_max"}


def _vegeta_sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "latencies", "throughput", "success", "bytes_in")
    return "an object with latencies, throughput and success, as vegeta reports" if is_here else ""


def _read_vegeta(file: ToolText) -> Items:
    yield from guarded("", file.json, _vegeta_document)


def _vegeta_document(fields: dict[str, Any], place: str) -> Items:
    for key, raw in of_object(fields.get("latencies")).items():
        if key == "total" or (value := optional(raw)) is None:
            continue
        metric = (
            f"latency_{key}"
            if key in {"mean", "max", "min"}
            else percentile_name(
                str(key).removesuffix("th").removesuffix("st").removesuffix("nd").removesuffix("rd")
            )
        )
        yield Reading(_NAME, "ns", value, metric, place=f"{place}/latencies/{key}")
    throughput = read_number(fields.get("throughput"))
    yield Reading(
        _NAME, "op/s", throughput, "throughput", direction=HIGHER, place=f"{place}/throughput"
    )
    success = read_number(fields.get("success"))
    yield Reading(
        _NAME, "ratio", success, "success_rate", direction=HIGHER, place=f"{place}/success"
    )


def _vegeta_text_sign(file: ToolText) -> str:
    found = re.search(r"^Latencies\s+\[.*mean.*\]", file.head, re.MULTILINE)
    return f"“{found[0][:60]}”, as vegeta report prints" if found else ""


def _read_vegeta_text(file: ToolText) -> Items:
    for number, line in file.numbered():
        if found := _VEGETA_LATENCIES.match(line):
            yield from guarded(f"line {number}", found, _vegeta_text_row)
        elif found := _VEGETA_RATE.match(line):
            rate = read_number(found["rate"])
            yield Reading(
                _NAME, "op/s", rate, "throughput", direction=HIGHER, place=f"line {number}"
            )


def _vegeta_text_row(found: re.Match[str], place: str) -> Items:
    keys = [key.strip() for key in found["keys"].split(",")]
    for key, text in zip(keys, found["values"].split(","), strict=False):
        value, unit = number_unit(text.replace("µ", "u"))
        metric = f"latency_{key}" if key in {"mean", "max", "min"} else percentile_name(key)
        yield Reading(_NAME, unit, value, metric, place=place)


def _autocannon_sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "requests", "latency", "throughput", "timeouts")
    return (
        "an object with requests, latency, throughput and timeouts, as autocannon writes"
        if is_here
        else ""
    )


def _read_autocannon(file: ToolText) -> Items:
    yield from guarded("", file.json, _autocannon_document)


def _autocannon_document(fields: dict[str, Any], place: str) -> Items:
    name = text_of(fields.get("url")) or text_of(fields.get("title")) or _NAME
    parameters = {
        key: count for key in ("connections", "pipelining") if (count := whole(fields.get(key)))
    }
    requests = of_object(fields.get("requests"))
    yield Reading(
        name, "op/s", read_number(requests.get("mean")), "throughput", parameters,
        direction=HIGHER, place=f"{place}/requests/mean",
    )  # fmt: skip
    for key, raw in of_object(fields.get("latency")).items():
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


def _k6_sign(file: ToolText) -> str:
    metrics = of_object(file.json.get("metrics")) if has_keys(file.json, "metrics") else {}
    is_here = "iterations" in metrics or "http_reqs" in metrics
    return "metrics with iterations or http_reqs, as a k6 summary has" if is_here else ""


def _read_k6(file: ToolText) -> Items:
    """Read both shapes of a summary: values under `values`, or at the metric itself."""
    for name, raw in of_object(file.json["metrics"]).items():
        if name not in _K6_LEFT:
            yield from guarded(f"/metrics/{name}", (name, of_object(raw)), _k6_metric)


def _k6_metric(row: tuple[str, dict[str, Any]], place: str) -> Items:
    name, fields = row
    values = of_object(fields.get("values")) or fields
    is_time = fields.get("contains") == "time" or "duration" in name or name.startswith("http_req_")
    unit = (
        "ms"
        if is_time and "failed" not in name
        else _K6_UNITS.get(text_of(fields.get("contains")), "1")
    )
    direction = LOWER if unit == "ms" else _K6_DIRECTIONS.get(name)
    for key, raw in values.items():
        value = optional(raw)
        if value is None or (
            key in {"count", "passes", "fails", "thresholds"} and "rate" in values
        ):
            continue
        label = re.sub(r"[()]", "", str(key))
        is_rate = key == "rate" and name not in {"http_req_failed", "checks"}
        shown = f"{unit}/s" if is_rate and unit != "1" else ("op/s" if is_rate else unit)
        shown = (
            "ratio" if key in {"rate", "value"} and name in {"http_req_failed", "checks"} else shown
        )
        yield Reading(
            _NAME, shown, value, f"{name}_{label}", direction=direction, place=f"{place}/{key}"
        )


def _k6_stream_sign(file: ToolText) -> str:
    is_here = any(
        one.get("type") == "Point" and "metric" in one for _, one in file.json_lines[:200]
    )
    return "lines of the type Point, as k6 --out json writes" if is_here else ""


def _read_k6_stream(file: ToolText) -> Items:
    contains: dict[str, str] = {}
    samples: dict[str, list[float]] = {}
    for _, one in file.json_lines:
        metric, data = text_of(one.get("metric")), of_object(one.get("data"))
        if one.get("type") == "Metric":
            contains[metric] = text_of(data.get("contains"))
        elif one.get("type") == "Point" and (value := optional(data.get("value"))) is not None:
            samples.setdefault(metric, []).append(value)
    for metric, values in samples.items():
        if contains.get(metric) == "time":
            yield Reading(
                _NAME, "ms", metric=metric, samples=tuple(values), direction=LOWER, place=metric
            )


def _locust_sign(file: ToolText) -> str:
    first = file.head.partition("\n")[0]
    is_here = first.startswith("Type,Name,Request Count,Failure Count")
    return "the head of Locust's stats.csv" if is_here else ""


def _read_locust(file: ToolText) -> Items:
    for number, row in enumerate(csv.DictReader(file.text.splitlines()), start=2):
        yield from guarded(f"line {number}", row, _locust_row)


def _locust_row(row: dict[str, str], place: str) -> Items:
    name = " ".join(part for part in (row.get("Type"), row.get("Name")) if part)
    yield Reading(
        name,
        "op/s",
        read_number(row.get("Requests/s")),
        "throughput",
        direction=HIGHER,
        place=place,
    )
    yield Reading(
        name,
        "1",
        read_number(row.get("Failure Count")),
        "failed_responses",
        direction=LOWER,
        place=place,
    )
    for column, metric in (
        ("Average Response Time", "latency_mean"), ("Max Response Time", "latency_max"),
    ):  # fmt: skip
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


VEGETA = ToolFormat("vegeta", "vegeta JSON", _vegeta_sign, _read_vegeta)
VEGETA_TEXT = ToolFormat("vegeta-text", "vegeta, printed", _vegeta_text_sign, _read_vegeta_text)
AUTOCANNON = ToolFormat("autocannon", "autocannon JSON", _autocannon_sign, _read_autocannon)
K6 = ToolFormat("k6", "k6 summary", _k6_sign, _read_k6)
K6_STREAM = ToolFormat("k6-stream", "k6 --out json", _k6_stream_sign, _read_k6_stream)
LOCUST = ToolFormat("locust", "Locust stats.csv", _locust_sign, _read_locust)
