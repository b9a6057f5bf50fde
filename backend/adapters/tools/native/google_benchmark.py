"""Google Benchmark: JSON, CSV and what it prints."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.assembly import metric_name
from backend.adapters.tools.csv_tables import csv_rows
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
    in_unit,
    measured,
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar
from backend.domain.catalogue.units import parse_unit

_KNOWN = {
    "name", "run_name", "run_type", "repetitions", "repetition_index", "threads", "iterations",
    "real_time", "cpu_time", "time_unit", "family_index", "per_family_instance_index",
    "aggregate_name", "aggregate_unit", "label", "error_occurred", "error_message", "big_o", "rms",
    "cpu_coefficient", "real_coefficient", "skipped", "skip_message",
}  # fmt: skip
_DEFINED: dict[str, tuple[str, str, BetterDirection]] = {
    "bytes_per_second": ("B/s", "", HIGHER), "items_per_second": ("op/s", "", HIGHER),
    "allocs_per_iter": ("allocs/op", "", LOWER), "max_bytes_used": ("B", "max_bytes_used", LOWER),
    "total_allocated_bytes": ("B", "total_allocated_bytes", LOWER),
    "net_heap_growth": ("B", "net_heap_growth", LOWER),
}  # fmt: skip
"""Counters that Google Benchmark itself defines: unit, metric (empty: by the unit), direction."""
_COUNTER = re.compile(
    r"(?P<value>-?[\d.]++(?:e[+-]?\d++)?)(?P<scale>[munpfa]|[kKMGTPE]?i?)(?P<per>/?s)?"
)
_OLD_RATE = re.compile(r"(?P<value>[\d.]++)(?P<scale>[kKMGT]?)(?P<unit>B/s)?")
_SCALES = {
    "": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18,
    "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15, "a": 1e-18, "i": 1.0,
    "ki": 2.0**10, "Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40, "Pi": 2.0**50,
    "Ei": 2.0**60,
}  # fmt: skip
_BINARY = {"k": "Ki", "K": "Ki", "M": "Mi", "G": "Gi", "T": "Ti"}
"""Rates of bytes are printed in multiples of 1,024, and until 1.8 without the i."""
_UNITS = {"ns", "us", "ms", "s"}
_TIMES = 5
"""Words of a row before its counters: two times with their units, and iterations."""
_FAILED = re.compile(r"^(?P<name>\S+)\s+(?:ERROR OCCURRED|SKIPPED): '?(?P<reason>.*?)'?$")
_AGGREGATE = re.compile(r"_(mean|median|stddev|cv|BigO|RMS)$")
_OF_TIMES = {"mean", "median", "stddev", "cv"}
_CONSOLE_HEAD = re.compile(r"^Benchmark +Time +CPU +Iterations", re.MULTILINE)
_CSV_HEAD = "name,iterations,real_time,cpu_time,time_unit"


def _json_sign(file: ToolText) -> str:
    rows = of_list(file.json.get("benchmarks")) if has_keys(file.json, "benchmarks") else []
    is_here = any(has_keys(row, "real_time", "cpu_time") for row in rows)
    return "benchmarks with real_time and cpu_time" if is_here else ""


def _read_json(file: ToolText) -> Items:
    rows = of_list(file.json["benchmarks"])
    yield from each("/benchmarks", _measured([(_head(row), row) for row in rows]), _row)


class _GoogleHead(NamedTuple):
    """What a row is of: a benchmark, and which statistic of its repetitions, if one."""

    name: str
    statistic: str
    is_sure: bool = False
    """The file says so itself; else the name ends so."""


_GoogleRow: TypeAlias = tuple[str, Any, Any, str]
"""Name, row, the deviation of a statistic of repetitions that are not shown, end of its metrics."""


def _head(row: object) -> _GoogleHead:
    fields = of_object(row)
    name = text_of(fields.get("name"))
    run_name = text_of(fields.get("run_name")) or name
    if statistic := text_of(fields.get("aggregate_name")):
        return _GoogleHead(run_name, statistic, is_sure=True)
    if "run_type" in fields or "repetition_index" in fields:
        return _GoogleHead(run_name, "other" if fields.get("run_type") == "aggregate" else "")
    return _split(run_name)


def _split(name: str) -> _GoogleHead:
    found = _AGGREGATE.search(name)
    return _GoogleHead(name[: found.start()], found[1]) if found else _GoogleHead(name, "")


def _measured(rows: list[tuple[_GoogleHead, Any]]) -> list[_GoogleRow]:
    """Leave out statistics of repetitions: where those are not shown, the mean is kept.

    Without a mean it is the median, as a metric of its own.
    """
    rows = _with_own_names(rows)
    plain = {head.name for head, _ in rows if not head.statistic}
    of = {(head.name, head.statistic): row for head, row in rows}
    found: list[_GoogleRow] = []
    for head, row in rows:
        siblings = {(head.name, one) for one in ("stddev", "median", "cv")}
        is_mean = head.statistic == "mean" and (head.is_sure or not siblings.isdisjoint(of))
        is_median = head.statistic == "median" and (head.name, "mean") not in of
        if not head.statistic:
            found.append((head.name, row, None, ""))
        elif head.name not in plain and (is_mean or is_median):
            deviation = of.get((head.name, "stddev"), {})
            found.append((head.name, row, deviation, "" if is_mean else "_median"))
    return found


def _with_own_names(rows: list[tuple[_GoogleHead, Any]]) -> list[tuple[_GoogleHead, Any]]:
    """Return the name of a statistic to a benchmark that only ends as one: it stands alone."""
    repeats = Counter(head.name for head, _ in rows if not head.statistic)
    kinds = Counter(head.name for head in {head for head, _ in rows} if head.statistic)
    return [
        (_GoogleHead(f"{head.name}_{head.statistic}", ""), row)
        if head.statistic in _OF_TIMES
        and not head.is_sure
        and kinds[head.name] == 1
        and repeats[head.name] <= 1
        else (head, row)
        for head, row in rows
    ]


def _row(one: _GoogleRow, place: str) -> Items:
    name, row, deviation, end = one
    if not isinstance(row, dict):
        raise UnreadableError("the row is not an object", "Send the file as it was written.")
    if row.get("error_occurred") or row.get("skipped"):
        reason = text_of(row.get("error_message") or row.get("skip_message"))
        yield Reading(name, failure=reason or "the benchmark reports an error", place=place)
        return
    unit, parameters = text_of(row.get("time_unit")) or "ns", _parameters(row)
    count = whole(row.get("repetitions") or row.get("iterations")) if deviation else None
    for metric, key in (("time", "real_time"), ("cpu_time", "cpu_time")):
        yield Reading(
            name, unit, measured(row.get(key)), metric + end, parameters, n=count,
            sd=optional(deviation.get(key)) if deviation else None, place=place,
        )  # fmt: skip
    for counter, value in row.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and counter not in _KNOWN:
            yield _counter((name, end), counter, value, parameters, f"{place}/{counter}")


def _counter(
    of: tuple[str, str], counter: str, value: object, parameters: Mapping[str, Scalar], place: str
) -> Reading:
    """Return a counter of a benchmark, by its name and the end of its metrics."""
    name, end = of
    unit, metric, direction = _DEFINED.get(counter, ("1", counter, None))
    if end:
        known = parse_unit(unit)
        metric = (metric or (metric_name(known, unit) if known else counter)) + end
    return Reading(
        name, unit, measured(value), metric, parameters, direction=direction, place=place
    )


def _parameters(row: dict[str, Any]) -> dict[str, Scalar]:
    threads = row.get("threads")
    is_many = isinstance(threads, int) and threads > 1
    return {"threads": threads} if is_many and isinstance(threads, int) else {}


def _csv_sign(file: ToolText) -> str:
    return f"the head {_CSV_HEAD}" if _CSV_HEAD in file.head else ""


def _read_csv(file: ToolText) -> Items:
    lines = file.text.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith(_CSV_HEAD)), 0)
    rows = [(_split(row["name"]), (number, row)) for number, row in csv_rows(file, head=begin)]
    for name, (number, row), deviation, end in _measured(rows):
        one = (name, row, deviation[1] if deviation else {}, end)
        yield from guarded(f"line {number}", one, _csv_row)


def _csv_row(one: tuple[str, dict[str, str], dict[str, str], str], place: str) -> Items:
    name, row, deviation, end = one
    if row["error_occurred"].lower() == "true":
        yield Reading(name, failure=row["error_message"] or "an error", place=place)
        return
    for metric, key in (("time", "real_time"), ("cpu_time", "cpu_time")):
        sd = optional(deviation.get(key))
        yield Reading(name, row["time_unit"], measured(row[key]), metric + end, sd=sd, place=place)
    for column, text in row.items():
        if column and text and column not in _KNOWN:
            yield _counter((name, end), column, text, {}, place)


def _console_sign(file: ToolText) -> str:
    found = _CONSOLE_HEAD.search(file.head)
    return "the head Benchmark, Time, CPU, Iterations" if found else ""


def _read_console(file: ToolText) -> Items:
    rows: list[tuple[_GoogleHead, tuple[int, list[str]]]] = []
    columns: list[str] = []
    for number, line in file.numbered():
        if head := _CONSOLE_HEAD.match(line):
            columns = line[head.end() :].replace("UserCounters...", "").split()
        if failed := _FAILED.match(line):
            rows.append((_GoogleHead(failed["name"], ""), (number, [failed["reason"]])))
        words = line.split()
        at = next((i for i in range(1, len(words) - 4) if _is_times(words[i : i + 5])), 0)
        if at:
            begin = at + _TIMES
            for column, place in zip(columns, range(begin, len(words)), strict=False):
                words[place] = f"{column}={words[place]}"
            rows.append((_split(" ".join(words[:at])), (number, words[at:])))
    for name, (number, words), deviation, end in _measured(rows):
        row = (name, words, deviation[1] if deviation else [], end)
        yield from guarded(f"line {number}", row, _console_row)


def _is_times(words: list[str]) -> bool:
    """Say whether five words are time, unit, processor time, unit, and iterations."""
    return words[1] in _UNITS and words[3] in _UNITS and words[4].isdecimal()


def _console_row(row: tuple[str, list[str], list[str], str], place: str) -> Items:
    name, words, deviation, end = row
    if len(words) == 1:
        yield Reading(name, failure=words[0] or "the benchmark reports an error", place=place)
        return
    for at, metric in ((0, "time"), (2, "cpu_time")):
        sd = in_unit(" ".join(deviation[at : at + 2]), words[at + 1]) if deviation else None
        yield Reading(
            name, words[at + 1], read_number(words[at]), metric + end, sd=sd, place=place,
            n=whole(optional(words[4])) if deviation else None,
        )  # fmt: skip
    for word, after in pairwise([*words[5:], ""]):
        key, equals, text = word.partition("=")
        if equals and (found := _COUNTER.fullmatch(text)):
            scale = found["scale"]
            scale = _BINARY.get(scale, scale) if key == "bytes_per_second" else scale
            value = read_number(found["value"]) * _SCALES[scale]
            if key not in _DEFINED and found["per"]:
                unit = "s" if found["per"] == "s" else "1/s"
                yield Reading(name, unit, value, key + end, place=place)
            else:
                yield _counter((name, end), key, value, {}, place)
        elif (found := _OLD_RATE.fullmatch(word)) and (found["unit"] or after == "items/s"):
            scale = _BINARY.get(found["scale"], "")
            key = "bytes_per_second" if found["unit"] else "items_per_second"
            value = read_number(found["value"]) * _SCALES[scale]
            yield _counter((name, end), key, value, {}, place)


GOOGLE_BENCHMARK = ToolFormat("google-benchmark", "Google Benchmark JSON", _json_sign, _read_json)
GOOGLE_BENCHMARK_CSV = ToolFormat(
    "google-benchmark-csv", "Google Benchmark CSV", _csv_sign, _read_csv
)
GOOGLE_BENCHMARK_CONSOLE = ToolFormat(
    "google-benchmark-console", "Google Benchmark, printed", _console_sign, _read_console
)
