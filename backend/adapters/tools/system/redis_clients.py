"""redis-benchmark (printed, -q and --csv), and memtier_benchmark (printed and JSON)."""

import re
from collections.abc import Iterator
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.load.unanswered import unanswered
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
    of_object,
    optional,
    whole,
)
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

_TITLE = re.compile(r"[ \t]*+====== (?P<name>\S(?:[^\r\n=]|=(?!=))*+)======")
_DONE = re.compile(r"^[ \t]*+\d++ requests completed in [\d.]++ seconds", re.MULTILINE)
_CLIENTS = re.compile(r"[ \t]*+(?P<clients>\d++) parallel clients")
_PAYLOAD = re.compile(r"[ \t]*+(?P<payload_bytes>\d++) bytes payload")
_RATE = re.compile(
    r"[ \t]*+(?:throughput summary: )?(?P<rate>[\d.]++|-?nan|inf) requests per second"
)
_QUIET = re.compile(
    r"^[ \t]*+(?![Tt]hroughput)(?P<name>[^\s:][^\r\n:]*+): "
    r"(?P<rate>\d++\.\d\d) requests per second(?P<rest>[^\r\n]*+)",
    re.MULTILINE,
)
"""It prints two decimals always; other tools have lines like it."""
_QUIET_SHARE = re.compile(r", p([\d.]++)=([\d.]++) msec")
_LATENCY = ("avg", "min", "p50", "p95", "p99", "max")
_CSV_HEAD = '"test","rps"'
_CSV_OLD = re.compile(r'"(?P<name>[A-Z][^"\r\n]*+)","(?P<rate>[\d.]++)"')
_AVERAGED = "AGGREGATED AVERAGE RESULTS"
_SECTION = re.compile(r"(?P<title>ALL STATS|BEST RUN RESULTS|WORST RUN RESULTS|AGGREGATED AVERAGE)")
_HEAD = re.compile(r"^Type[ \t]++Ops/sec[ \t]", re.MULTILINE)
_SETTING = re.compile(r"(?P<count>\d++)[ \t]++(?P<what>Threads|Connections per thread)[ \t]*+$")
_SETTINGS = {"Threads": "threads", "Connections per thread": "connections"}
_COLUMN = re.compile(r"(?:Avg\. |Average |p[\d.]++ )?Latency|\S+")
_COLUMNS: dict[str, tuple[str, str, BetterDirection]] = {
    "Ops/sec": ("throughput", "op/s", HIGHER),
    "Hits/sec": ("hits", "op/s", HIGHER),
    "Misses/sec": ("misses", "op/s", LOWER),
    "MOVED/sec": ("moved", "op/s", LOWER),
    "ASK/sec": ("asked", "op/s", LOWER),
    "KB/sec": ("bandwidth", "KiB/s", HIGHER),
    "Latency": ("latency_mean", "ms", LOWER),
    "Avg. Latency": ("latency_mean", "ms", LOWER),
    "Average Latency": ("latency_mean", "ms", LOWER),
    "Min Latency": ("latency_min", "ms", LOWER),
    "Max Latency": ("latency_max", "ms", LOWER),
}
_SUM = "Totals"


def _metric_of(latency: str) -> str:
    return f"latency_{'mean' if latency == 'avg' else latency}"


def _redis_sign(file: ToolText) -> str:
    if (found := _DONE.search(file.head)) and "requests per second" in file.head:
        return f"“{found[0].strip()}”, as redis-benchmark prints"
    found = _QUIET.search(file.head)
    return f"“{found[0][:60]}”, as redis-benchmark -q prints" if found else ""


def _read_redis(file: ToolText) -> Items:
    name, parameters = "", dict[str, Scalar]()
    is_summary = False
    for number, line in file.numbered():
        if found := _TITLE.match(line):
            name, parameters = found["name"].strip(), {}
        elif found := _CLIENTS.match(line) or _PAYLOAD.match(line):
            parameters = {
                **parameters,
                **{key: int(text) for key, text in found.groupdict().items()},
            }
        elif found := _QUIET.match(line):
            yield from _quiet(found, f"line {number}")
        elif name:
            yield from guarded(f"line {number}", (name, parameters, line, is_summary), _redis_line)
        is_summary = line.split() == list(_LATENCY)


def _redis_line(row: tuple[str, dict[str, Scalar], str, bool], place: str) -> Items:
    """Read a line of one test; in a summary it holds numbers under their names."""
    name, parameters, line, is_summary = row
    if found := _RATE.match(line):
        value = measured(found["rate"])
        yield Reading(name, "op/s", value, "throughput", parameters, direction=HIGHER, place=place)
    for key, text in zip(_LATENCY, line.split() if is_summary else (), strict=False):
        yield Reading(name, "ms", measured(text), _metric_of(key), parameters, place=place)


def _quiet(found: re.Match[str], place: str) -> Items:
    name, value = found["name"].strip(), read_number(found["rate"])
    yield Reading(name, "op/s", value, "throughput", direction=HIGHER, place=place)
    for share, text in _QUIET_SHARE.findall(found["rest"]):
        yield Reading(name, "ms", read_number(text), percentile_name(share), place=place)


def _redis_csv_sign(file: ToolText) -> str:
    first = file.head.lstrip().partition("\n")[0].strip()
    if first.startswith(_CSV_HEAD):
        return f"the head {_CSV_HEAD} of redis-benchmark --csv"
    found = _CSV_OLD.fullmatch(first)
    return f"“{found[0][:60]}”, as redis-benchmark --csv prints" if found else ""


def _read_redis_csv(file: ToolText) -> Items:
    first = file.head.lstrip().partition("\n")[0]
    if not first.startswith(_CSV_HEAD):
        for number, line in file.numbered():
            if found := _CSV_OLD.fullmatch(line.strip()):
                value = read_number(found["rate"])
                yield Reading(
                    found["name"], "op/s", value, "throughput", direction=HIGHER,
                    place=f"line {number}",
                )  # fmt: skip
        return
    for number, row in csv_rows(file):
        yield from guarded(f"line {number}", row, _csv_row)


def _csv_row(row: dict[str, str], place: str) -> Items:
    name = row["test"]
    yield Reading(name, "op/s", measured(row["rps"]), "throughput", direction=HIGHER, place=place)
    for key in _LATENCY:
        if text := row.get(f"{key}_latency_ms"):
            yield Reading(name, "ms", measured(text), _metric_of(key), place=place)


def _memtier_sign(file: ToolText) -> str:
    is_here = _HEAD.search(file.head)
    return "the head Type, Ops/sec, Hits/sec of memtier_benchmark" if is_here else ""


def _read_memtier(file: ToolText) -> Items:
    """Read the table; of several runs that of their averages."""
    is_averaged = _AVERAGED in file.text
    parameters: dict[str, Scalar] = {}
    columns: list[str] = []
    title = ""
    for number, line in file.numbered():
        if found := _SETTING.match(line):
            parameters = {**parameters, _SETTINGS[found["what"]]: int(found["count"])}
        elif found := _SECTION.search(line):
            title, columns = found["title"], []
        elif _HEAD.match(line):
            columns = _COLUMN.findall(line) if not is_averaged or title in _AVERAGED else []
        elif not line.strip():
            columns = []
        elif columns and not line.startswith("-"):
            cells = line.split()
            yield from guarded(f"line {number}", (columns, cells, parameters), _memtier_row)


def _memtier_row(row: tuple[list[str], list[str], dict[str, Scalar]], place: str) -> Items:
    columns, cells, parameters = row
    if len(cells) != len(columns):
        raise UnreadableError(
            "the row has not as many cells as its head", "Send the JSON: --json-out-file FILE."
        )
    fields: dict[str, Any] = {
        column: text for column, text in zip(columns[1:], cells[1:], strict=True) if text != "---"
    }
    yield from _kind(cells[0], fields, parameters, place)


def _kind(name: str, fields: dict[str, Any], parameters: dict[str, Scalar], place: str) -> Items:
    """Read one kind of command; one that was not sent has no result."""
    rate = measured(fields.get("Ops/sec"))
    if not rate and name != _SUM:
        return
    if not rate:
        yield unanswered(name, place, parameters)
        return
    seen = set[str]()
    for column, raw in fields.items():
        share = column.removesuffix(" Latency").removeprefix("p")
        known = _COLUMNS.get(column)
        if known is None and column.startswith("p") and column.endswith(" Latency"):
            known = (percentile_name(share), "ms", LOWER)
        if known and known[0] not in seen and (value := optional(raw)) is not None:
            seen.add(known[0])
            yield Reading(
                name, known[1], value, known[0], parameters, direction=known[2], place=place
            )


def _memtier_json_sign(file: ToolText) -> str:
    is_here = any(of_object(one).get(_SUM) for _, one in _sections(file))
    return "statistics with Totals, as memtier_benchmark writes" if is_here else ""


def _sections(file: ToolText) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the statistics to read: of several runs their averages."""
    root = of_object(file.json)
    known = {key: of_object(one) for key, one in root.items() if _SECTION.match(str(key))}
    averaged = {key: one for key, one in known.items() if key.startswith(_AVERAGED)}
    yield from (averaged or known).items()


def _read_memtier_json(file: ToolText) -> Items:
    configured = of_object(of_object(file.json).get("configuration"))
    parameters: dict[str, Scalar] = {}
    for key, parameter in (("threads", "threads"), ("clients", "connections")):
        if count := whole(configured.get(key)):
            parameters[parameter] = count
    for title, kinds in _sections(file):
        for name, fields in kinds.items():
            row = (name, of_object(fields), parameters)
            yield from guarded(f"/{title}/{name}", row, _memtier_kind)


def _memtier_kind(row: tuple[str, dict[str, Any], dict[str, Scalar]], place: str) -> Items:
    name, fields, parameters = row
    if "Ops/sec" not in fields:
        return
    shares = {
        f"{key.rstrip('0').rstrip('.') if '.' in key else key} Latency": value
        for key, value in of_object(fields.get("Percentile Latencies")).items()
        if key.startswith("p") and key[1:2].isdecimal()
    }
    flat = {key: value for key, value in fields.items() if not isinstance(value, dict | list)}
    yield from _kind(name, {**flat, **shares}, parameters, place)


REDIS_BENCHMARK = ToolFormat("redis-benchmark", "redis-benchmark", _redis_sign, _read_redis)
REDIS_BENCHMARK_CSV = ToolFormat(
    "redis-benchmark-csv", "redis-benchmark --csv", _redis_csv_sign, _read_redis_csv
)
MEMTIER = ToolFormat("memtier", "memtier_benchmark, printed", _memtier_sign, _read_memtier)
MEMTIER_JSON = ToolFormat(
    "memtier-json", "memtier_benchmark JSON", _memtier_json_sign, _read_memtier_json
)
