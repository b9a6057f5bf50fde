"""Criterion: what it prints, and the messages of cargo-criterion."""

import re
from typing import Any

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.readings import (
    HIGHER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    figure,
    guarded,
    has_keys,
    measured,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)

_BENCHMARKING = re.compile(r"^Benchmarking (?P<name>.+?)(?:: .*)?$")
_FAILED = re.compile(r"^test (?P<name>\S+) \.\.\. FAILED$")
PAIR = 2
_RATE = "thrpt:"
_BOUNDS = 6
"""Three numbers, each with its unit: the low end, the estimate, the high end."""


def _sign(file: ToolText) -> str:
    found = re.search(r"time:\s+\[\d\S* \S+ \d\S* \S+ \d\S* \S+\]", file.head)
    return f"“{found[0][:60]}”, as Criterion prints an estimate" if found else ""


def _read(file: ToolText) -> Items:
    name = ""
    for number, line in file.numbered():
        place = f"line {number}"
        before, key, inner = _bracketed(line)
        if key and "%" in inner:
            continue  # the change since the run before
        if key:
            # a long name stands on a line of its own
            name = before or name
            yield from guarded(place, (name, inner, key == _RATE), _estimate)
        elif found := _FAILED.match(line.rstrip()):
            yield Reading(found["name"], failure="the benchmark failed", place=place)
        elif found := _BENCHMARKING.match(line.rstrip()):
            name = found["name"]
        elif line.strip() and not line.startswith((" ", "Found", "Gnuplot", "Warning")):
            name = line.strip()


def _bracketed(line: str) -> tuple[str, str, str]:
    """Return what stands before `time:` or `thrpt:`, which of them, and what is in brackets."""
    for key in (_RATE, "time:"):
        before, found, after = line.rpartition(key)
        after = after.strip()
        if found and after.startswith("[") and after.endswith("]"):
            return before.strip(), key, after[1:-1]
    return "", "", ""


def _estimate(row: tuple[str, str, bool], place: str) -> Items:
    name, inner, is_rate = row
    parts = inner.split()
    if len(parts) != _BOUNDS:
        raise UnreadableError(f"{inner[:60]!r} is not three numbers with units", "Send it whole.")
    if not name:
        raise UnreadableError("the estimate has no name before it", "Send the whole output.")
    value, low, high = measured(parts[2]), optional(parts[0]), optional(parts[4])
    units = parts[1::2]
    is_one_unit = len(set(units)) == 1
    yield Reading(
        name,
        units[1] if is_rate else f"{units[1]}/op",
        value,
        low=low if is_one_unit else None,
        high=high if is_one_unit else None,
        direction=HIGHER if is_rate else None,
        place=place,
    )


def _message_sign(file: ToolText) -> str:
    is_here = any(message.get("reason") == "benchmark-complete" for _, message in file.json_lines)
    return "messages with the reason benchmark-complete" if is_here else ""


def _read_messages(file: ToolText) -> Items:
    for number, message in file.json_lines:
        if message.get("reason") == "benchmark-complete":
            yield from guarded(f"line {number}", message, _message)


def _message(message: dict[str, Any], place: str) -> Items:
    name, unit = text_of(message.get("id")), text_of(message.get("unit")) or "ns"
    counts = numbers(message.get("iteration_count"))
    totals = numbers(message.get("measured_values"))
    if len(counts) == len(totals) and counts and all(counts):
        times = tuple(total / count for total, count in zip(totals, counts, strict=True))
        yield Reading(name, f"{unit}/op", samples=times, place=place)
        return
    typical = of_object(message.get("typical") or message.get("mean"))
    value = figure(typical, "estimate")
    yield Reading(
        name, f"{typical.get('unit') or unit}/op", value, n=whole(len(totals)), place=place
    )


def _estimates_sign(file: ToolText) -> str:
    means = [of_object(of_object(file.json).get(key)) for key in ("mean", "Mean")]
    # the estimates of a change have no deviation
    has_deviation = has_keys(file.json, "std_dev") or has_keys(file.json, "StdDev")
    is_here = has_deviation and any("point_estimate" in one for one in means)
    return "mean with point_estimate: Criterion's estimates.json" if is_here else ""


def _read_estimates(file: ToolText) -> Items:
    yield from guarded("", (_folder(file.name), file.json), _estimates)


def _estimates(row: tuple[str, dict[str, Any]], place: str) -> Items:
    """Read the slope, which Criterion prints, or the mean where it has none."""
    name, fields = row
    known = {key.lower(): of_object(value) for key, value in fields.items()}
    chosen = known.get("slope") or known["mean"]
    bounds = of_object(chosen.get("confidence_interval"))
    yield Reading(
        name, "ns/op", figure(chosen, "point_estimate"),
        low=optional(bounds.get("lower_bound")), high=optional(bounds.get("upper_bound")),
        place=place,
    )  # fmt: skip


def _folder(path: str) -> str:
    """Return the benchmark that a file of target/criterion is of: its folders."""
    parts = [part for part in path.replace("\\", "/").split("/") if part][:-1]
    if parts and parts[-1] in {"new", "base"}:
        parts.pop()
    if "criterion" in parts:
        parts = parts[parts.index("criterion") + 1 :]
    return "/".join(parts) or "benchmark"


def _sample_sign(file: ToolText) -> str:
    pair = of_list(file.json)
    is_pair = len(pair) == PAIR and all(isinstance(one, list) and one for one in pair)
    is_here = has_keys(file.json, "iters", "times") or (
        is_pair and len(pair[0]) == len(pair[1]) and all(isinstance(one[0], float) for one in pair)
    )
    return "iterations and times: Criterion's sample.json" if is_here else ""


def _read_sample(file: ToolText) -> Items:
    counts, times = (
        file.json if isinstance(file.json, list) else (file.json["iters"], file.json["times"])
    )
    yield from guarded("", (_folder(file.name), counts, times), _samples)


def _samples(row: tuple[str, Any, Any], place: str) -> Items:
    name, counts, times = row[0], numbers(row[1]), numbers(row[2])
    if len(counts) != len(times) or not all(counts):
        raise UnreadableError("iterations and times do not fit", "Send the file whole.")
    samples = tuple(time / count for time, count in zip(times, counts, strict=True))
    yield Reading(name, "ns/op", samples=samples, place=place)


def _raw_sign(file: ToolText) -> str:
    first = file.head.partition("\n")[0]
    return "the head of Criterion's raw.csv" if first.startswith("group,function,value,") else ""


def _read_raw(file: ToolText) -> Items:
    samples: dict[str, list[float]] = {}
    units: dict[str, str] = {}
    for number, row in csv_rows(file):
        name = "/".join(part for key in ("group", "function", "value") if (part := row.get(key)))
        try:
            total = measured(row.get("sample_time_nanos") or row.get("sample_measured_value"))
            samples.setdefault(name, []).append(total / (read_number(row["iteration_count"]) or 1))
        except UnreadableError as error:
            yield Rejected(f"line {number}", error.reason, error.remedy)
        units[name] = row.get("unit") or "ns"
    for name, found in samples.items():
        yield Reading(name, f"{units[name]}/op", samples=tuple(found))


CRITERION = ToolFormat("criterion", "Criterion", _sign, _read)
CRITERION_MESSAGES = ToolFormat(
    "cargo-criterion", "cargo-criterion messages", _message_sign, _read_messages
)
CRITERION_SAMPLE = ToolFormat(
    "criterion-sample", "Criterion sample.json", _sample_sign, _read_sample
)
CRITERION_ESTIMATES = ToolFormat(
    "criterion-estimates", "Criterion estimates.json", _estimates_sign, _read_estimates
)
CRITERION_RAW = ToolFormat("criterion-raw", "Criterion raw.csv", _raw_sign, _read_raw)
