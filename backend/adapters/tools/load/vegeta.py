"""vegeta: reports in JSON and as printed, and the results that it encodes."""

import re
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number, read_time
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
    of_object,
    optional,
)

_NAME = "requests"
_LEAST_GOOD, _LEAST_BAD = 200, 400
_NO_CODE = "0"
"""The status of a request that got no answer, and whose latency is how fast it failed."""
_NO_ANSWER = re.compile(r"^Status Codes\s++\[code:count\]\s++0:\d++\s*+$", re.MULTILINE)
_ROW = re.compile(
    r"^(?P<row>Requests|Latencies|Success|Bytes In|Bytes Out)\s+"
    r"\[(?P<keys>[^\]]+)\]\s+(?P<values>.+)$"
)
_CSV_ROW = re.compile(
    r"^\d{19},\d{1,3},\d++,\d++,\d++,[^\n]*,\d++,(?:GET|POST|PUT|HEAD|DELETE|PATCH),"
)
_CSV_COLUMNS = ("timestamp", "code", "latency")


def _vegeta_sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "latencies", "throughput", "success", "bytes_in")
    return "an object with latencies, throughput and success, as vegeta reports" if is_here else ""


def _read_vegeta(file: ToolText) -> Items:
    yield from guarded("", file.json, _vegeta_document)


def _vegeta_document(fields: dict[str, Any], place: str) -> Items:
    latencies = of_object(fields.get("latencies"))
    if set(of_object(fields.get("status_codes"))) == {_NO_CODE}:
        yield unanswered(_NAME, f"{place}/latencies")
        latencies = {}
    for key, raw in latencies.items():
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
    throughput = figure(fields, "throughput")
    yield Reading(
        _NAME, "op/s", throughput, "throughput", direction=HIGHER, place=f"{place}/throughput"
    )
    success = figure(fields, "success")
    yield Reading(
        _NAME, "ratio", success, "success_rate", direction=HIGHER, place=f"{place}/success"
    )


def _vegeta_text_sign(file: ToolText) -> str:
    found = re.search(r"^Latencies\s++\[[^\]\n]*+\]", file.head, re.MULTILINE)
    if found is None or "mean" not in found[0]:
        return ""
    return f"“{found[0][:60]}”, as vegeta report prints"


def _read_vegeta_text(file: ToolText) -> Items:
    is_answered = not _NO_ANSWER.search(file.text)
    for number, line in file.numbered():
        if line.startswith("Latencies") and not is_answered:
            yield unanswered(_NAME, f"line {number}")
        elif found := _ROW.match(line):
            yield from guarded(f"line {number}", found, _vegeta_text_row)


def _vegeta_text_row(found: re.Match[str], place: str) -> Items:
    keys = [key.strip() for key in found["keys"].split(",")]
    cells = dict(zip(keys, found["values"].split(", "), strict=False))
    if found["row"] == "Latencies":
        for key, text in cells.items():
            metric = f"latency_{key}" if key in {"mean", "max", "min"} else percentile_name(key)
            yield Reading(_NAME, "s", seconds_of(text), metric, place=place)
    elif found["row"] == "Requests":
        rate = read_number(cells.get("throughput", cells.get("rate")))
        yield Reading(_NAME, "op/s", rate, "throughput", direction=HIGHER, place=place)
    elif found["row"] == "Success":
        share = read_number(cells.get("ratio", "").strip().rstrip("%")) / 100
        yield Reading(_NAME, "ratio", share, "success_rate", direction=HIGHER, place=place)


def _results_of(file: ToolText) -> list[tuple[float, int, float]]:
    """Return moment, code and latency of each request, in nanoseconds, that was encoded."""
    if _CSV_ROW.match(file.head):
        rows = [line.split(",", 3) for line in file.text.splitlines() if line[:1].isdecimal()]
        return [
            (read_number(row[0]), int(read_number(row[1])), read_number(row[2]))
            for row in rows
            if len(row) > len(_CSV_COLUMNS)
        ]
    found = []
    for _, one in file.json_lines:
        moment, latency = read_time(one.get("timestamp")), optional(one.get("latency"))
        if moment is not None and latency is not None:
            found.append((moment.timestamp() * 1e9, int(optional(one.get("code")) or 0), latency))
    return found


def _results_sign(file: ToolText) -> str:
    is_json = any(
        has_keys(one, "attack", "seq", "code", "latency") for _, one in file.json_lines[:20]
    )
    is_here = is_json or _CSV_ROW.match(file.head)
    return "requests with code and latency, as vegeta encode writes" if is_here else ""


def _read_results(file: ToolText) -> Items:
    yield from guarded("", _results_of(file), _results)


def _results(rows: list[tuple[float, int, float]], place: str) -> Items:
    if not rows:
        raise UnreadableError("no request has a latency", "Send it as vegeta encoded it.")
    latencies = tuple(latency for _, _, latency in rows)
    if any(code for _, code, _ in rows):
        yield Reading(
            _NAME, "ns", metric="latency", samples=latencies, direction=LOWER, place=place
        )
    else:
        yield unanswered(_NAME, place)
    good = [row for row in rows if _LEAST_GOOD <= row[1] < _LEAST_BAD]
    yield Reading(
        _NAME, "ratio", len(good) / len(rows), "success_rate", direction=HIGHER, place=place
    )
    begin, end = min(row[0] for row in rows), max(row[0] + row[2] for row in rows)
    if end > begin:
        rate = len(good) / (end - begin) * 1e9
        yield Reading(_NAME, "op/s", rate, "throughput", direction=HIGHER, place=place)


VEGETA = ToolFormat("vegeta", "vegeta JSON", _vegeta_sign, _read_vegeta)
VEGETA_TEXT = ToolFormat("vegeta-text", "vegeta, printed", _vegeta_text_sign, _read_vegeta_text)
VEGETA_RESULTS = ToolFormat("vegeta-results", "vegeta encode", _results_sign, _read_results)
