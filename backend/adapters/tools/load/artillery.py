"""Artillery: the JSON of --output, of release 1 and later ones."""

import re
from typing import Any

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
)

_NAME = "requests"
_TIME = re.compile(r"(?:^|\.)(?:response_time|session_length)(?:\.(?P<group>.+))?$")
"""Summaries in milliseconds; those of an endpoint or of a kind of answer name it at the end."""
_BAD_CODE = re.compile(r"\.codes\.[45]\w\w$")


def _sign(file: ToolText) -> str:
    total = of_object(file.json).get("aggregate")
    is_here = has_keys(total, "counters", "summaries") or (
        has_keys(total, "scenariosCreated", "latency")
    )
    return "aggregate with counters and summaries, as Artillery writes" if is_here else ""


def _read(file: ToolText) -> Items:
    total = file.json["aggregate"]
    is_old = "scenariosCreated" in total
    yield from guarded("/aggregate", total, _old if is_old else _document)


def _document(total: dict[str, Any], place: str) -> Items:
    counters, rates = of_object(total.get("counters")), of_object(total.get("rates"))
    if (rate := optional(rates.get("http.request_rate"))) is not None:
        yield Reading(_NAME, "op/s", rate, "throughput", direction=HIGHER, place=f"{place}/rates")
    summaries = of_object(total.get("summaries"))
    if counters.get("http.requests") and "http.response_time" not in summaries:
        yield unanswered(_NAME, f"{place}/counters")
    for key, raw in summaries.items():
        if found := _TIME.search(key):
            name = found["group"] or ("sessions" if "session_length" in key else _NAME)
            yield from _latencies(name, of_object(raw), f"{place}/summaries/{key}")
    failed = sum(
        optional(count) or 0.0
        for key, count in counters.items()
        if key.startswith("errors.") or _BAD_CODE.search(key)
    )
    yield Reading(
        _NAME, "1", failed, "failed_responses", direction=LOWER, place=f"{place}/counters"
    )


def _old(total: dict[str, Any], place: str) -> Items:
    rate = optional(of_object(total.get("rps")).get("mean"))
    if rate is not None:
        yield Reading(_NAME, "op/s", rate, "throughput", direction=HIGHER, place=f"{place}/rps")
    if not optional(total.get("requestsCompleted")):
        yield unanswered(_NAME, f"{place}/latency")
    else:
        yield from _latencies(_NAME, of_object(total.get("latency")), f"{place}/latency")
        yield from _latencies(
            "sessions", of_object(total.get("scenarioDuration")), f"{place}/scenarioDuration"
        )
    failed = sum(
        optional(count) or 0.0
        for key, count in (*of_object(total.get("errors")).items(), *_bad(total.get("codes")))
        if key
    )
    yield Reading(_NAME, "1", failed, "failed_responses", direction=LOWER, place=f"{place}/codes")


def _bad(codes: object) -> list[tuple[str, object]]:
    return [one for one in of_object(codes).items() if one[0][:1] in {"4", "5"}]


def _latencies(name: str, fields: dict[str, Any], place: str) -> Items:
    for key, raw in fields.items():
        value = optional(raw)
        if value is None or key == "count" or (key == "median" and "p50" in fields):
            continue
        share = {"median": "50", "p999": "99.9"}.get(key, key.removeprefix("p"))
        metric = f"latency_{key}" if key in {"min", "max", "mean"} else percentile_name(share)
        yield Reading(name, "ms", value, metric, direction=LOWER, place=f"{place}/{key}")


ARTILLERY = ToolFormat("artillery", "Artillery JSON", _sign, _read)
