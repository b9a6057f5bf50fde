"""benchmark.js, vitest, tinybench, mitata and console.time."""

import re
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    HIGHER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
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

_BENCHMARKJS = re.compile(
    r"^(?P<name>.+) x (?P<rate>[\d,.]+) ops/sec ±(?P<margin>[\d.]+)% "
    r"\((?P<runs>\d+) runs? sampled\)"
)
_TIMER = re.compile(
    r"^(?P<name>.+): (?P<value>[\d.]+|\d+:[\d:.]+) ?(?P<unit>ms|s|us|ns|\(h?h?:?m?m:ss\.mmm\))"
    r"(?: - timer ended)?\s*$"
)


_TASK_NAMES = ("name", "Task name", "Task Name")
_TASK_TIME = re.compile(r"^(?:Latency (?:avg|average)|Average Time) \((?P<unit>ns|us|µs|ms|s)\)$")


def _benchmarkjs_sign(file: ToolText) -> str:
    found = re.search(r"x [\d,.]+ ops/sec ±[\d.]+% \(\d+ runs? sampled\)", file.head)
    return f"“{found[0]}”, as benchmark.js prints" if found else ""


def _read_benchmarkjs(file: ToolText) -> Items:
    for number, line in file.numbered():
        if found := _BENCHMARKJS.match(line.strip()):
            yield from guarded(f"line {number}", found, _benchmarkjs_row)


def _benchmarkjs_row(found: re.Match[str], place: str) -> Items:
    """Read a rate; its margin is that of the mean at 95 % confidence."""
    rate = read_number(found["rate"])
    half = rate * read_number(found["margin"]) / 100
    yield Reading(
        found["name"], "op/s", rate, low=rate - half, high=rate + half, n=int(found["runs"]),
        direction=HIGHER, place=place,
    )  # fmt: skip


def _suite_of(file: ToolText) -> list[Any]:
    """Return the benchmarks of a suite: a list, or an object with the keys 0, 1 and so on."""
    if isinstance(file.json, dict) and "0" in file.json:
        return [one for key, one in file.json.items() if str(key).isdecimal()]
    return of_list(file.json) or [file.json]


def _json_sign(file: ToolText) -> str:
    is_here = any(
        has_keys(one, "hz", "stats", "times") and has_keys(one["stats"], "sample", "moe")
        for one in _suite_of(file)[:50]
    )
    return "benchmarks with hz, times and stats.sample, as benchmark.js gives" if is_here else ""


def _read_json(file: ToolText) -> Items:
    yield from each("", _suite_of(file), _json_row)


def _json_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    name = text_of(fields.get("name"))
    samples = numbers(of_object(fields.get("stats")).get("sample"))
    if "error" in fields or not samples:
        message = text_of(of_object(fields.get("error")).get("message"))
        yield Reading(name, failure=message or "the benchmark has no samples", place=place)
        return
    yield Reading(name, "s/op", samples=samples, place=place)


def _vitest_sign(file: ToolText) -> str:
    files = of_list(file.json.get("files")) if has_keys(file.json, "files") else []
    is_here = any(has_keys(one, "groups", "filepath") for one in files)
    return "files with groups of benchmarks, as vitest bench writes" if is_here else ""


def _read_vitest(file: ToolText) -> Items:
    for index, one in enumerate(of_list(file.json["files"])):
        for place, group in enumerate(of_list(of_object(one).get("groups"))):
            rows = [
                (row, text_of(of_object(group).get("fullName")))
                for row in of_list(of_object(group).get("benchmarks"))
            ]
            yield from each(f"/files/{index}/groups/{place}/benchmarks", rows, _vitest_row)


def _vitest_row(row: tuple[Any, str], place: str) -> Items:
    fields, group = of_object(row[0]), row[1]
    name = text_of(fields.get("name"))
    named = f"{group} > {name}" if group else name
    if "mean" not in fields and "samples" not in fields:
        yield Reading(named, failure="the benchmark has no result", place=place)
        return
    yield from _task(named, fields, numbers(fields.get("samples")), place)


def _task(name: str, stats: dict[str, Any], samples: tuple[float, ...], place: str) -> Items:
    """Read the statistics that tinybench makes, in vitest too: `moe` is half of the interval."""
    if samples:
        yield Reading(name, "ms", metric="time", samples=samples, place=place)
        return
    mean, half = figure(stats, "mean"), optional(stats.get("moe"))
    count = stats.get("sampleCount", stats.get("samplesCount"))
    low, high = stats.get("min"), stats.get("max")
    yield Reading(
        name, "ms", mean, "time", sd=optional(stats.get("sd")), n=whole(count),
        low=optional(low) if half is None else mean - half,
        high=optional(high) if half is None else mean + half,
        spread="range" if half is None else None, place=place,
    )  # fmt: skip


def _tinybench_sign(file: ToolText) -> str:
    first = of_object(next(iter(of_list(file.json)), None))
    result = of_object(first.get("result"))
    has_result = "latency" in result or has_keys(result, "mean", "hz")
    is_here = has_keys(first, "name") and (has_result or has_keys(first, "latency", "throughput"))
    is_row = "Task name" in first or "Task Name" in first
    return "a list of tasks, as tinybench gives" if is_here or is_row else ""


def _read_tinybench(file: ToolText) -> Items:
    yield from each("", of_list(file.json), task_row)


def task_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    """Read a task with its result, or a row of the table made of it."""
    fields = of_object(row)
    outcome = of_object(fields.get("result"))
    result = of_object(fields.get("latency")) or of_object(outcome.get("latency")) or outcome
    error = fields.get("Error") or outcome.get("error") or outcome.get("state") == "errored"
    name = next((text for key in _TASK_NAMES if (text := text_of(fields.get(key)))), "")
    if error:
        reason = text_of(of_object(error).get("message") if isinstance(error, dict) else error)
        yield Reading(name, failure=reason or "the task threw", place=place)
    elif result:
        yield from _task(name, result, numbers(result.get("samples")), place)
    else:
        yield from _table_row(name, fields, place)


def _table_row(name: str, fields: dict[str, Any], place: str) -> Items:
    column, raw = next(
        ((key, value) for key, value in fields.items() if _TASK_TIME.match(key) and value), ("", "")
    )
    found = _TASK_TIME.match(column)
    if found is None:
        raise UnreadableError(
            "the row has no column “Latency avg” or “Average Time”", "Send the table as it is made."
        )
    text, _, margin = str(raw).partition("±")
    margin = margin or str(fields.get("Margin") or "").strip("± ")
    value = measured(text.strip())
    share = optional(margin.strip().rstrip("%")) if margin.endswith("%") else None
    half = None if share is None else value * share / 100
    yield Reading(
        name, found["unit"], value, "time", n=whole(fields.get("Samples")), place=place,
        low=None if half is None else value - half, high=None if half is None else value + half,
    )  # fmt: skip


def _mitata_sign(file: ToolText) -> str:
    rows = of_list(file.json.get("benchmarks")) if has_keys(file.json, "benchmarks") else []
    is_here = any(
        has_keys(row, "runs", "alias") or has_keys(of_object(row).get("stats"), "samples", "p999")
        for row in rows
    )
    return "benchmarks with stats.samples and p999, as mitata writes" if is_here else ""


def _read_mitata(file: ToolText) -> Items:
    layout = [text_of(of_object(one).get("name")) for one in of_list(file.json.get("layout"))]
    rows = [(row, layout) for row in of_list(file.json["benchmarks"])]
    yield from each("/benchmarks", rows, _mitata_row)


def _group_of(raw: object, layout: list[str]) -> str:
    if isinstance(raw, int) and 0 <= raw < len(layout):
        return layout[raw]
    return text_of(raw)


def _mitata_row(row: tuple[Any, list[str]], place: str) -> Items:
    fields, layout = of_object(row[0]), row[1]
    group = _group_of(fields.get("group"), layout)
    runs = of_list(fields.get("runs")) or [fields]
    for run in map(of_object, runs):
        name = (
            text_of(run.get("name")) or text_of(fields.get("alias")) or text_of(fields.get("name"))
        )
        name = f"{group} > {name}" if group else name
        parameters = {
            str(key): value
            for key, value in of_object(run.get("args")).items()
            if isinstance(value, str | int | float)
        }
        if "error" in run and run["error"] is not None:
            yield Reading(name, parameters=parameters, failure="the benchmark threw", place=place)
            continue
        stats = of_object(run.get("stats"))
        samples = numbers(stats.get("samples"))
        yield Reading(
            name, "ns", None if samples else figure(stats, "avg"), "time", parameters,
            samples, place=place,
        )  # fmt: skip


def _timer_sign(file: ToolText) -> str:
    found = re.search(r"^.+: [\d.]+ ?(?:ms|s) - timer ended\s*$", file.head, re.MULTILINE)
    lines = [line for line in file.head.splitlines() if line.strip()]
    if found is None and lines and all(map(_TIMER.match, lines)):
        return "nothing but lines “label: 12.3ms”, as console.timeEnd prints"
    return f"“{found[0].strip()[:60]}”, as console.timeEnd prints" if found else ""


def _read_timers(file: ToolText) -> Items:
    for number, line in file.numbered():
        if found := _TIMER.match(line):
            yield from guarded(f"line {number}", found, _timer_row)


def _timer_row(found: re.Match[str], place: str) -> Items:
    seconds = 0.0
    for part in found["value"].split(":"):
        seconds = seconds * 60 + read_number(part)
    unit = found["unit"] if ":" not in found["value"] else "s"
    yield Reading(found["name"], unit, seconds, "time", place=place)


BENCHMARK_JS = ToolFormat("benchmarkjs", "benchmark.js", _benchmarkjs_sign, _read_benchmarkjs)
BENCHMARK_JS_JSON = ToolFormat("benchmarkjs-json", "benchmark.js JSON", _json_sign, _read_json)
VITEST = ToolFormat("vitest", "vitest bench", _vitest_sign, _read_vitest)
TINYBENCH = ToolFormat("tinybench", "tinybench", _tinybench_sign, _read_tinybench)
MITATA = ToolFormat("mitata", "mitata", _mitata_sign, _read_mitata)
CONSOLE_TIME = ToolFormat("console-time", "console.timeEnd", _timer_sign, _read_timers)
