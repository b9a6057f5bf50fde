"""Julia's BenchmarkTools, Ruby's benchmark and benchmark-ips, Dart's benchmark_harness, rebar."""

import re
from collections.abc import Iterator
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
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

_IPS = re.compile(r"(?P<rate>[\d.]++)(?P<scale>[kMBTQ]?)")
_IPS_SPREAD = re.compile(r" ?(?P<spread>[\d.]++)%\) i/s")
_SCALES = {"": 1.0, "k": 1e3, "M": 1e6, "B": 1e9, "T": 1e12, "Q": 1e15}
_DART = re.compile(
    r"^(?P<name>.+)\((?P<metric>\w+)\): (?P<value>[\d.eE+-]+) (?P<unit>us|ms|ns|s)\.?\s*$"
)
PAIR = 2
RUBY_COLUMNS = 4
_DEEPEST = 50


def _julia_sign(file: ToolText) -> str:
    first = of_list(file.json)[:1]
    is_here = bool(first) and "BenchmarkTools" in of_object(first[0])
    return "an object with the version of BenchmarkTools" if is_here else ""


def _read_julia(file: ToolText) -> Items:
    for root in of_list(file.json)[1:]:
        for tree in of_list(root):
            for path, kind, leaf in _leaves(tree, (), _DEEPEST):
                yield from guarded("/".join(("", *path)), (path, kind, leaf), _julia_row)


def _leaves(
    node: object,
    path: tuple[str, ...],
    most: int,
) -> Iterator[tuple[tuple[str, ...], str, dict[str, Any]]]:
    pair = of_list(node)
    if len(pair) != PAIR or most <= 0:
        return
    kind, fields = str(pair[0]), of_object(pair[1])
    if kind.endswith("BenchmarkGroup"):
        for key, inner in of_object(fields.get("data")).items():
            yield from _leaves(inner, (*path, str(key)), most - 1)
    elif kind.rpartition(".")[2] in {"Trial", "TrialEstimate"}:
        yield path, kind, fields


def _julia_row(row: tuple[tuple[str, ...], str, dict[str, Any]], place: str) -> Items:
    path, _, fields = row
    name = "/".join(path) or "benchmark"
    if "times" in fields:
        times = numbers(fields["times"])
        yield Reading(name, "ns", samples=times, metric="time", place=place)
    else:
        yield Reading(name, "ns", figure(fields, "time"), "time", place=place)
    for key, metric, unit in (
        ("memory", "memory_per_op", "B/op"), ("allocs", "allocations_per_op", "allocs/op")
    ):  # fmt: skip
        value = optional(fields.get(key))
        if value is not None:
            yield Reading(name, unit, value, metric, direction=LOWER, place=place)


_RUBY_ROW = re.compile(r"^ +\d+\.\d{6} +\d+\.\d{6} +\d+\.\d{6} \( *\d+\.\d{6}\)$", re.MULTILINE)


def _ruby_sign(file: ToolText) -> str:
    if found := _RUBY_ROW.search(file.head):
        return f"“{found[0].strip()}”, as Ruby's Benchmark.measure prints"
    found = re.search(
        r"^[ \t]++user[ \t]++system[ \t]++total[ \t]++real[ \t]*$", file.head, re.MULTILINE
    )
    return "the head user, system, total, real of Ruby's benchmark" if found else ""


def _read_ruby(file: ToolText) -> Items:
    """Read the last table: the rehearsal before it warms up."""
    lines = list(file.numbered())
    heads = [
        number for number, line in lines if re.match(r"^\s+user\s+system\s+total\s+real", line)
    ]
    for number, line in lines:
        words = line.replace("(", " ").replace(")", " ").split()
        is_row = len(words) >= RUBY_COLUMNS and line.rstrip().endswith(")")
        if is_row and (number > max(heads, default=number) or _is_measured(line, heads)):
            yield from guarded(f"line {number}", words, _ruby_row)


def _is_measured(line: str, heads: list[int]) -> bool:
    return not heads and _RUBY_ROW.match(line) is not None


def _ruby_row(words: list[str], place: str) -> Items:
    """Read a name, then user, system, total and real time; Benchmark.measure has no name."""
    name = " ".join(words[:-RUBY_COLUMNS]).rstrip(":") or "benchmark"
    for metric, text in (("time", words[-1]), ("cpu_time", words[-2])):
        yield Reading(name, "s", read_number(text), metric, place=place)


def _ips_sign(file: ToolText) -> str:
    found = re.search(r"\(± ?[\d.]+%\) i/s", file.head)
    return f"“{found[0]}”, as benchmark-ips prints" if found else ""


def _read_ips(file: ToolText) -> Items:
    name = ""
    for number, line in file.numbered():
        before, sign, after = line.partition(" (±")
        words = before.split()
        rate = _IPS.fullmatch(words[-1]) if sign and words else None
        spread = _IPS_SPREAD.match(after)
        if rate and spread:
            row = (" ".join(words[:-1]) or name, rate, spread["spread"])
            yield from guarded(f"line {number}", row, _ips_row)
        elif line.strip() and not line.startswith(" "):
            name = line.strip()  # a long label stands on a line of its own


def _ips_row(row: tuple[str, re.Match[str], str], place: str) -> Items:
    """Read a rate; what follows ± is one standard deviation, in per cent."""
    name, found, spread = row
    rate = read_number(found["rate"]) * _SCALES[found["scale"]]
    sd = rate * read_number(spread) / 100
    yield Reading(name, "op/s", rate, sd=sd, direction=HIGHER, place=place)


def _ips_json_sign(file: ToolText) -> str:
    is_here = any(has_keys(one, "name", "ips", "cycles") for one in of_list(file.json)[:20])
    return "a list with name, ips and cycles, as benchmark-ips writes" if is_here else ""


def _read_ips_json(file: ToolText) -> Items:
    yield from each("", of_list(file.json), _ips_json_row)


def _ips_json_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    yield Reading(
        text_of(fields.get("name")), "op/s", figure(fields, "ips"), direction=HIGHER,
        sd=optional(fields.get("stddev")), place=place,
    )  # fmt: skip


def _dart_sign(file: ToolText) -> str:
    found = re.search(r"^.+\(RunTime(?:Raw)?\): [\d.eE+-]+ us\.?\s*$", file.head, re.MULTILINE)
    return f"“{found[0].strip()[:60]}”, as benchmark_harness prints" if found else ""


def _read_dart(file: ToolText) -> Items:
    for number, line in file.numbered():
        if found := _DART.match(line):
            yield from guarded(f"line {number}", found, _dart_row)


def _dart_row(found: re.Match[str], place: str) -> Items:
    yield Reading(found["name"], found["unit"], read_number(found["value"]), "time", place=place)


def _rebar_sign(file: ToolText) -> str:
    first = file.head.partition("\n")[0]
    return "the head of rebar's CSV" if first.startswith("name,model,rebar_version,engine") else ""


def _read_rebar(file: ToolText) -> Items:
    for number, row in csv_rows(file):
        yield from guarded(f"line {number}", row, _rebar_row)


def _rebar_row(row: dict[str, str], place: str) -> Items:
    name, parameters = row.get("name") or "", {"engine": row.get("engine") or ""}
    if error := row.get("err"):
        yield Reading(name, parameters=parameters, failure=error, place=place)
        return
    value, unit = number_unit(row.get("median") or "")
    if not unit:
        raise UnreadableError("the median has no unit", "Send the file as rebar wrote it.")
    low, high, sd = (in_unit(row.get(key) or "", unit) for key in ("min", "max", "stddev"))
    yield Reading(
        name, unit, value, "time", parameters, n=whole(row.get("iters")), sd=sd, low=low, high=high,
        spread="range", place=place,
    )  # fmt: skip


JULIA = ToolFormat("julia", "BenchmarkTools (Julia)", _julia_sign, _read_julia)
RUBY_BENCHMARK = ToolFormat("ruby-benchmark", "Ruby benchmark", _ruby_sign, _read_ruby)
BENCHMARK_IPS = ToolFormat("benchmark-ips", "benchmark-ips", _ips_sign, _read_ips)
BENCHMARK_IPS_JSON = ToolFormat(
    "benchmark-ips-json", "benchmark-ips JSON", _ips_json_sign, _read_ips_json
)
DART = ToolFormat("dart", "benchmark_harness (Dart)", _dart_sign, _read_dart)
REBAR = ToolFormat("rebar", "rebar", _rebar_sign, _read_rebar)
