"""Suites of Java workloads: the JSON of Renaissance, and what DaCapo prints."""

import re
from dataclasses import dataclass
from typing import Any

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
    measured,
    of_list,
    of_object,
)

_RESULT = re.compile(r"^===== DaCapo \S+ (?P<name>\S+) (?P<end>PASSED|FAILED)(?: in (?P<ms>\d+))?")
_WARM_UP = re.compile(r"^===== DaCapo \S+ \S+ (?:starting|completed warmup)")
_REQUESTS = re.compile(
    r"^===== DaCapo processed .{0,200}?(?<![\d.])(?P<rate>[\d.]{1,30}) requests per second"
)
_TAIL = re.compile(
    r"^===== DaCapo (?:tail latency, (?P<new>[\w ]+)|(?P<old>\w+) tail latency): (?P<shares>.*)"
)
_SHARE = re.compile(r"(?<![\d.])(?P<share>[\d.]{1,30}%|max) (?P<value>\d{1,30}) usec")


def _renaissance_sign(file: ToolText) -> str:
    data = of_object(of_object(file.json).get("data"))
    runs = [run for one in data.values() for run in of_list(of_object(one).get("results"))[:1]]
    is_here = has_keys(file.json, "format_version") and (
        any(has_keys(run, "duration_ns") for run in runs)
    )
    return "data with duration_ns of each repetition, as Renaissance writes" if is_here else ""


def _read_renaissance(file: ToolText) -> Items:
    for name, one in of_object(file.json["data"]).items():
        yield from guarded(f"/data/{name}", (name, of_object(one)), _renaissance_row)


def _renaissance_row(row: tuple[str, dict[str, Any]], place: str) -> Items:
    """Read the second half of the repetitions, as its authors do: the first half warms up."""
    name, fields = row
    if fields.get("termination") == "failure":
        yield Reading(name, metric="time", failure="the benchmark failed", place=place)
        return
    times = [measured(of_object(one).get("duration_ns")) for one in of_list(fields.get("results"))]
    if not times:
        yield Reading(name, metric="time", failure="no repetition ended", place=place)
        return
    samples = tuple(times[len(times) // 2 :])
    yield Reading(name, "ns", metric="time", samples=samples, direction=LOWER, place=place)


def _dacapo_sign(file: ToolText) -> str:
    found = re.search(_RESULT.pattern, file.head, re.MULTILINE)
    return f"“{found[0]}”, as DaCapo prints" if found else ""


@dataclass
class _Iteration:
    """The workload whose last iteration has passed; empty while one warms up."""

    name: str = ""


def _read_dacapo(file: ToolText) -> Items:
    """Read the last iteration of each run: those before it are marked as its warm-up."""
    last = _Iteration()
    for number, line in file.numbered():
        if line.startswith("===== DaCapo "):
            yield from guarded(f"line {number}", (last, line), _dacapo_line)


def _dacapo_line(row: tuple[_Iteration, str], place: str) -> Items:
    last, line = row
    if found := _RESULT.match(line):
        last.name = found["name"]
        if found["end"] == "FAILED" or not found["ms"]:
            yield Reading(last.name, metric="time", failure="the benchmark failed", place=place)
            last.name = ""
        else:
            value = measured(found["ms"])
            yield Reading(last.name, "ms", value, "time", direction=LOWER, place=place)
    elif _WARM_UP.match(line):
        last.name = ""
    elif last.name and (found := _REQUESTS.match(line)):
        rate = measured(found["rate"])
        yield Reading(last.name, "op/s", rate, "throughput", direction=HIGHER, place=place)
    elif last.name and (found := _TAIL.match(line)):
        kind = "_".join((found["new"] or found["old"]).split())
        before = "" if kind == "simple" else f"{kind}_"
        for one in _SHARE.finditer(found["shares"]):
            is_max = one["share"] == "max"
            metric = "latency_max" if is_max else percentile_name(one["share"].rstrip("%"))
            value = measured(one["value"])
            yield Reading(last.name, "us", value, before + metric, direction=LOWER, place=place)


RENAISSANCE = ToolFormat("renaissance", "Renaissance JSON", _renaissance_sign, _read_renaissance)
DACAPO = ToolFormat("dacapo", "DaCapo, printed", _dacapo_sign, _read_dacapo)
