"""Google Benchmark: JSON, CSV and what it prints."""

import re
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.readings import (
    HIGHER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    guarded,
    has_keys,
    of_list,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_KNOWN = {
    "name", "run_name", "run_type", "repetitions", "repetition_index", "threads", "iterations",
    "real_time", "cpu_time", "time_unit", "family_index", "per_family_instance_index",
    "aggregate_name", "aggregate_unit", "label", "error_occurred", "error_message", "big_o", "rms",
    "cpu_coefficient", "real_coefficient", "skipped", "skip_message",
}  # fmt: skip
_RATES = {"bytes_per_second": "B/s", "items_per_second": "op/s"}
_COUNTER = re.compile(r"(?P<value>[\d.]++(?:e[+-]?\d++)?)(?P<scale>[kKMGT]?i?|[mun])(?P<per>/s)?")
_SCALES = {
    "": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "m": 1e-3, "u": 1e-6, "n": 1e-9,
    "ki": 2.0**10, "Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40, "i": 1.0,
}  # fmt: skip
_UNITS = {"ns", "us", "ms", "s"}
_FAILED = re.compile(r"^(?P<name>\S+)\s+(?:ERROR OCCURRED|SKIPPED): '?(?P<reason>.*?)'?$")
_AGGREGATE = re.compile(r"_(mean|median|stddev|cv|BigO|RMS|min|max)$")
_CSV_HEAD = "name,iterations,real_time,cpu_time,time_unit"


def _json_sign(file: ToolText) -> str:
    rows = of_list(file.json.get("benchmarks")) if has_keys(file.json, "benchmarks") else []
    is_here = any(has_keys(row, "real_time", "cpu_time") for row in rows)
    return "benchmarks with real_time and cpu_time" if is_here else ""


def _read_json(file: ToolText) -> Items:
    rows = of_list(file.json["benchmarks"])
    yield from each("/benchmarks", rows, _row)
    if rows and all(_is_aggregate(row) for row in rows):  # --benchmark_report_aggregates_only
        yield from each("/benchmarks", _means(rows), _mean)


def _is_aggregate(row: Any) -> bool:  # noqa: ANN401  any JSON value
    return isinstance(row, dict) and bool(
        row.get("run_type") == "aggregate" or row.get("aggregate_name")
    )


def _means(rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Pair each mean with the deviation of the same benchmark."""
    of = {(text_of(row.get("run_name")), row.get("aggregate_name")): row for row in rows}
    return [
        (row, of.get((name, "stddev"), {})) for (name, kind), row in of.items() if kind == "mean"
    ]


def _mean(pair: tuple[dict[str, Any], dict[str, Any]], place: str) -> Items:
    mean, deviation = pair
    name, unit = text_of(mean.get("run_name")), text_of(mean.get("time_unit")) or "ns"
    count = whole(mean.get("repetitions")) or whole(mean.get("iterations"))
    for metric, key in (("time", "real_time"), ("cpu_time", "cpu_time")):
        yield Reading(
            name, unit, read_number(mean.get(key)), metric, _parameters(mean), n=count,
            sd=optional(deviation.get(key)), place=place,
        )  # fmt: skip


def _row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    if not isinstance(row, dict):
        raise UnreadableError("the row is not an object", "Send the file as it was written.")
    if _is_aggregate(row):
        return  # made of the other rows
    name = text_of(row.get("run_name")) or text_of(row.get("name"))
    if row.get("error_occurred") or row.get("skipped"):
        reason = text_of(row.get("error_message") or row.get("skip_message"))
        yield Reading(name, failure=reason or "the benchmark reports an error", place=place)
        return
    unit, parameters = text_of(row.get("time_unit")) or "ns", _parameters(row)
    times = {"time": row.get("real_time"), "cpu_time": row.get("cpu_time")}
    for metric, raw in times.items():
        yield Reading(name, unit, read_number(raw), metric, parameters, place=place)
    for counter in row.keys() - _KNOWN:
        if isinstance(value := row[counter], int | float) and not isinstance(value, bool):
            rate = _RATES.get(counter)
            yield Reading(
                name, rate or "1", read_number(value), "" if rate else counter, parameters,
                direction=HIGHER if rate else None, place=f"{place}/{counter}",
            )  # fmt: skip


def _parameters(row: dict[str, Any]) -> dict[str, Scalar]:
    threads = row.get("threads")
    is_many = isinstance(threads, int) and threads > 1
    return {"threads": threads} if is_many and isinstance(threads, int) else {}


def _csv_sign(file: ToolText) -> str:
    return f"the head {_CSV_HEAD}" if _CSV_HEAD in file.head else ""


def _read_csv(file: ToolText) -> Items:
    lines = file.text.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith(_CSV_HEAD)), 0)
    for number, row in csv_rows(file, head=begin):
        yield from guarded(f"line {number}", row, _csv_row)


def _csv_row(row: dict[str, str], place: str) -> Items:
    name = row["name"]
    if _AGGREGATE.search(name):
        return
    if (row.get("error_occurred") or "").lower() == "true":
        yield Reading(name, failure=row.get("error_message") or "an error", place=place)
        return
    for metric, column in (("time", "real_time"), ("cpu_time", "cpu_time")):
        yield Reading(name, row["time_unit"], read_number(row[column]), metric, place=place)
    for column, unit in _RATES.items():
        if row.get(column):
            yield Reading(name, unit, read_number(row[column]), direction=HIGHER, place=place)


def _console_sign(file: ToolText) -> str:
    found = re.search(r"^Benchmark +Time +CPU +Iterations", file.head, re.MULTILINE)
    return "the head Benchmark, Time, CPU, Iterations" if found else ""


def _read_console(file: ToolText) -> Items:
    for number, line in file.numbered():
        if failed := _FAILED.match(line):
            yield Reading(failed["name"], failure=failed["reason"], place=f"line {number}")
        words = line.split()
        at = next((i for i in range(1, len(words) - 4) if _is_times(words[i : i + 5])), 0)
        name = " ".join(words[:at])
        if at and not _AGGREGATE.search(name):
            row = (name, words[at : at + 4], words[at + 5 :])
            yield from guarded(f"line {number}", row, _console_row)


def _is_times(words: list[str]) -> bool:
    """Say whether five words are time, unit, processor time, unit, and iterations."""
    return words[1] in _UNITS and words[3] in _UNITS and words[4].isdecimal()


def _console_row(row: tuple[str, list[str], list[str]], place: str) -> Items:
    name, (time, unit, cpu_time, cpu_unit), counters = row
    yield Reading(name, unit, read_number(time), "time", place=place)
    yield Reading(name, cpu_unit, read_number(cpu_time), "cpu_time", place=place)
    for counter in counters:
        key, _, text = counter.partition("=")
        if found := _COUNTER.fullmatch(text):
            value = read_number(found["value"]) * _SCALES[found["scale"]]
            rate = _RATES.get(key)
            yield Reading(
                name, rate or ("1/s" if found["per"] else "1"), value, "" if rate else key,
                direction=HIGHER if rate else None, place=place,
            )  # fmt: skip


GOOGLE_BENCHMARK = ToolFormat("google-benchmark", "Google Benchmark JSON", _json_sign, _read_json)
GOOGLE_BENCHMARK_CSV = ToolFormat(
    "google-benchmark-csv", "Google Benchmark CSV", _csv_sign, _read_csv
)
GOOGLE_BENCHMARK_CONSOLE = ToolFormat(
    "google-benchmark-console", "Google Benchmark, printed", _console_sign, _read_console
)
