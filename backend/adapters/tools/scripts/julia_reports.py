"""PkgBenchmark of Julia: the JSON and the Markdown of its results."""

import json
import re

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import (
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    has_keys,
    number_unit,
    text_of,
)
from backend.adapters.tools.scripts import others

_GROUP = "benchmarkgroup"
_HEAD = ["ID", "time", "GC time", "memory", "allocations"]
_TOLERANCE = re.compile(r" ?\([\d.]++%\)")


def _sign(file: ToolText) -> str:
    is_here = has_keys(file.json, _GROUP, "julia_commit")
    return "benchmarkgroup and julia_commit, as PkgBenchmark writes" if is_here else ""


def _read(file: ToolText) -> Items:
    """Read the file of BenchmarkTools that stands in it as a text."""
    inner = ToolText(text_of(file.json.get(_GROUP)))
    if not others.JULIA.sign(inner):
        raise UnreadableError(
            "its benchmarkgroup is not as BenchmarkTools saves", "Export it again."
        )
    yield from others.JULIA.read(inner)


def _table_sign(file: ToolText) -> str:
    found = any(_cells(line) == _HEAD for line in file.head.splitlines())
    return "a table with the columns ID, time, GC time and memory of PkgBenchmark" if found else ""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else []


def _read_table(file: ToolText) -> Items:
    is_table = False
    for number, line in file.numbered():
        cells = _cells(line)
        if cells == _HEAD:
            is_table = True
        elif is_table and len(cells) == len(_HEAD) and not set(line.strip()) <= set("|-: "):
            yield from guarded(f"line {number}", cells, _row)
        elif not cells:
            is_table = False


def _row(cells: list[str], place: str) -> Items:
    """Read a name such as `["utf8", "join"]` as its path, as in the JSON."""
    name = _path(cells[0].strip("`"))
    for text, metric in ((cells[1], "time"), (cells[2], "gc_time")):
        if plain := _TOLERANCE.sub("", text).strip():
            value, unit = number_unit(plain.replace("μ", "u").replace("µ", "u"))
            yield Reading(name, unit, value, metric, direction=LOWER, place=place)
    memory = _TOLERANCE.sub("", cells[3]).strip()
    value, unit = number_unit(memory.replace("bytes", "B").replace("byte", "B") or "0 B")
    yield Reading(name, f"{unit or 'B'}/op", value, "memory_per_op", direction=LOWER, place=place)
    value, _ = number_unit(cells[4] or "0")
    yield Reading(name, "allocs/op", value, "allocations_per_op", direction=LOWER, place=place)


def _path(text: str) -> str:
    try:
        parts = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return "/".join(map(str, parts)) if isinstance(parts, list) else text


PKG_BENCHMARK = ToolFormat("pkgbenchmark", "PkgBenchmark (Julia) JSON", _sign, _read)
PKG_BENCHMARK_TABLE = ToolFormat(
    "pkgbenchmark-table", "PkgBenchmark (Julia) Markdown", _table_sign, _read_table
)
