"""YCSB, as it prints at its end, and go-ycsb."""

import re

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.load.wrk import percentile_name
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    measured,
)

_LINE = re.compile(r"\[(?P<kind>[^\]\r\n]++)\], ?(?P<what>[^,\r\n]++), ?(?P<value>[^,\r\n]++)$")
_SIGN = re.compile(
    r"^[ \t]*+\[OVERALL\], ?(?:RunTime\(ms\)|Throughput\(ops/sec\)), ?[^\r\n]++", re.MULTILINE
)
_LATENCY = re.compile(
    r"(?P<what>Average|Min|Max|(?P<share>[\d.]++)(?:th)?)(?:Percentile)?Latency\((?P<unit>[a-z]++)\)"
)
_NAMES = {"Average": "latency_mean", "Min": "latency_min", "Max": "latency_max"}
_THROUGHPUT = "Throughput(ops/sec)"
_RUN_TIME = "RunTime(ms)"
_GOOD = {"Return=OK", "Return=0"}
_GO = re.compile(r"^(?P<kind>[A-Z_]++)[ \t]++- (?P<facts>Takes\(s\): [^\r\n]++)$", re.MULTILINE)
_GO_FACT = re.compile(
    r"(?<![A-Za-z0-9.])(?P<what>[A-Za-z0-9.]++)(?:\((?P<unit>[a-z]++)\))?: (?P<value>[\d.]++)"
)
_GO_NAMES = {"Avg": "latency_mean", "Min": "latency_min", "Max": "latency_max"}


def _sign(file: ToolText) -> str:
    found = _SIGN.search(file.head)
    return f"“{found[0].strip()[:60]}”, as YCSB prints" if found else ""


def _read(file: ToolText) -> Items:
    """Read each line; the time of a run counts only where the run did something."""
    waiting: tuple[str, re.Match[str]] | None = None
    has_run = False
    for number, line in file.numbered():
        found = _LINE.match(line.strip())
        if found is None:
            continue
        place, what = f"line {number}", found["what"]
        if what == _RUN_TIME:
            waiting = (place, found)
            continue
        if what == _THROUGHPUT:
            has_run = bool(measured(found["value"].strip()))
            yield from guarded(*waiting, _line) if waiting and has_run else ()
            waiting = None
        yield from guarded(place, found, _line)
    yield from guarded(*waiting, _line) if waiting and has_run else ()


def _line(found: re.Match[str], place: str) -> Items:
    kind, what, text = (found[key].strip() for key in ("kind", "what", "value"))
    if what == _THROUGHPUT and not measured(text):
        yield Reading(kind, failure="no operation was done", place=place)
    elif what == _THROUGHPUT:
        yield Reading(kind, "op/s", measured(text), "throughput", direction=HIGHER, place=place)
    elif what == _RUN_TIME:
        yield Reading(kind, "ms", measured(text), "time", direction=LOWER, place=place)
    elif timed := _LATENCY.fullmatch(what):
        metric = _NAMES.get(timed["what"]) or percentile_name(timed["share"])
        yield Reading(kind, timed["unit"], measured(text), metric, direction=LOWER, place=place)
    elif what.startswith("Return=") and what not in _GOOD:
        metric = f"failed_{what.removeprefix('Return=').lower()}"
        yield Reading(kind, "1", read_number(text), metric, direction=LOWER, place=place)


def _go_sign(file: ToolText) -> str:
    found = _GO.search(file.head)
    return f"“{found[0][:60]}”, as go-ycsb prints" if found else ""


def _read_go(file: ToolText) -> Items:
    """Read the last line of each operation: those before are of a run that still goes on."""
    last: dict[str, tuple[int, str]] = {}
    for number, line in file.numbered():
        if found := _GO.match(line.rstrip()):
            last[found["kind"]] = (number, found["facts"])
    for kind, (number, facts) in last.items():
        yield from guarded(f"line {number}", (kind, facts), _go_line)


def _go_line(row: tuple[str, str], place: str) -> Items:
    kind, facts = row
    for found in _GO_FACT.finditer(facts):
        what, value = found["what"], read_number(found["value"])
        if what == "OPS":
            yield Reading(kind, "op/s", value, "throughput", direction=HIGHER, place=place)
        elif what in _GO_NAMES or what.endswith("th"):
            metric = _GO_NAMES.get(what) or percentile_name(what.removesuffix("th"))
            yield Reading(kind, found["unit"], value, metric, direction=LOWER, place=place)


YCSB = ToolFormat("ycsb", "YCSB", _sign, _read)
GO_YCSB = ToolFormat("go-ycsb", "go-ycsb", _go_sign, _read_go)
