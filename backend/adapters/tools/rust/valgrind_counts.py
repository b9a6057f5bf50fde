"""iai, and gungraun (once iai-callgrind): counts of valgrind's tools, as text and as JSON."""

import json
import re
from typing import Any

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.readings import (
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    of_list,
    of_object,
    text_of,
)

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_COUNT = re.compile(r"^ {2}(?P<metric>[A-Za-z][^:|]*+):\s++(?P<value>[\d.,]++)")
_NOISE = ("running ", "test result", "Running ", "Compiling", "Finished", "Gungraun result")
MOST_OBJECTS = 500
END_OF_OUTPUT = "- end of stdout"


def _sign(file: ToolText) -> str:
    plain = _ANSI.sub("", file.head)
    if found := re.search(
        r"^ {2}Instructions:\s+(?:[\d,]+)?(?:\|.*| \(.*\))?$", plain, re.MULTILINE
    ):
        return f"“{found[0].strip()[:60]}”, as iai and gungraun print counts"
    if found := re.search(
        r"^ {2}=+ (DHAT|MEMCHECK|HELGRIND|DRD|CACHEGRIND|CALLGRIND) =+", plain, re.MULTILINE
    ):
        return f"“{found[1]}”, a section of gungraun"
    return ""


def _read(file: ToolText) -> Items:
    names: list[str] = []
    tool, is_open = "", False
    for number, raw in file.numbered():
        line = _ANSI.sub("", raw)
        if found := re.match(r"^ {2}=+ (\w+) =+", line):
            tool, is_open = found[1].lower(), False
        elif line.startswith("  "):
            is_open = False
            if names and (found := _COUNT.match(line)):
                yield from guarded(f"line {number}", (" ".join(names), tool, found), _count)
        elif line.startswith(END_OF_OUTPUT):
            names = names[:1]  # what stood between was printed by the benchmark
        elif line.strip() and not line.startswith(_NOISE):
            # a name may go over several lines; text after counts begins the next one
            names = [*names, line.strip()] if is_open else [line.strip()]
            tool, is_open = "", True


def _count(row: tuple[str, str, re.Match[str]], place: str) -> Items:
    name, tool, found = row
    metric = _metric(found["metric"])
    prefix = "" if tool in {"", "callgrind"} else f"{tool}_"
    value = read_number(found["value"])
    yield Reading(
        name, _unit(metric), value, f"{prefix}{metric}", direction=LOWER, is_exact=True, place=place
    )


def _metric(text: str) -> str:
    return re.sub(r"\W+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", "_", text).lower()).strip("_")


def _unit(metric: str) -> str:
    return "B" if metric.endswith("bytes") else "1"


def _json_sign(file: ToolText) -> str:
    is_here = any("profiles" in one and "module_path" in one for _, one in _summaries(file))
    return "objects with module_path and profiles, as gungraun writes" if is_here else ""


def _summaries(file: ToolText) -> list[tuple[int, dict[str, Any]]]:
    """Return the JSON objects of a file: one a line, or spread over lines that begin with {."""
    found = list(file.json_lines)
    lines = file.text.splitlines(keepends=True)
    decoder, last = json.JSONDecoder(), 0
    begins = [index for index, line in enumerate(lines) if line.strip() == "{"][:MOST_OBJECTS]
    for begin in begins:
        if begin < last:
            continue
        text = "".join(lines[begin:]).lstrip()
        try:
            value, length = decoder.raw_decode(text)
        except (ValueError, RecursionError):
            continue
        last = begin + text[:length].count("\n")
        found += [(begin + 1, value)] if isinstance(value, dict) else []
    return sorted(found, key=lambda one: one[0])


def _read_json(file: ToolText) -> Items:
    for number, summary in _summaries(file):
        if "profiles" in summary:
            yield from guarded(f"line {number}", summary, _summary)


def _summary(summary: dict[str, Any], place: str) -> Items:
    name = text_of(summary.get("module_path"))
    if bench_id := text_of(summary.get("id")):
        name = f"{name} {bench_id}"
    for profile in of_list(summary.get("profiles")):
        total = of_object(of_object(of_object(profile).get("summaries")).get("total"))
        tool = text_of(of_object(profile).get("tool"))
        for metrics in of_object(total.get("summary")).values():
            yield from _json_metrics(name, tool, of_object(metrics), place)


def _json_metrics(name: str, tool: str, metrics: dict[str, Any], place: str) -> Items:
    prefix = "" if tool == "Callgrind" else f"{tool.lower()}_"
    for metric, entry in metrics.items():
        value = _new_value(of_object(of_object(entry).get("metrics")))
        if value is not None:
            named = _metric(metric)
            yield Reading(
                name, _unit(named), value, f"{prefix}{named}", direction=LOWER, is_exact=True,
                place=place,
            )  # fmt: skip


def _new_value(metrics: dict[str, Any]) -> float | None:
    """Return the number of this run: Left, or the first of Both; Right is the run before."""
    both = of_list(metrics.get("Both"))
    inner = metrics.get("Left") if "Left" in metrics else (both[0] if both else None)
    numbers = [one for one in of_object(inner).values() if isinstance(one, int | float)]
    return float(numbers[0]) if numbers else None


VALGRIND_COUNTS = ToolFormat("gungraun", "iai and gungraun", _sign, _read)
GUNGRAUN_JSON = ToolFormat("gungraun-json", "gungraun JSON", _json_sign, _read_json)
