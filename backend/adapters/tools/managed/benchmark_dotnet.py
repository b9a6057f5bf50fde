"""BenchmarkDotNet: JSON, CSV and tables in Markdown."""

import re
from itertools import takewhile
from typing import Any, TypeAlias

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    figure,
    guarded,
    has_keys,
    in_unit,
    number_unit,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_STATISTICS = {
    "Mean", "Error", "StdDev", "StdErr", "Median", "Min", "Max", "Q1", "Q3", "P0", "P25", "P50",
    "P67", "P80", "P85", "P90", "P95", "P100", "Op/s", "Ratio", "RatioSD", "Rank", "Gen0", "Gen1",
    "Gen2", "Gen 0", "Gen 1", "Gen 2", "Allocated", "Alloc Ratio", "LogicalGroup", "Baseline",
    "Method", "Scaled", "ScaledSD", "Skewness", "Kurtosis", "MValue", "Iterations", "Code Size",
    "CI99.9% Margin",
}  # fmt: skip
_JOB_SETTINGS = {
    "Job", "Runtime", "Platform", "Jit", "Toolchain", "Namespace", "Type", "AnalyzeLaunchVariance",
    "EvaluateOverhead", "MaxAbsoluteError", "MaxRelativeError", "MinIterationTime", "OutlierMode",
    "Affinity", "EnvironmentVariables", "LargeAddressAware", "PowerPlanMode", "Concurrent",
    "AllowVeryLargeObjects", "CpuGroups", "Force", "HeapAffinitizeMask", "NoAffinitize", "RetainVm",
    "Server", "Arguments", "BuildConfiguration", "Clock", "EngineFactory", "NuGetReferences",
    "IsMutator", "IterationTime", "MemoryRandomization", "RunStrategy", "UnrollFactor",
    "IterationCount", "LaunchCount", "WarmupCount", "InvocationCount", "MinIterationCount",
    "MaxIterationCount", "MinInvokeCount", "MinWarmupIterationCount", "MaxWarmupIterationCount",
    "HeapCount",
}  # fmt: skip
_NO_SETTINGS = {"Job", "Namespace", "Type"}
_ALLOCATED = "Allocated"
"""It prints "-" for 0."""
_SIZES = {"KB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB"}
"""BenchmarkDotNet prints multiples of 1,024 under the names of multiples of 1,000."""
_DEFAULT_JOB = "DefaultJob"
_NEXT_PARAMETER = re.compile(r"(?:&|,\s*)(?=\w+=)")
"""Values may hold commas."""
_AUTOMATIC_JOB = re.compile(r"Job-[A-Z]{6}")
"""A name that each process makes up."""


_COUNTED = {
    "Exceptions", "Lock Contentions", "Completed Work Items", "Code Size", "Native memory leak",
    "Allocated native memory", "Methods JITted", "Methods Tiered", "JIT allocated memory",
}  # fmt: skip
"""Columns of diagnosers; hardware counters end in /Op."""
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DECIMAL_COMMA = re.compile(r"\d,(?:\d{1,2}|\d{4,})(?!\d)")
_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3}){1,4}")
_COMMA_NUMBER = re.compile(r"(?<![\w.,])\d[\d.]*+,\d++(?= |$)")
"""A number as some languages write it, alone in its cell or before its unit."""


def _json_sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "Benchmarks", "HostEnvironmentInfo")
    return "an object with Benchmarks and HostEnvironmentInfo" if is_here else ""


def _read_json(file: ToolText) -> Items:
    yield from each("/Benchmarks", of_list(file.json["Benchmarks"]), _row)


def _row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    parts = (fields.get("Namespace"), fields.get("Type"), fields.get("Method"))
    name = ".".join(text_of(part) for part in parts if text_of(part))
    parameters = _parameters(text_of(fields.get("Parameters")))
    if (job := _job(text_of(fields.get("DisplayInfo")))) not in {"", _DEFAULT_JOB}:
        parameters["job"] = job
    statistics = of_object(fields.get("Statistics"))
    if not statistics:
        yield Reading(
            name, parameters=parameters, failure="the benchmark has no statistics", place=place
        )
        return
    samples = _samples(statistics, fields)
    yield Reading(
        name, "ns", None if samples else figure(statistics, "Mean"), "time", parameters,
        samples, sd=None if samples else optional(statistics.get("StandardDeviation")),
        n=None if samples else whole(statistics.get("N")), place=place,
    )  # fmt: skip
    allocated = optional(of_object(fields.get("Memory")).get("BytesAllocatedPerOperation"))
    if allocated is not None:
        yield Reading(name, "B/op", allocated, "memory_per_op", parameters, place=place)
    for index, one in enumerate(of_list(fields.get("Metrics"))):
        yield from guarded(f"{place}/Metrics/{index}", (name, parameters, of_object(one)), _metric)


def _metric(row: tuple[str, dict[str, Scalar], dict[str, Any]], place: str) -> Items:
    """Read what a diagnoser counted; it says itself which way is better."""
    name, parameters, fields = row
    descriptor = of_object(fields.get("Descriptor"))
    shown = text_of(descriptor.get("DisplayName")) or text_of(descriptor.get("Id"))
    value = optional(fields.get("Value"))
    if shown == _ALLOCATED or not shown or value is None or shown in _STATISTICS - _COUNTED:
        return
    metric, per = _counted(shown)
    unit = {"B": "B", "ns": "ns"}.get(text_of(descriptor.get("Unit")), "1")
    is_higher = descriptor.get("TheGreaterTheBetter") is True
    yield Reading(
        name, f"{unit}{per}", value, metric, parameters, direction=HIGHER if is_higher else LOWER,
        place=place,
    )  # fmt: skip


def _counted(shown: str) -> tuple[str, str]:
    """Return the metric of a column such as `CacheMisses/Op`, and what its unit ends in."""
    plain, slash, per = shown.partition("/")
    words = re.sub(r"\W+", "_", _WORDS.sub("_", plain.strip())).strip("_").lower()
    is_per_op = bool(slash) and per.strip().lower() == "op"
    return (f"{words}_per_op", "/op") if is_per_op else (words, "")


def _samples(statistics: dict[str, Any], fields: dict[str, Any]) -> tuple[float, ...]:
    """Return the times of one operation: as listed, or out of the workload's measurements."""
    if original := numbers(statistics.get("OriginalValues")):
        return original
    found = []
    for one in of_list(fields.get("Measurements")):
        measured = of_object(one)
        is_result = measured.get("IterationStage") == "Result" or (
            measured.get("IterationMode") == "Result"
        )
        operations, total = (
            optional(measured.get("Operations")),
            optional(measured.get("Nanoseconds")),
        )
        if is_result and operations and total is not None:
            found.append(total / operations)
    return tuple(found)


def _job(text: str) -> str:
    """Return the job of `Type.Method: Job(settings) [N=10]`; its settings if it has no own name."""
    said = text.partition(": ")[2].partition(" [")[0]
    job, _, settings = said.partition("(")
    is_automatic = _AUTOMATIC_JOB.fullmatch(job.strip())
    return settings.removesuffix(")") if is_automatic else job.partition("[")[0].strip()


def _parameters(text: str) -> dict[str, Scalar]:
    pairs = (part.partition("=") for part in _NEXT_PARAMETER.split(text) if part)
    return {key.strip(): _scalar(value.strip()) for key, equals, value in pairs if equals}


def _scalar(text: str) -> Scalar:
    plain = text.replace(",", "") if _GROUPED.fullmatch(text) else text
    return int(plain) if re.fullmatch(r"-?\d{1,15}", plain) else text


def _table_sign(file: ToolText) -> str:
    found = any({"Method", "Mean"} <= set(_cells(line)) for line in file.head.splitlines())
    return "a table with the columns Method and Mean, as BenchmarkDotNet prints" if found else ""


_DotnetRows: TypeAlias = list[tuple[int, dict[str, str]]]


def _read_table(file: ToolText) -> Items:
    head: list[str] | None = None
    rows: _DotnetRows = []
    for number, line in file.numbered():
        if "|" not in line:
            head = None if not line.strip() else head
            continue
        cells = _cells(line)
        if "Method" in cells and "Mean" in cells:
            head = cells
        elif head and not set(line.strip()) <= set("|-: ") and len(cells) == len(head):
            rows.append((number, dict(zip(head, cells, strict=True))))
        elif head and len(cells) > len(head):
            yield Rejected(
                f"line {number}", "a bar in a name makes more cells than columns", "Send the JSON."
            )
    yield from _read_rows(rows)


def _read_rows(rows: _DotnetRows) -> Items:
    """Read rows; settings that differ between them name a job that has no name of its own."""
    found: dict[str, set[str]] = {}
    for _, row in rows:
        for key in row.keys() & (_JOB_SETTINGS - _NO_SETTINGS):
            found.setdefault(key, set()).add(row[key])
    differing = {key for key, texts in found.items() if len(texts) > 1}
    for number, row in rows:
        yield from guarded(f"line {number}", (row, differing), _table_row)


def _cells(line: str) -> list[str]:
    line = line.replace("**", "")
    return [cell.strip() for cell in line.strip().strip("^").strip().strip("|").split("|")]


def _csv_sign(file: ToolText) -> str:
    first = file.head.splitlines()[0] if file.head else ""
    is_here = re.match(r'^"?Method"?[,;]', first) and "Mean" in first
    return "columns Method and Mean of BenchmarkDotNet's CSV" if is_here else ""


def _read_csv(file: ToolText) -> Items:
    lines = file.text.splitlines()
    separator = ";" if ";" in lines[0] else ","
    has_comma = separator == ";" and any(map(_DECIMAL_COMMA.search, lines))
    yield from _read_rows([
        (number, {key: _with_point(text) for key, text in row.items()} if has_comma else row)
        for number, row in csv_rows(file, separator)
    ])  # fmt: skip


def _with_point(text: str) -> str:
    return _COMMA_NUMBER.sub(lambda found: found[0].replace(".", "").replace(",", "."), text)


def _table_row(one: tuple[dict[str, str], set[str]], place: str) -> Items:
    row, differing = one
    parts = (row.get("Namespace"), row.get("Type"), row.get("Method", "").strip("'"))
    name = ".".join(part for part in parts if part)
    mean = row.get("Mean", "")
    job = row.get("Job", "")
    is_named = job and not _AUTOMATIC_JOB.fullmatch(job)
    kept = set() if is_named else differing if job else differing | {"Runtime", "Toolchain"}
    left_out = _STATISTICS | (_JOB_SETTINGS - kept)
    parameters: dict[str, Scalar] = {
        key: _scalar(text)
        for key, text in takewhile(lambda one: one[0] != "Mean", row.items())
        if key and key not in left_out and text and not (key in kept and text == "Default")
    }
    if is_named and job != _DEFAULT_JOB:
        parameters["job"] = job
    if mean in {"NA", "-", ""}:
        yield Reading(name, parameters=parameters, failure="the benchmark has no mean", place=place)
        return
    value, unit = number_unit(mean.replace("μ", "u"))
    if not unit:
        raise UnreadableError(f"the mean {mean!r} has no unit", "Export it with its units.")
    sd, half = (_same_unit(row.get(key, ""), unit) for key in ("StdDev", "Error"))
    yield Reading(
        name, unit, value, "time", parameters, sd=sd, place=place, spread="99.9 % interval",
        low=None if half is None else value - half, high=None if half is None else value + half,
    )  # fmt: skip
    if (allocated := row.get(_ALLOCATED, "")) not in {"", "?", "NA"}:
        size, size_unit = number_unit("0 B" if allocated == "-" else allocated)
        size_unit = _SIZES.get(size_unit, size_unit)
        yield Reading(name, f"{size_unit}/op", size, "memory_per_op", parameters, place=place)
    for key, text in row.items():
        if (key in _COUNTED or key.endswith(("/Op", "/op"))) and text not in {"", "?", "NA"}:
            nothing = "0 B" if "emory" in key else "0"
            number, own = number_unit(nothing if text == "-" else text)
            metric, per = _counted(key)
            yield Reading(
                name, f"{_SIZES.get(own, own) or 1}{per}", number, metric, parameters,
                direction=LOWER, place=place,
            )  # fmt: skip


def _same_unit(text: str, unit: str) -> float | None:
    return in_unit(text.replace("μ", "u"), unit)


BENCHMARK_DOTNET = ToolFormat("benchmarkdotnet", "BenchmarkDotNet JSON", _json_sign, _read_json)
BENCHMARK_DOTNET_CSV = ToolFormat(
    "benchmarkdotnet-csv", "BenchmarkDotNet CSV", _csv_sign, _read_csv
)
BENCHMARK_DOTNET_TABLE = ToolFormat(
    "benchmarkdotnet-markdown", "BenchmarkDotNet Markdown", _table_sign, _read_table
)
