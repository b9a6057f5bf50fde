"""benchmark.js, vitest, tinybench, mitata and console.time."""

import re
from typing import Any

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.readings import (
    HIGHER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    guarded,
    has_keys,
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
    samples = numbers(fields.get("samples"))
    yield Reading(
        f"{group} > {name}" if group else name, "ms",
        None if samples else read_number(fields.get("mean")), "time", samples=samples,
        sd=None if samples else optional(fields.get("sd")),
        n=None if samples else whole(fields.get("sampleCount")),
        low=None if samples else optional(fields.get("min")),
        high=None if samples else optional(fields.get("max")), spread="range", place=place,
    )  # fmt: skip


def _tinybench_sign(file: ToolText) -> str:
    first = of_object(next(iter(of_list(file.json)), None))
    result = of_object(first.get("result"))
    has_result = "latency" in result or has_keys(result, "mean", "hz")
    is_here = has_keys(first, "name") and (has_result or has_keys(first, "latency", "throughput"))
    return "a list of tasks, as tinybench gives" if is_here or "Task name" in first else ""


def _read_tinybench(file: ToolText) -> Items:
    yield from each("", of_list(file.json), _tinybench_row)


def _tinybench_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    name = text_of(fields.get("name")) or text_of(fields.get("Task name"))
    result = of_object(fields.get("latency")) or of_object(
        of_object(fields.get("result")).get("latency")
    )
    result = result or of_object(fields.get("result"))
    if result:
        samples = numbers(result.get("samples"))
        yield Reading(
            name, "ms", None if samples else read_number(result.get("mean")), "time",
            samples=samples, sd=None if samples else optional(result.get("sd")), place=place,
        )  # fmt: skip
        return
    raw = fields.get("Latency avg (ns)") or fields.get("Average Time (ns)")
    value = str(raw).partition("±")[0].strip()
    yield Reading(name, "ns", read_number(value), "time", place=place)


def _mitata_sign(file: ToolText) -> str:
    rows = of_list(file.json.get("benchmarks")) if has_keys(file.json, "benchmarks") else []
    is_here = any(
        has_keys(row, "runs", "alias") or has_keys(of_object(row).get("stats"), "samples", "ticks")
        for row in rows
    )
    return "benchmarks with stats.samples and ticks, as mitata writes" if is_here else ""


def _read_mitata(file: ToolText) -> Items:
    yield from each("/benchmarks", of_list(file.json["benchmarks"]), _mitata_row)


def _mitata_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    runs = of_list(fields.get("runs")) or [fields]
    for run in map(of_object, runs):
        name = (
            text_of(run.get("name")) or text_of(fields.get("alias")) or text_of(fields.get("name"))
        )
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
            name, "ns", None if samples else read_number(stats.get("avg")), "time", parameters,
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
VITEST = ToolFormat("vitest", "vitest bench", _vitest_sign, _read_vitest)
TINYBENCH = ToolFormat("tinybench", "tinybench", _tinybench_sign, _read_tinybench)
MITATA = ToolFormat("mitata", "mitata", _mitata_sign, _read_mitata)
CONSOLE_TIME = ToolFormat("console-time", "console.timeEnd", _timer_sign, _read_timers)
